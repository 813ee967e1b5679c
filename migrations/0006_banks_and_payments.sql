-- Banks, a company's agreements with them, payments and what the banks answered.
-- The steps of a payment are guarded at the end, so no program can take one twice or backwards.

CREATE TABLE bank (
  id uuid PRIMARY KEY,
  client_id uuid CONSTRAINT bank_client_id_unique UNIQUE, client_hash bytea,
  code text NOT NULL CONSTRAINT bank_code_unique UNIQUE,
  name text NOT NULL, bik text,
  adapter text NOT NULL
    CHECK (adapter IN ('sandbox','yookassa','tbank','file_1c','file_iso20022')),
  base_url text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active','disabled')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1);

-- The directory of the fast payment system as a bank publishes it, renewed daily.
CREATE TABLE sbp_bank (
  bank_id text PRIMARY KEY, name text NOT NULL, bic text,
  refreshed_at timestamptz NOT NULL DEFAULT now());

CREATE TABLE bank_config (
  company_id uuid REFERENCES company, id uuid,
  client_id uuid, client_hash bytea,
  bank_id uuid NOT NULL REFERENCES bank, title text NOT NULL, account text,
  credentials bytea,
  min_kop bigint NOT NULL DEFAULT 100 CHECK (min_kop > 0),
  per_payment_kop bigint NOT NULL CHECK (per_payment_kop > 0),
  per_day_kop bigint NOT NULL CHECK (per_day_kop > 0),
  per_month_kop bigint NOT NULL CHECK (per_month_kop > 0),
  payee_day_count int NOT NULL CHECK (payee_day_count > 0),
  payee_month_kop bigint NOT NULL CHECK (payee_month_kop > 0),
  raw_card_allowed boolean NOT NULL DEFAULT false,
  allow_test_payment boolean NOT NULL DEFAULT false,
  payee_check boolean NOT NULL DEFAULT false,
  last_check_at timestamptz, last_check_error text,
  circuit text NOT NULL DEFAULT 'closed' CHECK (circuit IN ('closed','stopped')),
  stopped_at timestamptz, stopped_reason text,
  status text NOT NULL DEFAULT 'draft'
    CHECK (status IN ('draft','testing','active','disabled')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  CONSTRAINT bank_config_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT bank_config_account_unique UNIQUE (company_id, bank_id, account),
  CONSTRAINT bank_config_stop_is_told
    CHECK (circuit = 'closed' OR num_nulls(stopped_at, stopped_reason) = 0));

-- Which configuration pays a kind of method: one row a kind, so there is never a second default.
CREATE TABLE bank_config_default (
  company_id uuid, method text CHECK (method IN ('card','sbp','account')),
  bank_config_id uuid NOT NULL,
  CONSTRAINT bank_config_one_default PRIMARY KEY (company_id, method),
  FOREIGN KEY (company_id, bank_config_id) REFERENCES bank_config ON DELETE CASCADE);

-- A platform table: the secret in a bank's call is all that leads to the company.
CREATE TABLE webhook_key (
  key_hash bytea PRIMARY KEY, company_id uuid NOT NULL, bank_config_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (company_id, bank_config_id) REFERENCES bank_config ON DELETE CASCADE);

CREATE TABLE payment_registry (
  company_id uuid, id uuid,
  bank_config_id uuid NOT NULL,
  number text NOT NULL, number_year int NOT NULL, number_seq int NOT NULL CHECK (number_seq > 0),
  payment_count int NOT NULL CHECK (payment_count BETWEEN 1 AND 500),
  total_kop bigint NOT NULL CHECK (total_kop > 0),
  format text NOT NULL CHECK (format IN ('api','1c','pain.001')),
  file_bytes bytea, file_sha256 bytea,
  download_count int NOT NULL DEFAULT 0 CHECK (download_count >= 0),
  uploaded_by uuid, uploaded_at timestamptz,
  status text NOT NULL DEFAULT 'new'
    CHECK (status IN ('new','sent','accepted','done','partial','failed')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, bank_config_id) REFERENCES bank_config,
  FOREIGN KEY (company_id, uploaded_by) REFERENCES app_user (company_id, id),
  CONSTRAINT payment_registry_number_unique UNIQUE (company_id, number_year, number_seq));
CREATE INDEX payment_registry_list ON payment_registry (company_id, created_at DESC, id DESC);

-- id is made by the client and is the bank's idempotency key; created_at is the time of saving.
-- The guard sets registered_at and finished_at unless the update already brings them.
CREATE TABLE payment (
  company_id uuid, id uuid,
  supplier_id uuid NOT NULL, payment_method_id uuid NOT NULL, bank_config_id uuid NOT NULL,
  method_snapshot jsonb NOT NULL, payee_key bytea NOT NULL,
  amount_kop bigint NOT NULL CHECK (amount_kop > 0),
  purpose text NOT NULL CHECK (char_length(purpose) BETWEEN 1 AND 210),
  vat_clause text NOT NULL, revenue_type_code text CHECK (revenue_type_code IN ('1','2','3')),
  marker text COLLATE "C" NOT NULL CHECK (marker ~ '^[0-9A-HJKMNP-TV-Z]{6}$'),
  save_hash bytea NOT NULL,
  status text NOT NULL DEFAULT 'saved' CHECK (status IN ('saved','registering','registered',
    'processing','paid','rejected','cancelled','unknown')),
  status_source text NOT NULL DEFAULT 'user' CHECK (status_source IN ('user','create','status',
    'bank_file','statement','manual')),
  reason_code text, reason_text text, bank_status text,
  four_eyes boolean NOT NULL, approved_by uuid,
  document_year int, document_number int CHECK (document_number BETWEEN 1 AND 999999),
  document_date date, registry_id uuid,
  registered_at timestamptz, first_sent_at timestamptz, finished_at timestamptz,
  request_hash bytea, provider_ref text COLLATE "C", next_check_at timestamptz,
  retry_of uuid, returned_kop bigint NOT NULL DEFAULT 0, is_test boolean NOT NULL DEFAULT false,
  receipt_file_id uuid, receipt_url text, fiscal_receipt_ref text,
  flags jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, supplier_id) REFERENCES supplier,
  FOREIGN KEY (company_id, payment_method_id) REFERENCES payment_method,
  FOREIGN KEY (company_id, bank_config_id) REFERENCES bank_config,
  FOREIGN KEY (company_id, registry_id) REFERENCES payment_registry,
  FOREIGN KEY (company_id, retry_of) REFERENCES payment,
  FOREIGN KEY (company_id, receipt_file_id) REFERENCES file,
  FOREIGN KEY (company_id, created_by) REFERENCES app_user (company_id, id),
  FOREIGN KEY (company_id, approved_by) REFERENCES app_user (company_id, id),
  CONSTRAINT payment_approved_before_register
    CHECK (status IN ('saved','cancelled') OR approved_by IS NOT NULL),
  CONSTRAINT payment_four_eyes
    CHECK (NOT four_eyes OR approved_by IS NULL OR approved_by <> created_by),
  CONSTRAINT payment_returned_only_from_paid CHECK (returned_kop BETWEEN 0 AND amount_kop
    AND (returned_kop = 0 OR status = 'paid')),
  CONSTRAINT payment_marker_unique UNIQUE (company_id, marker),
  CONSTRAINT payment_provider_ref_unique UNIQUE (company_id, bank_config_id, provider_ref),
  CONSTRAINT payment_document_number_unique
    UNIQUE (company_id, bank_config_id, document_year, document_number),
  CONSTRAINT payment_retried_once UNIQUE (company_id, retry_of));
CREATE INDEX payment_list ON payment (company_id, created_at DESC, id DESC);
CREATE INDEX payment_list_by_status ON payment (company_id, status, created_at DESC, id DESC);
CREATE INDEX payment_of_supplier ON payment (company_id, supplier_id, created_at DESC, id DESC);
CREATE INDEX payment_of_method ON payment (company_id, payment_method_id, created_at DESC);
CREATE INDEX payment_of_registry ON payment (company_id, registry_id)
  WHERE registry_id IS NOT NULL;
CREATE INDEX payment_of_payee ON payment (company_id, payee_key, created_at DESC);
CREATE INDEX payment_due ON payment (company_id, next_check_at)
  WHERE status IN ('registering','registered','processing','unknown');
CREATE INDEX payment_flagged ON payment (company_id, created_at DESC, id DESC)
  WHERE flags <> '[]';

CREATE TABLE payment_allocation (
  company_id uuid, payment_id uuid, act_id uuid,
  amount_kop bigint NOT NULL CHECK (amount_kop > 0),
  returned_kop bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, payment_id, act_id),
  FOREIGN KEY (company_id, payment_id) REFERENCES payment,
  FOREIGN KEY (company_id, act_id) REFERENCES act,
  CONSTRAINT payment_part_not_over_returned CHECK (returned_kop BETWEEN 0 AND amount_kop));
