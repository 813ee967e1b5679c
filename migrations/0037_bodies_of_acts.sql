-- The body of the form as it was described at issue, sealed: the PDF of an act is drawn of it, as its page was. NULL in acts that
-- were issued before.
ALTER TABLE act ADD COLUMN body_blocks bytea;
