-- What a bank contradicts itself or us in, two people decide with its letter: how much it paid, or that it executed nothing. Cards and
-- СБП have no statements. Where it paid less than the payment, or a payment that is over, a payment of its own stands for that sum.

ALTER TABLE payment_discrepancy
  ADD COLUMN proof_file_id uuid,
  ADD COLUMN paid_kop bigint CHECK (paid_kop > 0),
  ADD COLUMN paid_count int CHECK (paid_count BETWEEN 1 AND 20),
  ADD CONSTRAINT payment_discrepancy_proof_fkey FOREIGN KEY (company_id, proof_file_id) REFERENCES file,
  DROP CONSTRAINT payment_discrepancy_outcome_check,
  ADD CONSTRAINT payment_discrepancy_outcome_check
    CHECK (outcome IN ('debit_pays', 'not_paid', 'bank_paid', 'not_executed')),
  DROP CONSTRAINT payment_discrepancy_debit_pays_by_two,
  ADD CONSTRAINT payment_discrepancy_decided_by_two
    CHECK (outcome IS NULL OR outcome = 'not_paid' OR confirmed_by IS NOT NULL),
  ADD CONSTRAINT payment_discrepancy_paid_by_letter
    CHECK ((outcome IS NOT DISTINCT FROM 'bank_paid') = (paid_kop IS NOT NULL)
      AND (paid_kop IS NULL OR proof_file_id IS NOT NULL));

ALTER TABLE payment
  ADD COLUMN debit_case_id uuid,
  ADD CONSTRAINT payment_debit_case_fkey FOREIGN KEY (company_id, debit_case_id) REFERENCES payment_discrepancy,
  ADD CONSTRAINT payment_case_used_once UNIQUE (company_id, debit_case_id),
  DROP CONSTRAINT payment_debit_is_of_a_payment,
  ADD CONSTRAINT payment_debit_is_of_a_payment
    CHECK (num_nonnulls(debit_line_id, debit_case_id) = num_nonnulls(debit_of)
      AND (debit_of IS NULL OR four_eyes AND NOT is_test AND status IN ('saved', 'paid')));

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
    WHEN 'manual' THEN ARRAY['unknown>rejected', 'registered>rejected', 'processing>rejected',
      'unknown>paid', 'registered>paid', 'processing>paid', 'saved>paid']
  END), false)
$$;

-- Two people closed, in this very transaction, what the bank said of a payment, by an outcome; that it paid, with a letter of this payment.
CREATE FUNCTION payment_decided(was payment, how text, least_kop bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM payment_discrepancy d
    LEFT JOIN file f ON f.company_id = d.company_id AND f.id = d.proof_file_id
    WHERE d.company_id = was.company_id AND d.payment_id = was.id AND d.statement_line_id IS NULL
      AND d.outcome = how AND d.closed_at = now() AND d.confirmed_by <> d.closed_by
      AND (how <> 'bank_paid' OR (d.paid_kop >= least_kop AND f.entity = 'payment'
        AND f.entity_id = was.id AND f.deleted_at IS NULL)))
$$;

-- A payment that stands for what a letter told is of the smaller of both sums, by the way and agreement of the payment that is over, and
-- for acts of that payment alone.
CREATE FUNCTION payment_letter_proven(was payment) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM payment_discrepancy d
    JOIN payment o ON o.company_id = d.company_id AND o.id = d.payment_id
    WHERE d.company_id = was.company_id AND d.id = was.debit_case_id AND o.id = was.debit_of
      AND payment_decided(o, 'bank_paid', was.amount_kop) AND was.amount_kop = least(d.paid_kop, o.amount_kop)
      AND o.payment_method_id = was.payment_method_id AND o.bank_config_id = was.bank_config_id
      AND o.status IN ('rejected', 'cancelled'))
    AND NOT EXISTS (SELECT FROM payment_allocation t
      WHERE t.company_id = was.company_id AND t.payment_id = was.id
        AND NOT EXISTS (SELECT FROM payment_allocation u
          WHERE u.company_id = t.company_id AND u.payment_id = was.debit_of AND u.act_id = t.act_id
            AND u.amount_kop >= t.amount_kop))
$$;

CREATE OR REPLACE FUNCTION payment_step_forbidden(was payment, step text, source text) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF was.debit_of IS NOT NULL OR step = 'saved>paid' THEN
    RETURN step <> 'saved>paid' OR NOT CASE
      WHEN was.debit_line_id IS NOT NULL THEN source = 'statement' AND payment_debit_proven(was)
      WHEN was.debit_case_id IS NOT NULL THEN source = 'manual' AND payment_letter_proven(was)
      ELSE false END;
  END IF;
  IF step = 'registering>cancelled' AND source = 'user' AND was.first_sent_at IS NOT NULL THEN
    RETURN true;
  END IF;
  IF source = 'manual' AND step LIKE '%>paid' THEN
    RETURN NOT payment_decided(was, 'bank_paid', was.amount_kop);
  END IF;
  IF (step = 'registered>cancelled' AND source = 'user')
      OR (was.status <> 'unknown' AND source = 'manual') THEN
    RETURN NOT EXISTS (SELECT FROM bank_config c JOIN bank b ON b.id = c.bank_id
        WHERE c.company_id = was.company_id AND c.id = was.bank_config_id
          AND b.adapter IN ('file_1c', 'file_iso20022'))
      AND NOT (source = 'manual'
        AND (payment_decided(was, 'bank_paid', 1) OR payment_decided(was, 'not_executed', 0)));
  END IF;
  RETURN step = 'registering>rejected' AND source = 'create'
    AND EXISTS (SELECT FROM payment_attempt t
      WHERE t.company_id = was.company_id AND t.payment_id = was.id AND t.kind = 'send'
        AND (t.outcome IS NULL OR t.outcome IN ('ambiguous', 'accepted')));
END $$;

CREATE OR REPLACE FUNCTION payment_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step text := OLD.status || '>' || NEW.status;
  happened timestamptz := clock_timestamp();
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
