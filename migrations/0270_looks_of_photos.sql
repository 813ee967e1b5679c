-- How a photo looks from afar, as 16 by 9 grey points, so that one picture that is saved again is known (domain.md 6.5). Photos before
-- this release have none.
ALTER TABLE file ADD COLUMN look bytea CHECK (octet_length(look) = 144);
CREATE INDEX file_looks ON file (company_id, created_at DESC) WHERE look IS NOT NULL AND kind = 'photo';
