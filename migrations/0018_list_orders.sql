-- Orders that lists offer over a million acts and 200,000 suppliers: each is one walk of an index.

-- The newest visit that is not void, kept by the trigger below: finding it for every supplier of a list that is ordered
-- by it meant reading all visits.
ALTER TABLE supplier ADD COLUMN last_visit_at timestamptz;
UPDATE supplier s SET last_visit_at = v.at
  FROM (SELECT company_id, supplier_id, max(in_at) AS at FROM transaction
    WHERE supplier_id IS NOT NULL AND status <> 'void' GROUP BY company_id, supplier_id) v
  WHERE s.company_id = v.company_id AND s.id = v.supplier_id;

CREATE FUNCTION note_last_visit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND old.supplier_id IS NOT NULL AND old.status <> 'void'
    AND (new.supplier_id IS DISTINCT FROM old.supplier_id OR new.status = 'void'
      OR new.in_at < old.in_at) THEN
    UPDATE supplier SET last_visit_at = (SELECT max(in_at) FROM transaction
        WHERE company_id = old.company_id AND supplier_id = old.supplier_id AND status <> 'void')
      WHERE company_id = old.company_id AND id = old.supplier_id;
  END IF;
  IF new.supplier_id IS NOT NULL AND new.status <> 'void' THEN
    UPDATE supplier SET last_visit_at = new.in_at
      WHERE company_id = new.company_id AND id = new.supplier_id
        AND (last_visit_at IS NULL OR last_visit_at < new.in_at);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER transaction_notes_last_visit
  AFTER INSERT OR UPDATE OF supplier_id, status, in_at ON transaction
  FOR EACH ROW EXECUTE FUNCTION note_last_visit();

-- Who never came stands last in the order that people ask for: the newest first.
CREATE INDEX supplier_by_last_visit ON supplier (company_id, last_visit_at DESC NULLS LAST, id DESC);
CREATE INDEX supplier_by_status_and_name ON supplier (company_id, status, name_search, id);

CREATE INDEX act_by_net ON act (company_id, net_g, id);
CREATE INDEX act_by_total ON act (company_id, total_kop, id);
CREATE INDEX act_by_due ON act (company_id, (total_kop - reserved_kop - paid_kop), id);
