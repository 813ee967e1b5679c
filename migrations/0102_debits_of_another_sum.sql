-- A bank may debit another sum than the order's: less pays the acts by that sum, more pays them whole and the rest is to come back.
CREATE OR REPLACE FUNCTION payment_debit_proven(was payment) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM bank_statement_line l
    JOIN bank_statement s ON s.company_id = l.company_id AND s.id = l.statement_id
    JOIN payment o ON o.company_id = l.company_id AND o.id = was.debit_of
    WHERE l.company_id = was.company_id AND l.id = was.debit_line_id AND l.direction = 'debit'
      AND l.match_status = 'matched' AND l.payment_id = was.id
      AND was.amount_kop = least(l.amount_kop, o.amount_kop) AND o.payment_method_id = was.payment_method_id
      AND was.bank_config_id IN (o.bank_config_id, s.bank_config_id)
      AND (o.status IN ('rejected', 'cancelled') OR (o.status = 'paid' AND o.returned_kop > 0)))
    AND NOT EXISTS (SELECT FROM payment_allocation t
      WHERE t.company_id = was.company_id AND t.payment_id = was.id
        AND NOT EXISTS (SELECT FROM payment_allocation u
          WHERE u.company_id = t.company_id AND u.payment_id = was.debit_of AND u.act_id = t.act_id
            AND u.amount_kop >= t.amount_kop))
$$;
