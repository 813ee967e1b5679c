-- online: what is due of acts that were there before their trigger; what it adds meanwhile is not added again
DO $$
DECLARE
  one uuid;
BEGIN
  FOR one IN SELECT id FROM company ORDER BY id LOOP
    INSERT INTO due_day AS t (company_id, day, site_id, acts, net_g, total_kop, reserved_kop, paid_kop)
      SELECT r.company_id, r.day, r.site_id, r.acts - coalesce(k.acts, 0), r.net_g - coalesce(k.net_g, 0),
        r.total_kop - coalesce(k.total_kop, 0), r.reserved_kop - coalesce(k.reserved_kop, 0), r.paid_kop - coalesce(k.paid_kop, 0)
      FROM due_day_by_rows r LEFT JOIN due_day k ON k.company_id = r.company_id AND k.day = r.day AND k.site_id = r.site_id
      WHERE r.company_id = one AND (r.acts, r.net_g, r.total_kop, r.reserved_kop, r.paid_kop)
        IS DISTINCT FROM (k.acts, k.net_g, k.total_kop, k.reserved_kop, k.paid_kop)
      ORDER BY r.day, r.site_id
      ON CONFLICT (company_id, day, site_id) DO UPDATE
        SET acts = t.acts + excluded.acts, net_g = t.net_g + excluded.net_g, total_kop = t.total_kop + excluded.total_kop,
          reserved_kop = t.reserved_kop + excluded.reserved_kop, paid_kop = t.paid_kop + excluded.paid_kop;
    COMMIT;
  END LOOP;
END $$;
