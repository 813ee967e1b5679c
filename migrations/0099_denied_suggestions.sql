-- A person may say that a line is not the payment that was suggested for it by its sum: the line keeps of which payments that was said, so that it
-- holds none of them from being withdrawn or refused.

ALTER TABLE bank_statement_line ADD COLUMN denied_ids uuid[] NOT NULL DEFAULT '{}';
