-- A comparison with a bank is also asked for by a person, for a period: one table and one way through it for both.
ALTER TABLE bank_comparison
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN date_from date, ADD COLUMN date_to date, ADD COLUMN asked_by uuid,
  ADD COLUMN total int NOT NULL DEFAULT 0,
  -- Payments that ours hold for not sent and the bank knows: a restored copy took their rows back.
  ADD COLUMN known int NOT NULL DEFAULT 0,
  ADD COLUMN is_cut boolean NOT NULL DEFAULT false,
  -- One visit at a time.
  ADD COLUMN visited_until timestamptz,
  DROP CONSTRAINT bank_comparison_pkey,
  ADD PRIMARY KEY (company_id, id),
  ADD CONSTRAINT bank_comparison_asked_by_fkey FOREIGN KEY (company_id, asked_by) REFERENCES app_user (company_id, id),
  ADD CONSTRAINT bank_comparison_of_a_period
    CHECK (num_nonnulls(date_from, date_to, asked_by) IN (0, 3) AND date_from <= date_to);
CREATE UNIQUE INDEX bank_comparison_night ON bank_comparison (company_id, bank_config_id, day) WHERE asked_by IS NULL;
CREATE UNIQUE INDEX bank_comparison_asked ON bank_comparison (company_id, bank_config_id)
  WHERE asked_by IS NOT NULL AND done_at IS NULL;
