-- What a reader doubts, of a line and of its statement, in whole sentences: a doubt makes a line a suggestion (decision 105).
ALTER TABLE bank_statement_line
  ADD COLUMN doubts text[] NOT NULL DEFAULT '{}',
  -- A document without money is shown and matched with nothing.
  DROP CONSTRAINT bank_statement_line_amount_kop_check,
  ADD CONSTRAINT bank_statement_line_amount_kop_check CHECK (amount_kop >= 0);
-- What of the file was not taken: [{"what": sentence, "records": number}].
ALTER TABLE bank_statement
  ADD COLUMN doubts text[] NOT NULL DEFAULT '{}',
  ADD COLUMN left_out jsonb NOT NULL DEFAULT '[]',
  -- A file may be about several accounts, each with a statement of its own.
  DROP CONSTRAINT bank_statement_file_unique,
  ADD CONSTRAINT bank_statement_file_unique UNIQUE (company_id, file_sha256, account);
