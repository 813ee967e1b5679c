-- One row: which installation this is, and whether its payouts are held because its database went back to an earlier state.
CREATE TABLE installation (
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Counted here and in DATA_DIR/installation.json: a database that knows of fewer starts went back.
  starts bigint NOT NULL DEFAULT 0,
  held_since timestamptz, held_why text,
  -- The last moment that the database proves; what banks did since then is asked of them.
  proven_at timestamptz,
  -- Two people let payouts go.
  first_by uuid REFERENCES app_user (id), first_at timestamptz, first_reason text,
  released_by uuid REFERENCES app_user (id), released_at timestamptz,
  CONSTRAINT installation_held_whole CHECK (num_nonnulls(held_since, held_why, proven_at) IN (0, 3)),
  CONSTRAINT installation_first_whole CHECK (num_nonnulls(first_by, first_at, first_reason) IN (0, 3)),
  CONSTRAINT installation_released_by_two CHECK (released_by IS NULL OR (first_by IS NOT NULL AND first_by <> released_by))
);
INSERT INTO installation DEFAULT VALUES;
