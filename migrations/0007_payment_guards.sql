-- The guards of payments: which step may be taken by what, and what each step does to the sums.
-- They stand in the database so that every way in is held to them (payments.md 1 and 2).

-- A test payment has no acts; the parts of any other one make its amount, judged at commit.
CREATE FUNCTION payment_parts_add_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  company uuid := coalesce(NEW.company_id, OLD.company_id);
  payment_key uuid;
  due bigint;
BEGIN
  IF TG_TABLE_NAME = 'payment' THEN
    payment_key := NEW.id;
  ELSE
    payment_key := coalesce(NEW.payment_id, OLD.payment_id);
  END IF;
  SELECT CASE WHEN is_test THEN 0 ELSE amount_kop END INTO due
    FROM payment WHERE company_id = company AND id = payment_key;
  IF FOUND AND due <> (SELECT coalesce(sum(amount_kop), 0) FROM payment_allocation
      WHERE company_id = company AND payment_id = payment_key) THEN
    RAISE EXCEPTION 'payment %: its parts do not make its amount', payment_key
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_parts_add_up';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payment_parts_add_up AFTER INSERT ON payment
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payment_parts_add_up();
CREATE CONSTRAINT TRIGGER payment_parts_add_up
  AFTER INSERT OR DELETE OR UPDATE OF amount_kop, payment_id ON payment_allocation
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payment_parts_add_up();

-- After the insert, so that a repeated save (ON CONFLICT DO NOTHING) leaves no second event.
CREATE FUNCTION payment_born() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'saved' OR NEW.approved_by IS NOT NULL THEN
    RAISE EXCEPTION 'payment_transition none>% by %', NEW.status, NEW.status_source
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transition';
  END IF;
  INSERT INTO payment_event (company_id, payment_id, n, to_status, source, actor, user_id, at)
    VALUES (NEW.company_id, NEW.id, NEW.version, NEW.status, NEW.status_source, 'user',
      NEW.created_by, NEW.created_at);
  RETURN NULL;
END $$;
CREATE TRIGGER payment_born AFTER INSERT ON payment
  FOR EACH ROW EXECUTE FUNCTION payment_born();

