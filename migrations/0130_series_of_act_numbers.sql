-- A company may number its acts of ОП-5 in a series of their own (domain.md I8). Numbers that were given stay in the common one.
ALTER TABLE act ADD COLUMN number_series text NOT NULL DEFAULT 'act'
  CONSTRAINT act_number_series_known CHECK (number_series IN ('act','op5'));
ALTER TABLE act DROP CONSTRAINT act_number_unique;
ALTER TABLE act ADD CONSTRAINT act_number_unique
  UNIQUE (company_id, number_series, number_year, number_seq);
