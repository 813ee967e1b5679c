-- Agreements with banks that the machine remembers and a restored copy does not know, by id; null: nothing was remembered.
ALTER TABLE installation ADD COLUMN lost_agreements jsonb;
