-- What the scales saw: weighings, the visits they belong to, and the weight acts made of them.
-- A weighing is never changed; figures on visits and lines are computed from live weighings.

CREATE TABLE transaction (
  company_id uuid, id uuid,
  client_id uuid, client_hash bytea,
  number text COLLATE "C" NOT NULL,
  site_id uuid NOT NULL, post_id uuid,
  mode text NOT NULL CHECK (mode IN ('two_pass','stored_tare','multi','platform','manual')),
  direction text CHECK (direction IN ('purchase','shipment','control')),
  carnumber text COLLATE "C", carnumber_raw text, trailer_number text COLLATE "C",
  driver_name text, waybill_number text, waybill_date date, comment text,
  container_code text COLLATE "C",
  supplier_id uuid, product_id uuid,
  in_at timestamptz NOT NULL, out_at timestamptz,
  gross_g bigint CHECK (gross_g >= 0), tare_g bigint CHECK (tare_g >= 0),
  pack_g bigint NOT NULL DEFAULT 0 CHECK (pack_g >= 0), net_g bigint CHECK (net_g >= 0),
  drops jsonb NOT NULL DEFAULT '[]',
  weight_act_id uuid, void_reason text, flags jsonb NOT NULL DEFAULT '[]',
  status text NOT NULL DEFAULT 'in' CHECK (status IN ('in','closed','attached','void')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, site_id) REFERENCES site,
  FOREIGN KEY (company_id, post_id) REFERENCES post,
  FOREIGN KEY (company_id, supplier_id) REFERENCES supplier,
  FOREIGN KEY (company_id, product_id) REFERENCES product,
  CONSTRAINT transaction_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT transaction_number_unique UNIQUE (company_id, number),
  CONSTRAINT transaction_has_plate CHECK (carnumber IS NOT NULL OR mode = 'platform'),
  CONSTRAINT transaction_gross_over_tare CHECK (gross_g >= tare_g),
  CONSTRAINT transaction_out_after_in CHECK (out_at >= in_at),
  CONSTRAINT transaction_closed_is_weighed CHECK (status IN ('in','void')
    OR num_nulls(out_at, direction, gross_g, tare_g, net_g) = 0),
  CONSTRAINT transaction_attached_has_act
    CHECK ((status = 'attached') = (weight_act_id IS NOT NULL)),
  CONSTRAINT transaction_void_has_reason CHECK (status <> 'void' OR void_reason IS NOT NULL));
CREATE UNIQUE INDEX transaction_one_in_a_plate ON transaction (company_id, carnumber)
  WHERE status = 'in';
CREATE INDEX transaction_list ON transaction (company_id, in_at DESC, id DESC);
CREATE INDEX transaction_list_by_status ON transaction (company_id, status, in_at DESC, id DESC);
CREATE INDEX transaction_of_plate ON transaction (company_id, carnumber, in_at DESC, id DESC);
CREATE INDEX transaction_of_supplier ON transaction (company_id, supplier_id, in_at DESC, id DESC);
CREATE INDEX transaction_of_product ON transaction (company_id, product_id);
CREATE INDEX transaction_of_weight_act ON transaction (company_id, weight_act_id)
  WHERE weight_act_id IS NOT NULL;
CREATE INDEX transaction_flagged ON transaction (company_id, in_at DESC, id DESC)
  WHERE flags <> '[]';

