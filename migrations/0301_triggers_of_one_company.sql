-- A trigger reads and writes rows of its row's company alone, locks no whole table and asks no clock what happened in its
-- transaction: on a cluster it runs on the machine of the company, whose transaction has a clock of its own (decision 142).

-- A payment and the reckoning anew of all years of its company meet at the supplier's row.
CREATE OR REPLACE FUNCTION add_to_supplier_year(company uuid, payee uuid, happened timestamptz, paid bigint, returned bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept uuid;
  zone text;
BEGIN
  SELECT coalesce(merged_into, id) INTO STRICT kept FROM supplier
    WHERE company_id = company AND id = payee FOR NO KEY UPDATE;
  SELECT timezone INTO STRICT zone FROM company c WHERE c.id = company;
  INSERT INTO supplier_year AS t (company_id, supplier_id, year, paid_kop, returned_kop)
    VALUES (company, kept, extract(year FROM happened AT TIME ZONE zone)::int, paid, returned)
    ON CONFLICT (company_id, year, supplier_id) DO UPDATE
      SET paid_kop = t.paid_kop + excluded.paid_kop,
        returned_kop = t.returned_kop + excluded.returned_kop;
END $$;

CREATE OR REPLACE FUNCTION rebuild_supplier_years(company uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM supplier WHERE company_id = company ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM supplier_year WHERE company_id = company;
  INSERT INTO supplier_year (company_id, supplier_id, year, paid_kop, returned_kop)
    SELECT s.company_id, coalesce(s.merged_into, s.id), extract(year FROM f.happened AT TIME ZONE c.timezone)::int,
      sum(f.paid), sum(f.returned)
    FROM (
      SELECT company_id, supplier_id, finished_at AS happened, amount_kop AS paid, 0::bigint AS returned
        FROM payment WHERE company_id = company AND status = 'paid' AND NOT is_test
      UNION ALL
      SELECT p.company_id, p.supplier_id, r.confirmed_at, 0, r.amount_kop
        FROM payment_return r JOIN payment p ON p.company_id = r.company_id AND p.id = r.payment_id
        WHERE r.company_id = company AND r.status = 'confirmed' AND NOT p.is_test) f
      JOIN supplier s ON s.company_id = f.company_id AND s.id = f.supplier_id
      JOIN company c ON c.id = s.company_id
    WHERE s.company_id = company
    GROUP BY 1, 2, 3;
END $$;

-- `payment_decided` asks whether two people closed a case in this very transaction: the clock of the machine that keeps the case
-- says when that was.
CREATE FUNCTION case_closes_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.closed_at > now() - interval '1 minute' AND (TG_OP = 'INSERT' OR NEW.closed_at IS DISTINCT FROM OLD.closed_at) THEN
    NEW.closed_at := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER discrepancy_closes_now BEFORE INSERT OR UPDATE OF closed_at ON payment_discrepancy
  FOR EACH ROW EXECUTE FUNCTION case_closes_now();

-- Citus writes a CASE over a variable anew with its own words, and wrongly: the comparison is said whole.
CREATE OR REPLACE FUNCTION payment_settle(was payment, outcome text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part record;
BEGIN
  FOR part IN SELECT act_id, amount_kop FROM payment_allocation
    WHERE company_id = was.company_id AND payment_id = was.id ORDER BY act_id
  LOOP
    UPDATE act SET reserved_kop = reserved_kop - part.amount_kop,
        paid_kop = paid_kop + CASE WHEN outcome = 'paid' THEN part.amount_kop ELSE 0 END
      WHERE company_id = was.company_id AND id = part.act_id;
  END LOOP;
  IF outcome = 'paid' THEN
    RETURN;
  END IF;
  FOR part IN SELECT scope, scope_key, period FROM payment_limit_use
    WHERE company_id = was.company_id AND payment_id = was.id ORDER BY scope, scope_key, period
  LOOP
    UPDATE payment_limit
      SET used_kop = used_kop - was.amount_kop, used_count = used_count - 1
      WHERE company_id = was.company_id AND scope = part.scope AND scope_key = part.scope_key
        AND period = part.period;
  END LOOP;
END $$;

-- The row of a cluster's table has a type of that table's own, which no function knows: a variable takes it over.
CREATE OR REPLACE FUNCTION payment_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step text := OLD.status || '>' || NEW.status;
  happened timestamptz := clock_timestamp();
  was payment := OLD;
BEGIN
  IF (NEW.company_id, NEW.id, NEW.supplier_id, NEW.payment_method_id, NEW.bank_config_id,
      NEW.method_snapshot, NEW.amount_kop, NEW.purpose, NEW.marker, NEW.four_eyes,
      NEW.is_test, NEW.retry_of, NEW.created_by, NEW.created_at, NEW.debit_line_id, NEW.debit_case_id,
      NEW.debit_of)
    IS DISTINCT FROM
     (OLD.company_id, OLD.id, OLD.supplier_id, OLD.payment_method_id, OLD.bank_config_id,
      OLD.method_snapshot, OLD.amount_kop, OLD.purpose, OLD.marker, OLD.four_eyes,
      OLD.is_test, OLD.retry_of, OLD.created_by, OLD.created_at, OLD.debit_line_id, OLD.debit_case_id,
      OLD.debit_of) THEN
    RAISE EXCEPTION 'payment %: what was saved never changes', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_immutable';
  END IF;
  NEW.updated_at := now();
  IF NEW.status = OLD.status THEN
    RETURN NEW;
  END IF;
  IF NOT payment_step_allowed(step, NEW.status_source)
      OR payment_step_forbidden(was, step, NEW.status_source) THEN
    RAISE EXCEPTION 'payment_transition % by %', step, NEW.status_source
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transition';
  END IF;
  IF NEW.status = 'registering' THEN
    NEW.registered_at := coalesce(NEW.registered_at, happened);
    happened := NEW.registered_at;
  ELSIF NEW.status IN ('paid', 'rejected', 'cancelled') THEN
    NEW.finished_at := coalesce(NEW.finished_at, happened);
    happened := NEW.finished_at;
    PERFORM payment_settle(was, NEW.status);
  END IF;
  NEW.version := OLD.version + 1;
  INSERT INTO payment_event (company_id, payment_id, n, from_status, to_status, source, actor,
      user_id, reason_code, detail, at)
    VALUES (OLD.company_id, OLD.id, NEW.version, OLD.status, NEW.status, NEW.status_source,
      payment_actor(step, NEW.status_source),
      nullif(current_setting('app.user_id', true), '')::uuid, NEW.reason_code,
      jsonb_strip_nulls(jsonb_build_object('bank_status', NEW.bank_status,
        'approved_by', CASE WHEN NEW.status = 'registering' OR step = 'saved>paid' THEN NEW.approved_by END)),
      happened);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION keep_year_of_return() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was payment_return;
  came payment_return;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = 'confirmed' THEN
    was := OLD;
    PERFORM add_return_to_year(was, -was.amount_kop);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'confirmed' THEN
    came := NEW;
    PERFORM add_return_to_year(came, came.amount_kop);
  END IF;
  RETURN NULL;
END $$;

-- The years of a company are reckoned anew by the command that moves its clock (`changeCompany`): the row of a company lies on
-- every machine, and would do so on each.
DROP TRIGGER company_keeps_years ON company;
DROP FUNCTION keep_years_of_company;
