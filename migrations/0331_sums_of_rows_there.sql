-- online: sums of rows that were there before their triggers; what a trigger adds meanwhile is not added again
DO $$
DECLARE
  one uuid;
BEGIN
  FOR one IN SELECT id FROM company ORDER BY id LOOP
    INSERT INTO money_day AS t (company_id, day, stage, bank_config_id, kind, payments, amount_kop)
      SELECT r.company_id, r.day, r.stage, r.bank_config_id, r.kind, r.payments - coalesce(k.payments, 0),
        r.amount_kop - coalesce(k.amount_kop, 0)
      FROM money_day_by_rows r LEFT JOIN money_day k ON k.company_id = r.company_id AND k.day = r.day AND k.stage = r.stage
        AND k.bank_config_id = r.bank_config_id AND k.kind = r.kind
      WHERE r.company_id = one AND (r.payments, r.amount_kop) IS DISTINCT FROM (k.payments, k.amount_kop)
      ORDER BY r.day, r.stage, r.bank_config_id, r.kind
      ON CONFLICT (company_id, day, stage, bank_config_id, kind) DO UPDATE
        SET payments = t.payments + excluded.payments, amount_kop = t.amount_kop + excluded.amount_kop;
    INSERT INTO file_sum AS t (company_id, files, bytes)
      SELECT r.company_id, r.files - coalesce(k.files, 0), r.bytes - coalesce(k.bytes, 0)
      FROM file_sum_by_rows r LEFT JOIN file_sum k ON k.company_id = r.company_id
      WHERE r.company_id = one AND (r.files, r.bytes) IS DISTINCT FROM (k.files, k.bytes)
      ON CONFLICT (company_id) DO UPDATE SET files = t.files + excluded.files, bytes = t.bytes + excluded.bytes;
    COMMIT;
  END LOOP;
END $$;