-- seq and episode_id repeat what stands in the signed reading, so that it is captured only once.
CREATE TABLE weighing (
  company_id uuid, id uuid,
  client_id uuid, client_hash bytea,
  transaction_id uuid,
  kind text NOT NULL CHECK (kind IN ('in','mid','out','tare')),
  weight_g bigint NOT NULL CHECK (weight_g >= 0),
  source text NOT NULL CHECK (source IN ('scale','manual','stored_tare')),
  device_id uuid, reading jsonb, seq bigint, episode_id text COLLATE "C",
  offline boolean NOT NULL DEFAULT false,
  plate_read text COLLATE "C",
  plate_confidence_bp int CHECK (plate_confidence_bp BETWEEN 0 AND 10000),
  photos uuid[] NOT NULL DEFAULT '{}',
  operator_id uuid NOT NULL, approver_id uuid, reason text,
  taken_at timestamptz NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, transaction_id) REFERENCES transaction,
  FOREIGN KEY (company_id, device_id) REFERENCES device,
  FOREIGN KEY (company_id, operator_id) REFERENCES app_user (company_id, id),
  FOREIGN KEY (company_id, approver_id) REFERENCES app_user (company_id, id),
  CONSTRAINT weighing_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT weighing_same_load UNIQUE (company_id, device_id, episode_id),
  CONSTRAINT weighing_seq_used UNIQUE (company_id, device_id, seq),
  CONSTRAINT weighing_only_tare_stands_alone CHECK (transaction_id IS NOT NULL OR kind = 'tare'),
  CONSTRAINT weighing_scale_has_reading
    CHECK (source <> 'scale' OR num_nulls(device_id, reading, seq, episode_id) = 0),
  CONSTRAINT weighing_manual_has_reason
    CHECK (source <> 'manual' OR (approver_id IS NOT NULL AND char_length(reason) >= 5)));
CREATE INDEX weighing_of_transaction ON weighing (company_id, transaction_id, taken_at, id);
CREATE TRIGGER weighing_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON weighing
  EXECUTE FUNCTION refuse_change();

CREATE TABLE weighing_cancel (
  company_id uuid, id uuid,
  weighing_id uuid NOT NULL, reason text NOT NULL CHECK (char_length(reason) >= 5),
  approver_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(), by uuid,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, weighing_id) REFERENCES weighing,
  FOREIGN KEY (company_id, approver_id) REFERENCES app_user (company_id, id),
  CONSTRAINT weighing_cancel_once UNIQUE (company_id, weighing_id));
CREATE TRIGGER weighing_cancel_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON weighing_cancel
  EXECUTE FUNCTION refuse_change();

CREATE TABLE stored_tare (
  company_id uuid REFERENCES company, id uuid,
  client_id uuid, client_hash bytea,
  plate text COLLATE "C", container_code text COLLATE "C",
  tare_g bigint NOT NULL CHECK (tare_g > 0),
  weighing_id uuid, approver_id uuid, reason text,
  captured_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, weighing_id) REFERENCES weighing,
  FOREIGN KEY (company_id, approver_id) REFERENCES app_user (company_id, id),
  CONSTRAINT stored_tare_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT stored_tare_of_one_thing CHECK (num_nonnulls(plate, container_code) = 1),
  CONSTRAINT stored_tare_has_origin
    CHECK (weighing_id IS NOT NULL OR num_nulls(approver_id, reason) = 0));
CREATE INDEX stored_tare_of_plate ON stored_tare (company_id, plate, captured_at DESC)
  WHERE revoked_at IS NULL;
CREATE INDEX stored_tare_of_container
  ON stored_tare (company_id, container_code, captured_at DESC) WHERE revoked_at IS NULL;

-- number_year and number_seq carry the gapless row, number is how the company prints it.
-- act_id gets its foreign key together with the table of acts.
CREATE TABLE weight_act (
  company_id uuid, id uuid,
  client_id uuid, client_hash bytea,
  number text COLLATE "C" NOT NULL,
  number_year int NOT NULL, number_seq int NOT NULL CHECK (number_seq > 0),
  date date NOT NULL, site_id uuid NOT NULL,
  supplier_id uuid, carnumber text COLLATE "C",
  direction text NOT NULL CHECK (direction IN ('purchase','shipment')),
  weigher_id uuid NOT NULL, controller_id uuid,
  auto boolean NOT NULL DEFAULT false,
  act_id uuid, void_reason text, flags jsonb NOT NULL DEFAULT '[]',
  status text NOT NULL DEFAULT 'draft'
    CHECK (status IN ('draft','confirmed','attached','void')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, site_id) REFERENCES site,
  FOREIGN KEY (company_id, supplier_id) REFERENCES supplier,
  FOREIGN KEY (company_id, weigher_id) REFERENCES app_user (company_id, id),
  FOREIGN KEY (company_id, controller_id) REFERENCES app_user (company_id, id),
  CONSTRAINT weight_act_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT weight_act_number_unique UNIQUE (company_id, number_year, number_seq),
  CONSTRAINT weight_act_attached_has_act CHECK ((status = 'attached') = (act_id IS NOT NULL)));
