-- A debit of a payment that we hold for over can pay its acts: a payment of its own stands for it, born and paid in one transaction and
-- never sent to a bank. Discrepancies name both people who closed them, and what they made of it.

ALTER TABLE payment
  ADD COLUMN debit_line_id uuid,
  ADD COLUMN debit_of uuid,
  ADD CONSTRAINT payment_debit_line_fkey FOREIGN KEY (company_id, debit_line_id) REFERENCES bank_statement_line,
  ADD CONSTRAINT payment_debit_of_fkey FOREIGN KEY (company_id, debit_of) REFERENCES payment,
  ADD CONSTRAINT payment_debit_used_once UNIQUE (company_id, debit_line_id),
  ADD CONSTRAINT payment_debit_is_of_a_payment
    CHECK (debit_line_id IS NULL AND debit_of IS NULL
      OR debit_line_id IS NOT NULL AND debit_of IS NOT NULL AND four_eyes AND NOT is_test AND status IN ('saved', 'paid'));
CREATE INDEX payment_of_debited ON payment (company_id, debit_of) WHERE debit_of IS NOT NULL;

CREATE OR REPLACE FUNCTION payment_step_allowed(step text, source text) RETURNS boolean
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
    WHEN 'statement' THEN ARRAY['registered>paid', 'processing>paid', 'unknown>paid', 'saved>paid']
    WHEN 'manual' THEN ARRAY['unknown>rejected', 'registered>rejected', 'processing>rejected']
  END), false)
$$;

-- A payment that stands for a debit takes one step: by its own line, of the sum, way and agreement of the payment that was debited,
-- which is over or came back, and for acts of that payment alone.
CREATE FUNCTION payment_debit_proven(was payment) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM bank_statement_line l
    JOIN payment o ON o.company_id = l.company_id AND o.id = was.debit_of
    WHERE l.company_id = was.company_id AND l.id = was.debit_line_id AND l.direction = 'debit'
      AND l.match_status = 'matched' AND l.payment_id = was.id AND l.amount_kop = was.amount_kop
      AND o.amount_kop = was.amount_kop AND o.payment_method_id = was.payment_method_id
      AND o.bank_config_id = was.bank_config_id AND o.debit_line_id IS NULL
      AND (o.status IN ('rejected', 'cancelled') OR (o.status = 'paid' AND o.returned_kop > 0)))
    AND NOT EXISTS (SELECT FROM payment_allocation t
      WHERE t.company_id = was.company_id AND t.payment_id = was.id
        AND NOT EXISTS (SELECT FROM payment_allocation u
          WHERE u.company_id = t.company_id AND u.payment_id = was.debit_of AND u.act_id = t.act_id
            AND u.amount_kop = t.amount_kop))
$$;

CREATE OR REPLACE FUNCTION payment_step_forbidden(was payment, step text, source text) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF was.debit_line_id IS NOT NULL OR step = 'saved>paid' THEN
    RETURN was.debit_line_id IS NULL OR step <> 'saved>paid' OR NOT payment_debit_proven(was);
  END IF;
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

CREATE OR REPLACE FUNCTION payment_actor(step text, source text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN source IN ('user', 'manual') OR step = 'saved>paid' THEN 'user'
    WHEN step LIKE '%>unknown' THEN 'worker'
    WHEN step = 'registering>registered' AND source = 'bank_file' THEN 'worker'
    ELSE 'bank' END
$$;

CREATE OR REPLACE FUNCTION payment_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step text := OLD.status || '>' || NEW.status;
  happened timestamptz := clock_timestamp();
BEGIN
  IF (NEW.company_id, NEW.id, NEW.supplier_id, NEW.payment_method_id, NEW.bank_config_id,
      NEW.method_snapshot, NEW.amount_kop, NEW.purpose, NEW.marker, NEW.four_eyes,
      NEW.is_test, NEW.retry_of, NEW.created_by, NEW.created_at, NEW.debit_line_id, NEW.debit_of)
    IS DISTINCT FROM
     (OLD.company_id, OLD.id, OLD.supplier_id, OLD.payment_method_id, OLD.bank_config_id,
      OLD.method_snapshot, OLD.amount_kop, OLD.purpose, OLD.marker, OLD.four_eyes,
      OLD.is_test, OLD.retry_of, OLD.created_by, OLD.created_at, OLD.debit_line_id, OLD.debit_of) THEN
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
        'approved_by', CASE WHEN NEW.status = 'registering' OR step = 'saved>paid' THEN NEW.approved_by END)),
      happened);
  RETURN NEW;
END $$;

ALTER TABLE payment_discrepancy
  ADD COLUMN confirmed_by uuid,
  ADD COLUMN outcome text CHECK (outcome IN ('debit_pays', 'not_paid')),
  ADD CONSTRAINT payment_discrepancy_confirmed_by_fkey FOREIGN KEY (company_id, confirmed_by) REFERENCES app_user (company_id, id),
  ADD CONSTRAINT payment_discrepancy_two_people
    CHECK (confirmed_by IS NULL OR (closed_by IS NOT NULL AND confirmed_by <> closed_by)),
  ADD CONSTRAINT payment_discrepancy_debit_pays_by_two CHECK (outcome IS DISTINCT FROM 'debit_pays' OR confirmed_by IS NOT NULL);

-- Who confirmed what was closed before stands in the journal, and with a return in the return.
UPDATE payment_discrepancy d SET confirmed_by = e.approver_id
  FROM audit_event e
  WHERE e.company_id = d.company_id AND e.entity = 'payment_discrepancy' AND e.entity_id = d.id
    AND e.action = 'payment_discrepancy.close' AND e.approver_id <> d.closed_by
    AND EXISTS (SELECT FROM app_user u WHERE u.company_id = d.company_id AND u.id = e.approver_id);
UPDATE payment_discrepancy d SET confirmed_by = r.confirmed_by
  FROM payment_return r
  WHERE r.company_id = d.company_id AND r.statement_line_id = d.statement_line_id AND d.kind = 'return'
    AND d.confirmed_by IS NULL AND r.confirmed_by <> d.closed_by;
