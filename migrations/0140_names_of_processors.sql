-- A consent names who processes the data by legal name and address (152-ФЗ, article 9, part 4, item 6).
ALTER TABLE bank ADD COLUMN legal_name text, ADD COLUMN legal_address text;
