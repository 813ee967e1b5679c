-- The same ties as before, found by a join: a subquery within a row of values keeps a cluster from seeing whose rows they are. A tie may
-- now come twice; whoever asks wants it once.
CREATE OR REPLACE VIEW staff_tie WITH (security_invoker = true) AS
SELECT m.company_id, m.id AS payment_method_id, u.id AS user_id, u.full_name, t.what
FROM payment_method m
  JOIN supplier s ON s.company_id = m.company_id AND s.id = m.supplier_id
  JOIN app_user u ON u.company_id = m.company_id AND u.kind = 'person' AND u.status = 'active'
  LEFT JOIN supplier e ON e.company_id = u.company_id AND e.id <> s.id AND e.merged_into IS NULL
    AND (e.name_search = replace(lower(u.full_name), 'ё', 'е') OR (e.phone_last4 = right(u.phone, 4) AND e.phone = u.phone))
  LEFT JOIN payment_method o ON o.company_id = m.company_id AND o.supplier_id = e.id
    AND (o.payee_key = m.payee_key OR o.account = m.account OR o.sbp_phone = m.sbp_phone)
  CROSS JOIN LATERAL (VALUES
    ('фамилия', surname_stem(s.last_name) = surname_stem(split_part(u.full_name, ' ', 1))),
    ('телефон', u.phone IN (s.phone, m.sbp_phone) OR e.phone IN (s.phone, m.sbp_phone)),
    ('реквизиты', o.id IS NOT NULL),
    ('адрес', replace(lower(e.reg_address), 'ё', 'е') = replace(lower(s.reg_address), 'ё', 'е'))) AS t (what, holds)
WHERE t.holds;