CREATE INDEX payment_allocation_of_act ON payment_allocation (company_id, act_id);

-- Who works on a payment now; token grows with each claim and fences off a late worker.
CREATE TABLE payment_lease (
  company_id uuid, payment_id uuid,
  token bigint NOT NULL DEFAULT 0, holder text, leased_until timestamptz,
  PRIMARY KEY (company_id, payment_id),
  FOREIGN KEY (company_id, payment_id) REFERENCES payment);

CREATE TABLE payment_attempt (
  company_id uuid, payment_id uuid, n int CHECK (n > 0),
  kind text NOT NULL CHECK (kind IN ('send','status','search')),
  lease_token bigint NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(), ended_at timestamptz,
  outcome text CHECK (outcome IN ('accepted','refused','not_found','throttled','not_sent',
    'config','ambiguous')),
  http_status int, error_code text, error_text text, provider_ref text,
  PRIMARY KEY (company_id, payment_id, n),
  FOREIGN KEY (company_id, payment_id) REFERENCES payment,
  CONSTRAINT payment_attempt_ends_with_outcome CHECK ((ended_at IS NULL) = (outcome IS NULL)));

-- n is the payment's version after the step: one step makes one event (domain.md I25).
CREATE TABLE payment_event (
  company_id uuid, payment_id uuid, n int,
  from_status text, to_status text NOT NULL, source text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('user','worker','bank')), user_id uuid,
  reason_code text, detail jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, payment_id, n),
  FOREIGN KEY (company_id, payment_id) REFERENCES payment);
