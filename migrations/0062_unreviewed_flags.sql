-- «Исключения» counts and lists records with a flag that nobody has reviewed: they are few, and each company's are found
-- without reading the years of reviewed ones (domain.md 6.5).
CREATE INDEX visit_unreviewed ON visit (company_id)
  WHERE jsonb_path_exists(flags, '$[*] ? (!exists(@.reviewed_at))');
CREATE INDEX weight_act_unreviewed ON weight_act (company_id)
  WHERE jsonb_path_exists(flags, '$[*] ? (!exists(@.reviewed_at))');
CREATE INDEX act_unreviewed ON act (company_id)
  WHERE jsonb_path_exists(flags, '$[*] ? (!exists(@.reviewed_at))');
CREATE INDEX supplier_unreviewed ON supplier (company_id)
  WHERE jsonb_path_exists(flags, '$[*] ? (!exists(@.reviewed_at))');
CREATE INDEX payment_unreviewed ON payment (company_id)
  WHERE jsonb_path_exists(flags, '$[*] ? (!exists(@.reviewed_at))');
