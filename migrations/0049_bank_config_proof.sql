-- An agreement is proven by a test payment that was made with its present keys and account.
ALTER TABLE bank_config
  ADD COLUMN keys_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN off_at timestamptz,
  ADD COLUMN off_reason text;
