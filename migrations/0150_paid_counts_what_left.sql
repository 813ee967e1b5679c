-- «Выплачено» of a day is what the bank executed that day (decision 108): a return is told apart, on its own day, and takes nothing
-- off. The figures of days took it off, so the platform's overview said less than every other place.

CREATE OR REPLACE FUNCTION payment_return_settle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part record;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.status = 'confirmed' AND (NEW.status, NEW.amount_kop, NEW.payment_id)
      IS DISTINCT FROM (OLD.status, OLD.amount_kop, OLD.payment_id) THEN
    RAISE EXCEPTION 'payment_return %: what was confirmed never changes', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_return_immutable';
  END IF;
  IF NEW.status <> 'confirmed' OR (TG_OP = 'UPDATE' AND OLD.status = 'confirmed') THEN
    RETURN NULL;
  END IF;
  UPDATE payment SET returned_kop = returned_kop + NEW.amount_kop, version = version + 1
    WHERE company_id = NEW.company_id AND id = NEW.payment_id;
  -- The latest act gives first; the rows are locked in the order of their keys (payments.md 2).
  FOR part IN
    SELECT t.act_id, least(t.free, NEW.amount_kop - t.before) AS kop
    FROM (SELECT act_id, amount_kop - returned_kop AS free,
        sum(amount_kop - returned_kop) OVER (ORDER BY act_id DESC) - (amount_kop - returned_kop) AS before
      FROM payment_allocation
      WHERE company_id = NEW.company_id AND payment_id = NEW.payment_id) t
    WHERE t.before < NEW.amount_kop AND t.free > 0 ORDER BY t.act_id
  LOOP
    UPDATE payment_allocation SET returned_kop = returned_kop + part.kop
      WHERE company_id = NEW.company_id AND payment_id = NEW.payment_id AND act_id = part.act_id;
    UPDATE act SET paid_kop = paid_kop - part.kop
      WHERE company_id = NEW.company_id AND id = part.act_id;
  END LOOP;
  RETURN NULL;
END $$;

-- The days are counted anew from the payments themselves.
UPDATE daily_rollup SET paid_kop = 0 WHERE paid_kop <> 0;
INSERT INTO daily_rollup (company_id, site_id, day, paid_kop)
  SELECT a.company_id, a.site_id, (p.finished_at AT TIME ZONE c.timezone)::date, sum(t.amount_kop)
  FROM payment p
    JOIN company c ON c.id = p.company_id
    JOIN payment_allocation t ON t.company_id = p.company_id AND t.payment_id = p.id
    JOIN act a ON a.company_id = t.company_id AND a.id = t.act_id
  WHERE p.status = 'paid' AND NOT p.is_test AND p.finished_at IS NOT NULL
  GROUP BY 1, 2, 3
  ON CONFLICT (company_id, day, site_id) DO UPDATE SET paid_kop = excluded.paid_kop;
