-- Who sells: suppliers, their consents and the methods by which they are paid.
-- Identity is sealed; what must be found is kept beside it as a keyed hash or a search text.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- name_search: the name in lower case with е for ё, written by the application.
CREATE TABLE supplier (
  company_id uuid REFERENCES company, id uuid,
  client_id uuid, client_hash bytea,
  type text NOT NULL CHECK (type IN ('person','self_employed','ip','company')),
  last_name text, first_name text, middle_name text,
  birth_date date, birth_place text, citizenship char(2),
  doc bytea, doc_hmac bytea, doc_expires_on date,
  reg_address text, fact_address text,
  inn text COLLATE "C", snils bytea,
  org_name text, kpp text, ogrn text, org_address text,
  representatives jsonb NOT NULL DEFAULT '[]',
  phone text COLLATE "C",
  phone_last4 text COLLATE "C" GENERATED ALWAYS AS (right(phone, 4)) STORED,
  email text, comment text,
  vat_mode text NOT NULL DEFAULT 'no_vat' CHECK (vat_mode IN ('no_vat','vat_payer')),
  price_column_id uuid,
  legacy_source text, legacy_id text,
  name_search text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft','active','blocked','archived')),
  status_reason text, flags jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, price_column_id) REFERENCES price_column,
  CONSTRAINT supplier_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT supplier_inn_unique UNIQUE (company_id, inn, type),
  CONSTRAINT supplier_doc_unique UNIQUE (company_id, doc_hmac),
  CONSTRAINT supplier_legacy_unique UNIQUE (company_id, legacy_source, legacy_id),
  CONSTRAINT supplier_has_name CHECK (CASE type WHEN 'company' THEN org_name IS NOT NULL
    ELSE last_name IS NOT NULL AND first_name IS NOT NULL END),
  CONSTRAINT supplier_person_has_no_vat
    CHECK (vat_mode = 'no_vat' OR type IN ('ip','company')));
CREATE INDEX supplier_list ON supplier (company_id, created_at DESC, id DESC);
CREATE INDEX supplier_list_by_status ON supplier (company_id, status, created_at DESC, id DESC);
CREATE INDEX supplier_by_name ON supplier (company_id, name_search, id);
CREATE INDEX supplier_by_phone ON supplier (company_id, phone_last4);
CREATE INDEX supplier_name_parts ON supplier USING gin (name_search gin_trgm_ops);

-- The scan (file_id) gets its foreign key together with the table of files.
CREATE TABLE consent (
  company_id uuid, id uuid,
  client_id uuid, client_hash bytea,
  supplier_id uuid NOT NULL,
  text_version text NOT NULL, text_sha256 bytea NOT NULL,
  given_at timestamptz NOT NULL, valid_until date NOT NULL, file_id uuid NOT NULL,
  withdrawn_at timestamptz, withdrawn_how text,
  status text NOT NULL DEFAULT 'signed' CHECK (status IN ('signed','withdrawn','expired')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, supplier_id) REFERENCES supplier,
  CONSTRAINT consent_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT consent_withdrawal_is_told
    CHECK (status <> 'withdrawn' OR num_nulls(withdrawn_at, withdrawn_how) = 0));
CREATE UNIQUE INDEX consent_one_signed ON consent (company_id, supplier_id)
  WHERE status = 'signed';
CREATE INDEX consent_of_supplier ON consent (company_id, supplier_id, given_at DESC);
CREATE INDEX consent_ending ON consent (company_id, valid_until) WHERE status = 'signed';

-- payee_key: keyed hash of the destination; the same one again must be marked shared.
CREATE TABLE payment_method (
  company_id uuid, id uuid,
  client_id uuid, client_hash bytea,
  supplier_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT payment_method_no_cash CHECK (kind IN ('card','sbp','account')),
  title text,
  card_brand text, card_last4 text CHECK (card_last4 ~ '^\d{4}$'), card_issuer text,
  card_token bytea,
  sbp_phone text, sbp_bank_id text, sbp_bank_name text,
  account text, bik text, corr_account text, bank_name text,
  holder_name text,
  holder_match text NOT NULL DEFAULT 'unknown'
    CHECK (holder_match IN ('match','mismatch','unknown')),
  payee_key bytea NOT NULL, shared boolean NOT NULL DEFAULT false,
  requisites_changed_at timestamptz NOT NULL DEFAULT now(),
  is_default boolean NOT NULL DEFAULT false,
  used_count int NOT NULL DEFAULT 0 CHECK (used_count >= 0),
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new','active','disabled','archived')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, supplier_id) REFERENCES supplier,
  CONSTRAINT payment_method_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT payment_method_is_whole CHECK (CASE kind
    WHEN 'card' THEN card_last4 IS NOT NULL
    WHEN 'sbp' THEN num_nulls(sbp_phone, sbp_bank_id) = 0
    WHEN 'account' THEN num_nulls(account, bik) = 0
    ELSE true END));
CREATE UNIQUE INDEX payment_method_one_default ON payment_method (company_id, supplier_id)
  WHERE is_default;
CREATE UNIQUE INDEX payment_method_destination_unique ON payment_method (company_id, payee_key)
  WHERE NOT shared AND status <> 'archived';
CREATE INDEX payment_method_by_destination ON payment_method (company_id, payee_key);
CREATE INDEX payment_method_of_supplier ON payment_method (company_id, supplier_id, created_at);

-- Filled only where card numbers may be typed in; pan_hmac finds the same card, never the number.
CREATE TABLE card_vault (
  company_id uuid, payment_method_id uuid,
  pan bytea NOT NULL, pan_hmac bytea NOT NULL, key_id smallint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, payment_method_id),
  FOREIGN KEY (company_id, payment_method_id) REFERENCES payment_method ON DELETE CASCADE);
CREATE INDEX card_vault_same_card ON card_vault (company_id, pan_hmac);
CREATE INDEX card_vault_by_key ON card_vault (company_id, key_id);
