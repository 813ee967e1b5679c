-- An old base may know a person by one unparsed name: he is copied as a draft that lacks a first name, and cannot
-- become active without one.
ALTER TABLE supplier DROP CONSTRAINT supplier_has_name,
  ADD CONSTRAINT supplier_has_name CHECK (CASE type WHEN 'company' THEN org_name IS NOT NULL
    ELSE last_name IS NOT NULL
      AND (first_name IS NOT NULL OR (legacy_id IS NOT NULL AND status <> 'active')) END);
