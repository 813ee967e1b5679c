-- Pages of lists whose ids are found in indexes alone (decisions/0043).

-- Acts by a frequent name are met by walking the newest: whose they are, and how he is called, is asked of two indexes and
-- of no row.
DROP INDEX act_list;
CREATE INDEX act_list ON act (company_id, sort_at DESC, id DESC)
  INCLUDE (net_g, total_kop, reserved_kop, paid_kop, supplier_id);
CREATE INDEX supplier_name_of ON supplier (company_id, id) INCLUDE (name_search);

-- Whose document has run out: all that the list asks of them stands together by the day.
DROP INDEX supplier_expiring;
CREATE INDEX supplier_expiring ON supplier (company_id, doc_expires_on)
  INCLUDE (id, name_search, created_at, last_visit_at, type, lacks_fields, birth_date, merged_into)
  WHERE doc_expires_on IS NOT NULL;
