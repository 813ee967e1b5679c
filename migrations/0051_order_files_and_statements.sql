-- Files of payment orders for the bank, and what its statements bring back.

-- Who took the file, and when for the last time; the number of times stands in download_count.
ALTER TABLE payment_registry
  ADD COLUMN downloaded_by uuid,
  ADD COLUMN downloaded_at timestamptz,
  ADD FOREIGN KEY (company_id, downloaded_by) REFERENCES app_user (company_id, id);

-- Balances are those that the file gives; a file without them proves no line.
ALTER TABLE bank_statement
  ADD COLUMN file_name text NOT NULL DEFAULT '',
  ADD COLUMN account text NOT NULL DEFAULT '',
  ADD COLUMN opening_kop bigint,
  ADD COLUMN credit_kop bigint,
  ADD COLUMN debit_kop bigint,
  ADD COLUMN closing_kop bigint,
  ADD COLUMN line_count int NOT NULL DEFAULT 0,
  ADD COLUMN known_count int NOT NULL DEFAULT 0;

-- The other side of a line, as the bank names it; and the kind of the operation.
ALTER TABLE bank_statement_line
  ADD COLUMN counterparty text,
  ADD COLUMN operation text;
CREATE INDEX bank_statement_line_of_statement
  ON bank_statement_line (company_id, statement_id, booked_on, id);
