-- Tables and columns say what the code says (docs/glossary.md): the stay of a vehicle is a visit, and a transaction is one of
-- the database. The names of the specification stay on the wire, in entities of the audit chain and in counters.
ALTER TABLE transaction RENAME TO visit;
ALTER TABLE weighing RENAME COLUMN transaction_id TO visit_id;
ALTER TABLE weight_act_line RENAME COLUMN transaction_id TO visit_id;
ALTER TABLE bik_load RENAME COLUMN former TO previous;
ALTER TABLE bik_load RENAME COLUMN former_load TO previous_load;

DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT c.conrelid::regclass AS of_table, c.conname AS name FROM pg_constraint c
      WHERE c.connamespace = 'public'::regnamespace AND c.conname ~ 'transaction|former'
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', found.of_table, found.name,
      replace(replace(found.name, 'transaction', 'visit'), 'former', 'previous'));
  END LOOP;
  FOR found IN
    SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'i'
        AND c.relname ~ 'transaction|former'
  LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', found.name,
      replace(replace(found.name, 'transaction', 'visit'), 'former', 'previous'));
  END LOOP;
END $$;

-- A function keeps the text of its statements, so this one would ask for a table that is gone.
ALTER TRIGGER transaction_notes_last_visit ON visit RENAME TO visit_notes_last_visit;
CREATE OR REPLACE FUNCTION note_last_visit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND old.supplier_id IS NOT NULL AND old.status <> 'void'
    AND (new.supplier_id IS DISTINCT FROM old.supplier_id OR new.status = 'void'
      OR new.in_at < old.in_at) THEN
    UPDATE supplier SET last_visit_at = (SELECT max(in_at) FROM visit
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
