-- The second factor of sign-in: a secret shared with an authenticator, and codes for the day when it is lost (security.md 4.6).
-- Without `confirmed_at` it is only proposed and asked for nowhere.
CREATE TABLE second_factor (
  user_id uuid PRIMARY KEY REFERENCES app_user,
  secret bytea NOT NULL,
  confirmed_at timestamptz,
  -- Steps of 30 seconds whose code was taken, the last ones: a code is good once, whichever way the clock moves.
  used_steps bigint[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT second_factor_steps CHECK (cardinality(used_steps) <= 10));

CREATE TABLE recovery_code (
  user_id uuid NOT NULL REFERENCES second_factor ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash));