-- The table of payments.md 1, turned into rows of who says so and which step.
CREATE FUNCTION payment_step_allowed(step text, source text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(step = ANY (CASE source
    WHEN 'user' THEN ARRAY['saved>registering', 'saved>cancelled', 'registering>cancelled',
      'registered>cancelled']
    WHEN 'create' THEN ARRAY['registering>registered', 'registering>rejected',
      'registering>unknown', 'unknown>registered']
    WHEN 'status' THEN ARRAY['registering>unknown', 'registering>processing',
      'registering>paid', 'registering>rejected', 'registering>cancelled',
      'registered>processing', 'registered>paid', 'registered>rejected',
      'registered>cancelled', 'processing>paid', 'processing>rejected',
      'processing>cancelled', 'unknown>processing', 'unknown>paid', 'unknown>rejected',
      'unknown>cancelled']
    WHEN 'bank_file' THEN ARRAY['registering>registered', 'registered>processing',
      'registered>rejected', 'registered>cancelled', 'processing>rejected',
      'processing>cancelled']
    WHEN 'statement' THEN ARRAY['registered>paid', 'processing>paid', 'unknown>paid']
    WHEN 'manual' THEN ARRAY['unknown>rejected', 'registered>rejected', 'processing>rejected']
  END), false)
$$;

-- A file can be withdrawn or refused by hand; a call to a bank cannot be taken back.
-- A refusal of one send proves nothing while another send may have been taken.
CREATE FUNCTION payment_step_forbidden(was payment, step text, source text) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF step = 'registering>cancelled' AND source = 'user' AND was.first_sent_at IS NOT NULL THEN
    RETURN true;
  END IF;
  IF (step = 'registered>cancelled' AND source = 'user')
      OR (was.status <> 'unknown' AND source = 'manual') THEN
    RETURN NOT EXISTS (SELECT FROM bank_config c JOIN bank b ON b.id = c.bank_id
      WHERE c.company_id = was.company_id AND c.id = was.bank_config_id
        AND b.adapter IN ('file_1c', 'file_iso20022'));
  END IF;
  RETURN step = 'registering>rejected' AND source = 'create'
    AND EXISTS (SELECT FROM payment_attempt t
      WHERE t.company_id = was.company_id AND t.payment_id = was.id AND t.kind = 'send'
        AND (t.outcome IS NULL OR t.outcome IN ('ambiguous', 'accepted')));
END $$;

-- Acts before limits and both in the order of their keys: the one lock order of payments.md 2.
CREATE FUNCTION payment_settle(was payment, outcome text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part record;
BEGIN
  FOR part IN SELECT act_id, amount_kop FROM payment_allocation
    WHERE company_id = was.company_id AND payment_id = was.id ORDER BY act_id
  LOOP
    UPDATE act SET reserved_kop = reserved_kop - part.amount_kop,
        paid_kop = paid_kop + CASE outcome WHEN 'paid' THEN part.amount_kop ELSE 0 END
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

-- Who took the step, for the timeline: a person, the server by itself, or the bank's answer.
CREATE FUNCTION payment_actor(step text, source text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN source IN ('user', 'manual') THEN 'user'
    WHEN step LIKE '%>unknown' THEN 'worker'
    WHEN step = 'registering>registered' AND source = 'bank_file' THEN 'worker'
    ELSE 'bank' END
$$;

CREATE FUNCTION payment_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step text := OLD.status || '>' || NEW.status;
  happened timestamptz := clock_timestamp();
BEGIN
  IF (NEW.company_id, NEW.id, NEW.supplier_id, NEW.payment_method_id, NEW.bank_config_id,
      NEW.method_snapshot, NEW.amount_kop, NEW.purpose, NEW.marker, NEW.four_eyes,
      NEW.is_test, NEW.retry_of, NEW.created_by, NEW.created_at)
    IS DISTINCT FROM
     (OLD.company_id, OLD.id, OLD.supplier_id, OLD.payment_method_id, OLD.bank_config_id,
      OLD.method_snapshot, OLD.amount_kop, OLD.purpose, OLD.marker, OLD.four_eyes,
      OLD.is_test, OLD.retry_of, OLD.created_by, OLD.created_at) THEN
    RAISE EXCEPTION 'payment %: what was saved never changes', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_immutable';
  END IF;
  NEW.updated_at := now();
  IF NEW.status = OLD.status THEN
    RETURN NEW;
  END IF;
  IF NOT payment_step_allowed(step, NEW.status_source)
      OR payment_step_forbidden(OLD, step, NEW.status_source) THEN
    RAISE EXCEPTION 'payment_transition % by %', step, NEW.status_source
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transition';
  END IF;
  IF NEW.status = 'registering' THEN
    NEW.registered_at := coalesce(NEW.registered_at, happened);
    happened := NEW.registered_at;
  ELSIF NEW.status IN ('paid', 'rejected', 'cancelled') THEN
    NEW.finished_at := coalesce(NEW.finished_at, happened);
    happened := NEW.finished_at;
    PERFORM payment_settle(OLD, NEW.status);
  END IF;
  NEW.version := OLD.version + 1;
  INSERT INTO payment_event (company_id, payment_id, n, from_status, to_status, source, actor,
      user_id, reason_code, detail, at)
    VALUES (OLD.company_id, OLD.id, NEW.version, OLD.status, NEW.status, NEW.status_source,
      payment_actor(step, NEW.status_source),
      nullif(current_setting('app.user_id', true), '')::uuid, NEW.reason_code,
      jsonb_strip_nulls(jsonb_build_object('bank_status', NEW.bank_status,
        'approved_by', CASE NEW.status WHEN 'registering' THEN NEW.approved_by END)), happened);
  RETURN NEW;
END $$;
CREATE TRIGGER payment_guard BEFORE UPDATE ON payment
  FOR EACH ROW EXECUTE FUNCTION payment_guard();
