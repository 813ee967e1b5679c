-- Which directory stands was told by the highest day, so that a file of a day to come could never be followed by a real one.
-- It is told by the order of loads now; a file of the same day may replace another, and the state before the last load is
-- kept, so that a person can go back to it.
ALTER TABLE bik_load ADD COLUMN seq bigint;
UPDATE bik_load l SET seq = o.n
  FROM (SELECT id, row_number() OVER (ORDER BY business_day, directory_version) AS n FROM bik_load) o WHERE o.id = l.id;
ALTER TABLE bik_load ALTER COLUMN seq SET NOT NULL, ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY;
SELECT setval(pg_get_serial_sequence('bik_load', 'seq'), coalesce(max(seq), 0) + 1, false) FROM bik_load;

ALTER TABLE bik_load DROP CONSTRAINT bik_load_once,
  ADD CONSTRAINT bik_load_order UNIQUE (seq),
  DROP CONSTRAINT bik_load_source_check,
  ADD CONSTRAINT bik_load_source_check CHECK (source IN ('product','upload','restored')),
  -- Hash of the parsed directory: the same one again is no news.
  ADD COLUMN content_hash bytea,
  -- The load that stood before, and all rows of bik_bank and bik_account as it left them; kept for the last load only.
  ADD COLUMN former_load uuid REFERENCES bik_load,
  ADD COLUMN former jsonb;
