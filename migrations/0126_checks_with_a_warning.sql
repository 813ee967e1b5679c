-- A bank may answer a check and still say something that a person should see; it blocks nothing.
ALTER TABLE bank_config ADD COLUMN last_check_warning text;
