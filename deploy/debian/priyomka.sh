#!/bin/sh
# The command of the package: priyomka COMMAND (docs/operations.md, "Commands").
export PRIYOMKA_SETTINGS=/etc/priyomka
exec /usr/lib/priyomka/current/node /usr/lib/priyomka/current/scripts/package/priyomka.js "$@"