CREATE TRIGGER payment_event_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_event
  EXECUTE FUNCTION refuse_change();

-- scope_key: '' for the company, the configuration's id, or the payee key in hexadecimal.
-- period: the day, or the first day of the month, in the company's time zone.
CREATE TABLE payment_limit (
  company_id uuid REFERENCES company,
  scope text COLLATE "C" CHECK (scope IN ('company_day','config_day','config_month','payee_day',
    'payee_month')),
  scope_key text COLLATE "C", period date,
  cap_kop bigint NOT NULL CHECK (cap_kop >= 0),
  used_kop bigint NOT NULL DEFAULT 0
    CONSTRAINT payment_limit_used_kop_not_negative CHECK (used_kop >= 0),
  cap_count int NOT NULL CHECK (cap_count >= 0),
  used_count int NOT NULL DEFAULT 0
    CONSTRAINT payment_limit_used_count_not_negative CHECK (used_count >= 0),
  PRIMARY KEY (company_id, scope, scope_key, period),
  CONSTRAINT payment_limit_not_exceeded
    CHECK (used_kop <= cap_kop AND used_count <= cap_count));

-- What a payment counts in, so that exactly that is released.
CREATE TABLE payment_limit_use (
  company_id uuid, payment_id uuid, scope text COLLATE "C",
  scope_key text COLLATE "C" NOT NULL, period date NOT NULL,
  PRIMARY KEY (company_id, payment_id, scope),
  FOREIGN KEY (company_id, payment_id) REFERENCES payment,
  FOREIGN KEY (company_id, scope, scope_key, period) REFERENCES payment_limit);
CREATE INDEX payment_limit_use_of_limit
  ON payment_limit_use (company_id, scope, scope_key, period);
