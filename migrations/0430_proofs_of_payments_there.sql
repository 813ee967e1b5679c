-- Proofs that the guard of payments asks for are reckoned on the machine of the row: a function of SQL takes no parameters along there, and
-- a row of a part is none of the table's type, so it is fetched before it is passed on.

CREATE OR REPLACE FUNCTION payment_decided(was payment, how text, least_kop bigint) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM payment_discrepancy d
    LEFT JOIN file f ON f.company_id = d.company_id AND f.id = d.proof_file_id
    WHERE d.company_id = was.company_id AND d.payment_id = was.id AND d.statement_line_id IS NULL
      AND d.outcome = how AND d.closed_at = now() AND d.confirmed_by <> d.closed_by
      AND (how <> 'bank_paid' OR (d.paid_kop >= least_kop AND f.entity = 'payment'
        AND f.entity_id = was.id AND f.deleted_at IS NULL)));
END $$;

-- The acts of a payment that stands for what was paid are those of the payment that is over, none by more.
CREATE OR REPLACE FUNCTION payment_acts_of_former(was payment) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN NOT EXISTS (SELECT FROM payment_allocation t
    WHERE t.company_id = was.company_id AND t.payment_id = was.id
      AND NOT EXISTS (SELECT FROM payment_allocation u
        WHERE u.company_id = was.company_id AND u.company_id = t.company_id AND u.payment_id = was.debit_of
          AND u.act_id = t.act_id AND u.amount_kop >= t.amount_kop));
END $$;

CREATE OR REPLACE FUNCTION payment_debit_proven(was payment) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN payment_acts_of_former(was) AND EXISTS (SELECT FROM bank_statement_line l
    JOIN bank_statement s ON s.company_id = l.company_id AND s.id = l.statement_id
    JOIN payment o ON o.company_id = l.company_id AND o.id = was.debit_of
    WHERE l.company_id = was.company_id AND l.id = was.debit_line_id AND l.direction = 'debit'
      AND l.match_status = 'matched' AND l.payment_id = was.id
      AND was.amount_kop = least(l.amount_kop, o.amount_kop) AND o.payment_method_id = was.payment_method_id
      AND was.bank_config_id IN (o.bank_config_id, s.bank_config_id)
      AND (o.status IN ('rejected', 'cancelled') OR (o.status = 'paid' AND o.returned_kop > 0)));
END $$;

CREATE OR REPLACE FUNCTION payment_letter_proven(was payment) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  former payment;
BEGIN
  SELECT o.* INTO former FROM payment o WHERE o.company_id = was.company_id AND o.id = was.debit_of;
  RETURN coalesce(payment_decided(former, 'bank_paid', was.amount_kop)
    AND former.payment_method_id = was.payment_method_id AND former.bank_config_id = was.bank_config_id
    AND former.status IN ('rejected', 'cancelled'), false)
    AND payment_acts_of_former(was)
    AND EXISTS (SELECT FROM payment_discrepancy d
      WHERE d.company_id = was.company_id AND d.id = was.debit_case_id AND d.payment_id = was.debit_of
        AND was.amount_kop = least(d.paid_kop, former.amount_kop));
END $$;