CREATE INDEX weight_act_list ON weight_act (company_id, created_at DESC, id DESC);
CREATE INDEX weight_act_list_by_status
  ON weight_act (company_id, status, created_at DESC, id DESC);
CREATE INDEX weight_act_of_supplier
  ON weight_act (company_id, supplier_id, created_at DESC, id DESC);
CREATE INDEX weight_act_of_plate ON weight_act (company_id, carnumber, created_at DESC, id DESC);
CREATE INDEX weight_act_of_act ON weight_act (company_id, act_id) WHERE act_id IS NOT NULL;
CREATE INDEX weight_act_by_number ON weight_act (company_id, number);

ALTER TABLE transaction ADD FOREIGN KEY (company_id, weight_act_id) REFERENCES weight_act;

-- Several lines may share one drop; together they make its weight exactly (domain.md I6).
CREATE TABLE weight_act_line (
  company_id uuid, id uuid,
  weight_act_id uuid NOT NULL, "order" int NOT NULL,
  transaction_id uuid NOT NULL, drop_no int NOT NULL CHECK (drop_no > 0),
  product_id uuid,
  gross_g bigint NOT NULL CHECK (gross_g >= 0), tare_g bigint NOT NULL CHECK (tare_g >= 0),
  pack_g bigint NOT NULL CHECK (pack_g >= 0), phys_g bigint NOT NULL CHECK (phys_g >= 0),
  deductions jsonb NOT NULL DEFAULT '[]', base_g bigint NOT NULL CHECK (base_g >= 0),
  zasor_mode text NOT NULL CHECK (zasor_mode IN ('percent','weight')),
  zasor_bp int NOT NULL CHECK (zasor_bp BETWEEN 0 AND 10000),
  zasor_g bigint NOT NULL CHECK (zasor_g >= 0), net_g bigint NOT NULL CHECK (net_g >= 0),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, weight_act_id) REFERENCES weight_act,
  FOREIGN KEY (company_id, transaction_id) REFERENCES transaction,
  FOREIGN KEY (company_id, product_id) REFERENCES product,
  CONSTRAINT weight_act_line_adds_up CHECK (gross_g >= tare_g AND base_g <= phys_g
    AND net_g = base_g - zasor_g));
CREATE INDEX weight_act_line_of_act ON weight_act_line (company_id, weight_act_id, "order");
CREATE INDEX weight_act_line_of_transaction ON weight_act_line (company_id, transaction_id);
CREATE INDEX weight_act_line_of_product ON weight_act_line (company_id, product_id);

-- What an agent reports by itself; the key makes a replay after a lost link harmless.
CREATE TABLE agent_event (
  company_id uuid, agent_id uuid,
  event_id text COLLATE "C" CHECK (char_length(event_id) = 26),
  type text NOT NULL, device_id uuid, at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(), body jsonb NOT NULL,
  PRIMARY KEY (company_id, agent_id, event_id),
  FOREIGN KEY (company_id, agent_id) REFERENCES agent);
CREATE INDEX agent_event_list ON agent_event (company_id, type, at DESC);

-- One load on one scale from empty to empty, seen by the agent with or without a link.
CREATE TABLE weight_episode (
  company_id uuid, id text COLLATE "C" CHECK (char_length(id) = 26),
  device_id uuid NOT NULL, started_at timestamptz NOT NULL, ended_at timestamptz,
  peak_g bigint, reading jsonb,
  plate text COLLATE "C", plate_confidence_bp int, photos uuid[] NOT NULL DEFAULT '{}',
  weighing_id uuid, offline boolean NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, device_id) REFERENCES device,
  FOREIGN KEY (company_id, weighing_id) REFERENCES weighing);
CREATE INDEX weight_episode_unused ON weight_episode (company_id, started_at DESC)
  WHERE weighing_id IS NULL;
