#!/bin/sh
# Run once by the image of PostgreSQL over its empty folder: both roles and the database (docs/operations.md, "First run in production").
set -e
psql -v ON_ERROR_STOP=1 -U postgres -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" <<'SQL'
CREATE ROLE priyomka LOGIN PASSWORD :'owner';
CREATE ROLE priyomka_app LOGIN PASSWORD :'app';
CREATE DATABASE priyomka OWNER priyomka TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
SQL
