-- A draft may be saved before it has goods or before the price list has a price for them; issuing asks for both.
ALTER TABLE act ALTER COLUMN kind DROP NOT NULL;
ALTER TABLE act ADD CONSTRAINT act_issued_has_kind
  CHECK (kind IS NOT NULL OR status NOT IN ('issued','signed'));
ALTER TABLE act_position ALTER COLUMN price_kop DROP NOT NULL;
