-- Lists of suppliers by a part of the name and by how complete their data is. What the row alone tells is kept with it;
-- ages and terms change with the day and are compared as dates.
ALTER TABLE supplier ADD COLUMN lacks_fields boolean NOT NULL GENERATED ALWAYS AS (CASE type
  WHEN 'company' THEN num_nulls(org_name, inn, kpp, ogrn, org_address) > 0
  WHEN 'ip' THEN num_nulls(inn, reg_address, ogrn) > 0
  ELSE num_nulls(doc, inn, reg_address, birth_date) > 0 END) STORED;
CREATE INDEX supplier_lacking ON supplier (company_id) WHERE lacks_fields;
CREATE INDEX supplier_expiring ON supplier (company_id, doc_expires_on)
  WHERE doc_expires_on IS NOT NULL;

-- Whoever has few finds, or finds that stand together in the order of names, is looked for through all names: the index
-- alone answers, no row is read.
CREATE INDEX supplier_listed_names ON supplier (company_id, name_search, id)
  INCLUDE (status, type, lacks_fields, birth_date, doc_expires_on) WHERE merged_into IS NULL;
