-- What the banks' statements say, the money that came back, and facts that contradict ours.
-- None of these moves a payment by itself: a person or a matching rule decides.

CREATE TABLE bank_statement (
  company_id uuid, id uuid,
  client_id uuid, client_hash bytea,
  bank_config_id uuid NOT NULL,
  format text NOT NULL CHECK (format IN ('1c','camt.053','pain.002','api')),
  file_sha256 bytea NOT NULL, date_from date NOT NULL, date_to date NOT NULL,
  balanced boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, bank_config_id) REFERENCES bank_config,
  CONSTRAINT bank_statement_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT bank_statement_file_unique UNIQUE (company_id, file_sha256),
  CONSTRAINT bank_statement_period CHECK (date_from <= date_to));
CREATE INDEX bank_statement_list
  ON bank_statement (company_id, bank_config_id, created_at DESC, id DESC);

CREATE TABLE bank_statement_line (
  company_id uuid, id uuid,
  statement_id uuid NOT NULL, dedupe_key bytea NOT NULL,
  direction text NOT NULL CHECK (direction IN ('debit','credit')),
  booked_on date NOT NULL, doc_number text, doc_date date,
  amount_kop bigint NOT NULL CHECK (amount_kop > 0),
  payer_account text, payee_account text, payee_bic text, purpose text, end_to_end_id text,
  payment_id uuid,
  match_status text NOT NULL DEFAULT 'none' CHECK (match_status IN ('none','waiting','suggested',
    'matched','discrepancy','ignored')),
  match_rule text, matched_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, statement_id) REFERENCES bank_statement,
  FOREIGN KEY (company_id, payment_id) REFERENCES payment,
  FOREIGN KEY (company_id, matched_by) REFERENCES app_user (company_id, id),
  CONSTRAINT bank_statement_line_once UNIQUE (company_id, dedupe_key));
CREATE UNIQUE INDEX bank_statement_line_one_debit ON bank_statement_line (company_id, payment_id)
  WHERE direction = 'debit' AND match_status = 'matched';
CREATE INDEX bank_statement_line_of_payment ON bank_statement_line (company_id, payment_id)
  WHERE payment_id IS NOT NULL;
CREATE INDEX bank_statement_line_list
  ON bank_statement_line (company_id, match_status, booked_on DESC, id DESC);

-- Only confirmed returns count; together they never pass the payment (payment.returned_kop).
CREATE TABLE payment_return (
  company_id uuid, id uuid,
  client_id uuid, client_hash bytea,
  payment_id uuid NOT NULL, amount_kop bigint NOT NULL CHECK (amount_kop > 0),
  statement_line_id uuid, reason_text text,
  confirmed_by uuid, confirmed_at timestamptz,
  status text NOT NULL DEFAULT 'suggested'
    CHECK (status IN ('suggested','confirmed','dismissed')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, payment_id) REFERENCES payment,
  FOREIGN KEY (company_id, statement_line_id) REFERENCES bank_statement_line,
  FOREIGN KEY (company_id, confirmed_by) REFERENCES app_user (company_id, id),
  CONSTRAINT payment_return_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT payment_return_line_unique UNIQUE (company_id, statement_line_id),
  CONSTRAINT payment_return_confirmed_by_whom
    CHECK (status <> 'confirmed' OR num_nulls(confirmed_by, confirmed_at) = 0));
CREATE INDEX payment_return_of_payment ON payment_return (company_id, payment_id);
CREATE INDEX payment_return_list ON payment_return (company_id, status, created_at DESC, id DESC);

CREATE TABLE payment_discrepancy (
  company_id uuid REFERENCES company, id uuid,
  kind text NOT NULL, payment_id uuid, statement_line_id uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  opened_at timestamptz NOT NULL DEFAULT now(),
  closed_by uuid, closed_at timestamptz, resolution text,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, payment_id) REFERENCES payment,
  FOREIGN KEY (company_id, statement_line_id) REFERENCES bank_statement_line,
  FOREIGN KEY (company_id, closed_by) REFERENCES app_user (company_id, id),
  CONSTRAINT payment_discrepancy_closed_by_whom
    CHECK (num_nulls(closed_by, closed_at, resolution) IN (0, 3)));
CREATE INDEX payment_discrepancy_open ON payment_discrepancy (company_id, opened_at DESC, id DESC)
  WHERE closed_at IS NULL;
CREATE INDEX payment_discrepancy_of_payment ON payment_discrepancy (company_id, payment_id);
