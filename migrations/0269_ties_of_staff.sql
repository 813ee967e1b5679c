-- Ways of payment that lead to an employee, as far as names, phones, destinations and addresses tell (domain.md 6.5). What is known of an
-- employee besides name and phone stands in the employee's own record as a supplier, where there is one.
CREATE FUNCTION surname_stem(surname text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN nullif(regexp_replace(replace(lower(surname), 'ё', 'е'), '(ая|ий|ый|ой|а)$', ''), '');

CREATE VIEW staff_tie AS
SELECT m.company_id, m.id AS payment_method_id, u.id AS user_id, u.full_name, t.what
FROM payment_method m
  JOIN supplier s ON s.company_id = m.company_id AND s.id = m.supplier_id
  JOIN app_user u ON u.company_id = m.company_id AND u.kind = 'person' AND u.status = 'active'
  LEFT JOIN supplier e ON e.company_id = u.company_id AND e.id <> s.id AND e.merged_into IS NULL
    AND (e.name_search = replace(lower(u.full_name), 'ё', 'е') OR (e.phone_last4 = right(u.phone, 4) AND e.phone = u.phone))
  CROSS JOIN LATERAL (VALUES
    ('фамилия', surname_stem(s.last_name) = surname_stem(split_part(u.full_name, ' ', 1))),
    ('телефон', u.phone IN (s.phone, m.sbp_phone) OR e.phone IN (s.phone, m.sbp_phone)),
    ('реквизиты', EXISTS (SELECT FROM payment_method o WHERE o.company_id = e.company_id AND o.supplier_id = e.id
      AND (o.payee_key = m.payee_key OR o.account = m.account OR o.sbp_phone = m.sbp_phone))),
    ('адрес', replace(lower(e.reg_address), 'ё', 'е') = replace(lower(s.reg_address), 'ё', 'е'))) AS t (what, holds)
WHERE t.holds;
