-- Lines keep their place in the file, since their ids of one moment have no order; and money that came and may be a payment that came back
-- waits for a person as a discrepancy that names the payments it may be. Of what was filed as no payment before, credits that speak of a return
-- or come from the account of a payee are told.

ALTER TABLE bank_statement_line ADD COLUMN place int NOT NULL DEFAULT 0;
UPDATE bank_statement_line l SET place = o.place FROM (
  SELECT company_id, id, row_number() OVER (PARTITION BY company_id, statement_id
    ORDER BY booked_on, CASE WHEN doc_number ~ '^\d{1,18}$' THEN doc_number::bigint END, doc_number, id) AS place
  FROM bank_statement_line) o
WHERE l.company_id = o.company_id AND l.id = o.id;
CREATE INDEX bank_statement_line_in_order ON bank_statement_line (company_id, statement_id, place);

WITH possible AS (
  SELECT l.company_id, l.id, jsonb_agg(jsonb_build_object('id', p.id, 'signs',
    CASE WHEN p.payee_account IS NOT DISTINCT FROM l.payer_account THEN '["account"]'::jsonb ELSE '[]' END
    || CASE WHEN p.amount_kop = l.amount_kop THEN '["sum"]'::jsonb ELSE '[]' END)
    ORDER BY p.amount_kop = l.amount_kop DESC, p.document_date DESC) AS payments
  FROM bank_statement_line l
  JOIN bank_statement s ON s.company_id = l.company_id AND s.id = l.statement_id
  JOIN payment p ON p.company_id = l.company_id AND p.payer_account = s.account
    AND p.document_date BETWEEN l.booked_on - 60 AND l.booked_on
  WHERE l.direction = 'credit' AND l.match_status = 'ignored' AND l.match_rule = 'credit'
    AND (p.payee_account = l.payer_account OR (p.amount_kop = l.amount_kop
      AND l.purpose ~* 'возвр|возвращ|отказ|отклон|не зачисл|закрыт|неверн|ошибочн|невыяснен'))
  GROUP BY l.company_id, l.id),
told AS (
  INSERT INTO payment_discrepancy (company_id, id, kind, statement_line_id, detail)
  SELECT company_id, gen_random_uuid(), 'possible_return', id, jsonb_build_object('payments', payments) FROM possible
  RETURNING company_id, statement_line_id)
UPDATE bank_statement_line l SET match_status = 'suggested', match_rule = 'possible_return', updated_at = now(), version = version + 1
FROM told WHERE l.company_id = told.company_id AND l.id = told.statement_line_id;
