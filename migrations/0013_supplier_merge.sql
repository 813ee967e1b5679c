-- Two records of one seller become one: the dropped one stays as an alias, so that its payments keep their payee.
ALTER TABLE supplier
  ADD COLUMN merged_into uuid, ADD COLUMN merged_at timestamptz,
  ADD FOREIGN KEY (company_id, merged_into) REFERENCES supplier,
  ADD CONSTRAINT supplier_merged_is_archived CHECK (merged_into IS NULL
    OR (status = 'archived' AND merged_at IS NOT NULL AND merged_into <> id));
CREATE INDEX supplier_aliases ON supplier (company_id, merged_into) WHERE merged_into IS NOT NULL;

-- Who else was born that day: the look for the same person under another spelling starts here.
CREATE INDEX supplier_by_birth ON supplier (company_id, birth_date) WHERE birth_date IS NOT NULL;
