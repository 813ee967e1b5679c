-- A confirmed return does to the sums what a step of a payment does: the guard stands where every way in passes it
-- (payments.md 1, step 17). The payment stays paid; its acts are due again by what came back.

CREATE FUNCTION payment_return_settle() RETURNS trigger LANGUAGE plpgsql AS $$
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
    SELECT t.act_id, a.site_id, least(t.free, NEW.amount_kop - t.before) AS kop
    FROM (SELECT act_id, amount_kop - returned_kop AS free,
        sum(amount_kop - returned_kop) OVER (ORDER BY act_id DESC) - (amount_kop - returned_kop) AS before
      FROM payment_allocation
      WHERE company_id = NEW.company_id AND payment_id = NEW.payment_id) t
    JOIN act a ON a.company_id = NEW.company_id AND a.id = t.act_id
    WHERE t.before < NEW.amount_kop AND t.free > 0 ORDER BY t.act_id
  LOOP
    UPDATE payment_allocation SET returned_kop = returned_kop + part.kop
      WHERE company_id = NEW.company_id AND payment_id = NEW.payment_id AND act_id = part.act_id;
    UPDATE act SET paid_kop = paid_kop - part.kop
      WHERE company_id = NEW.company_id AND id = part.act_id;
    INSERT INTO daily_rollup AS r (company_id, site_id, day, paid_kop)
      SELECT NEW.company_id, part.site_id, (NEW.confirmed_at AT TIME ZONE c.timezone)::date, -part.kop
      FROM company c WHERE c.id = NEW.company_id
      ON CONFLICT (company_id, day, site_id) DO UPDATE SET paid_kop = r.paid_kop + excluded.paid_kop;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_return_settle AFTER INSERT OR UPDATE ON payment_return
  FOR EACH ROW EXECUTE FUNCTION payment_return_settle();
