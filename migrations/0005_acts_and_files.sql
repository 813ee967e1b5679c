-- Acts of purchase with their positions, and the files, scans and prints that prove them.
-- The money sums of an act are guarded here, so no way of paying can pass its total.

-- Platform files stand under the nil uuid, therefore no foreign key to company.
CREATE TABLE file (
  company_id uuid, id uuid,
  client_id uuid, client_hash bytea,
  entity text, entity_id uuid,
  kind text NOT NULL CHECK (kind IN ('photo','indicator','passport','consent','signed_act',
    'ownership','waybill','report','receipt','other')),
  params jsonb NOT NULL DEFAULT '{}',
  mime text NOT NULL, size bigint NOT NULL CHECK (size >= 0), sha256 bytea NOT NULL,
  width int CHECK (width > 0), height int CHECK (height > 0),
  storage_key text NOT NULL, deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  CONSTRAINT file_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT file_owner_is_whole CHECK ((entity IS NULL) = (entity_id IS NULL)));
CREATE INDEX file_list ON file (company_id, created_at DESC, id DESC);
CREATE INDEX file_of_entity ON file (company_id, entity, entity_id, created_at DESC, id DESC);

ALTER TABLE consent ADD FOREIGN KEY (company_id, file_id) REFERENCES file;

-- sort_at: the day of the act, for a draft the time of making; the application keeps it.
-- supplier_snapshot and body_html are sealed, the body's hash proves a byte-equal reprint.
CREATE TABLE act (
  company_id uuid, id uuid,
  client_id uuid, client_hash bytea,
  kind text NOT NULL CHECK (kind IN ('psa','op5')),
  number text COLLATE "C", number_year int, number_seq int CHECK (number_seq > 0),
  date date, issued_at timestamptz, issued_by uuid,
  sort_at timestamptz NOT NULL,
  site_id uuid NOT NULL, supplier_id uuid NOT NULL, representative jsonb,
  supplier_snapshot bytea, company_snapshot jsonb,
  ownership_basis text, ownership_document text,
  ownership_file_ids uuid[] NOT NULL DEFAULT '{}',
  vehicle jsonb, radiation jsonb, explosion jsonb, accepted_by jsonb,
  net_g bigint NOT NULL DEFAULT 0 CHECK (net_g >= 0),
  total_kop bigint NOT NULL DEFAULT 0 CHECK (total_kop >= 0),
  reserved_kop bigint NOT NULL DEFAULT 0
    CONSTRAINT act_reserved_not_negative CHECK (reserved_kop >= 0),
  paid_kop bigint NOT NULL DEFAULT 0 CONSTRAINT act_paid_not_negative CHECK (paid_kop >= 0),
  template text, template_version int, body_html bytea, body_sha256 bytea,
  correction_of uuid, corrected_by uuid, void_reason text,
  flags jsonb NOT NULL DEFAULT '[]', comment text,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft','issued','signed','void')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, site_id) REFERENCES site,
  FOREIGN KEY (company_id, supplier_id) REFERENCES supplier,
  FOREIGN KEY (company_id, issued_by) REFERENCES app_user (company_id, id),
  FOREIGN KEY (company_id, correction_of) REFERENCES act,
  FOREIGN KEY (company_id, corrected_by) REFERENCES act,
  CONSTRAINT act_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT act_number_unique UNIQUE (company_id, number_year, number_seq),
  CONSTRAINT act_not_overpaid CHECK (reserved_kop + paid_kop <= total_kop),
  CONSTRAINT act_issued_is_whole CHECK (status NOT IN ('issued','signed')
    OR num_nulls(number, number_year, number_seq, date, issued_at, issued_by, accepted_by,
      supplier_snapshot, company_snapshot, template, template_version, body_html,
      body_sha256) = 0),
  CONSTRAINT act_only_issued_is_paid
    CHECK (status IN ('issued','signed') OR (reserved_kop = 0 AND paid_kop = 0)));
CREATE INDEX act_list ON act (company_id, sort_at DESC, id DESC);
CREATE INDEX act_list_by_status ON act (company_id, status, sort_at DESC, id DESC);
CREATE INDEX act_of_supplier ON act (company_id, supplier_id, sort_at DESC, id DESC);
CREATE INDEX act_by_number ON act (company_id, number);
CREATE INDEX act_payable ON act (company_id, sort_at, id)
  WHERE status IN ('issued','signed') AND reserved_kop + paid_kop < total_kop;
