-- Backups that `npm run backup` has finished or given up, for the age that super administrators see. A killed one leaves no row.
CREATE TABLE backup_run (
  id uuid PRIMARY KEY,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now(),
  -- The folder of a whole backup; without one the reason is named.
  name text, failure text,
  row_count bigint NOT NULL DEFAULT 0, file_count bigint NOT NULL DEFAULT 0, missing_count bigint NOT NULL DEFAULT 0,
  byte_count bigint NOT NULL DEFAULT 0,
  CONSTRAINT backup_run_ends_one_way CHECK ((name IS NULL) <> (failure IS NULL))
);
CREATE INDEX backup_run_by_end ON backup_run (ended_at DESC);
