-- Some people have one name, which stands as the last name: whoever enters such a person confirms it. Old rows have two.
ALTER TABLE supplier ADD COLUMN single_name boolean NOT NULL DEFAULT false;
ALTER TABLE supplier DROP CONSTRAINT supplier_has_name,
  ADD CONSTRAINT supplier_has_name CHECK (CASE type WHEN 'company' THEN org_name IS NOT NULL
    ELSE last_name IS NOT NULL AND (first_name IS NOT NULL OR single_name
      OR (legacy_id IS NOT NULL AND status <> 'active')) END);
