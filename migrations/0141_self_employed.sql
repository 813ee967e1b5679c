-- What the tax service, or a person in its place, said of a self-employed supplier on a day (domain.md 3.19).
CREATE TABLE npd_check (
  company_id uuid REFERENCES company, id uuid,
  supplier_id uuid NOT NULL,
  inn text NOT NULL CHECK (inn ~ '^\d{12}$'),
  -- Moscow's day: the tax service lives by it.
  day date NOT NULL,
  source text NOT NULL CHECK (source IN ('service','person')),
  -- null: asked, and not answered yet.
  outcome text CHECK (outcome IN ('payer','not_payer','no_answer')),
  said text,
  asked_at timestamptz NOT NULL DEFAULT now(),
  asked_by uuid, approved_by uuid,
  -- When the question last left: the service takes two a minute.
  sent_at timestamptz,
  answered_at timestamptz,
  PRIMARY KEY (company_id, id),
  CONSTRAINT npd_check_answered CHECK ((outcome IS NULL) = (answered_at IS NULL)),
  CONSTRAINT npd_check_person_answers CHECK (source = 'service' OR outcome IN ('payer','not_payer')),
  FOREIGN KEY (company_id, supplier_id) REFERENCES supplier (company_id, id));
CREATE INDEX npd_check_of_supplier ON npd_check (company_id, supplier_id, asked_at DESC);
CREATE INDEX npd_check_waiting ON npd_check (asked_at) WHERE outcome IS NULL;
CREATE INDEX npd_check_sent ON npd_check (sent_at) WHERE sent_at IS NOT NULL;

-- A payment that was let go to a self-employed supplier: by which word, and the number of the cheque that he made out for it.
CREATE TABLE npd_payment (
  company_id uuid REFERENCES company, payment_id uuid,
  check_id uuid NOT NULL,
  receipt text CHECK (receipt ~ '^[0-9A-Za-z]{5,40}$'),
  receipt_at timestamptz, receipt_by uuid,
  PRIMARY KEY (company_id, payment_id),
  CONSTRAINT npd_payment_receipt_noted CHECK ((receipt IS NULL) = (receipt_at IS NULL)),
  FOREIGN KEY (company_id, payment_id) REFERENCES payment (company_id, id),
  FOREIGN KEY (company_id, check_id) REFERENCES npd_check (company_id, id));
CREATE INDEX npd_payment_receipt ON npd_payment (company_id, receipt) WHERE receipt IS NOT NULL;
CREATE INDEX npd_payment_missing ON npd_payment (company_id, payment_id) WHERE receipt IS NULL;