CREATE INDEX act_unpaid ON act (company_id, sort_at, id)
  WHERE status IN ('issued','signed') AND paid_kop < total_kop;
CREATE INDEX act_flagged ON act (company_id, sort_at DESC, id DESC) WHERE flags <> '[]';

ALTER TABLE weight_act ADD FOREIGN KEY (company_id, act_id) REFERENCES act;

-- A position by weight copies its line; one by pieces has only qty.
CREATE TABLE act_position (
  company_id uuid, id uuid,
  act_id uuid NOT NULL, "order" int NOT NULL,
  product_id uuid NOT NULL, name text NOT NULL, measure text NOT NULL
    CHECK (measure IN ('weight','piece')),
  gost_category text, waste_code text, description text,
  line_id uuid,
  gross_g bigint CHECK (gross_g >= 0), tare_g bigint CHECK (tare_g >= 0),
  pack_g bigint CHECK (pack_g >= 0), phys_g bigint CHECK (phys_g >= 0),
  deductions jsonb, base_g bigint CHECK (base_g >= 0),
  zasor_mode text CHECK (zasor_mode IN ('percent','weight')),
  zasor_bp int CHECK (zasor_bp BETWEEN 0 AND 10000),
  zasor_g bigint CHECK (zasor_g >= 0), net_g bigint CHECK (net_g >= 0),
  qty bigint CHECK (qty >= 0),
  column_id uuid NOT NULL,
  base_price_kop bigint CHECK (base_price_kop >= 0),
  price_kop bigint NOT NULL CHECK (price_kop >= 0),
  price_source text NOT NULL CHECK (price_source IN ('list','override')),
  override_reason text, approver_id uuid,
  amount_kop bigint NOT NULL CHECK (amount_kop >= 0),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, act_id) REFERENCES act,
  FOREIGN KEY (company_id, product_id) REFERENCES product,
  FOREIGN KEY (company_id, line_id) REFERENCES weight_act_line,
  FOREIGN KEY (company_id, column_id) REFERENCES price_column,
  FOREIGN KEY (company_id, approver_id) REFERENCES app_user (company_id, id),
  CONSTRAINT act_position_weight_or_pieces CHECK (CASE measure
    WHEN 'weight' THEN qty IS NULL AND num_nulls(line_id, gross_g, tare_g, pack_g, phys_g,
      base_g, zasor_bp, zasor_g, net_g) = 0
    ELSE qty IS NOT NULL AND line_id IS NULL END),
  CONSTRAINT act_position_line_once UNIQUE (company_id, act_id, line_id),
  CONSTRAINT act_position_override_has_reason
    CHECK (price_source = 'list' OR override_reason IS NOT NULL));
CREATE INDEX act_position_of_act ON act_position (company_id, act_id, "order");
CREATE INDEX act_position_of_line ON act_position (company_id, line_id) WHERE line_id IS NOT NULL;
CREATE INDEX act_position_of_product ON act_position (company_id, product_id);

-- How often an act was printed is counted here, so that reading a page changes no act.
CREATE TABLE print_event (
  company_id uuid REFERENCES company, id uuid,
  entity text NOT NULL, entity_id uuid NOT NULL, copy_no int NOT NULL CHECK (copy_no > 0),
  session_jti uuid, at timestamptz NOT NULL DEFAULT now(), by uuid,
  PRIMARY KEY (company_id, id));
CREATE INDEX print_event_of_entity ON print_event (company_id, entity, entity_id, at DESC);
CREATE TRIGGER print_event_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON print_event
  EXECUTE FUNCTION refuse_change();

CREATE TABLE scan (
  company_id uuid, id uuid,
  client_id uuid, client_hash bytea,
  entity text NOT NULL CHECK (entity IN ('act','supplier','weight_act')),
  entity_id uuid NOT NULL, file_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('signed_act','passport','consent','ownership','waybill',
    'other')),
  page int NOT NULL DEFAULT 1 CHECK (page > 0), reject_reason text,
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new','accepted','rejected')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, file_id) REFERENCES file,
  CONSTRAINT scan_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT scan_rejected_has_reason CHECK (status <> 'rejected' OR reject_reason IS NOT NULL));
CREATE INDEX scan_of_entity ON scan (company_id, entity, entity_id, page);
