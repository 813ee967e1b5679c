-- Reports, the chain of changes, and the sums of a day that dashboards read instead of counting.
-- Rows of the platform itself stand under the nil uuid, therefore no foreign key to company.

CREATE TABLE report (
  company_id uuid, id uuid,
  client_id uuid, client_hash bytea,
  type text NOT NULL, params jsonb NOT NULL,
  format text NOT NULL CHECK (format IN ('xlsx','pdf','csv','xml','txt')),
  progress int NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  rows int CHECK (rows >= 0), file_id uuid, error text, expires_at timestamptz,
  status text NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued','running','ready','failed','expired')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid NOT NULL REFERENCES app_user,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, file_id) REFERENCES file,
  CONSTRAINT report_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT report_ready_has_file CHECK (status <> 'ready' OR file_id IS NOT NULL));
CREATE INDEX report_list ON report (company_id, created_at DESC, id DESC);
CREATE INDEX report_of_user ON report (company_id, created_by, created_at DESC, id DESC);
CREATE INDEX report_open ON report (company_id, status) WHERE status IN ('queued','running');

-- Time as it enters the hash: whole microseconds, so that the stored row proves it exactly.
CREATE FUNCTION trail_micros(at timestamptz DEFAULT now()) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT (extract(epoch FROM at) * 1000000)::bigint::text
$$;

-- at must stay the transaction's time: the hash is made with it.
CREATE TABLE audit_event (
  company_id uuid, seq bigint CHECK (seq > 0),
  at timestamptz NOT NULL DEFAULT now(), user_id uuid, approver_id uuid,
  action text NOT NULL, entity text, entity_id uuid,
  before jsonb, after jsonb, ip text, agent text,
  prev_hash bytea NOT NULL, hash bytea NOT NULL,
  PRIMARY KEY (company_id, seq));
CREATE INDEX audit_event_of_entity ON audit_event (company_id, entity, entity_id, seq DESC);
CREATE INDEX audit_event_of_user ON audit_event (company_id, user_id, seq DESC);
CREATE INDEX audit_event_by_time ON audit_event (company_id, at DESC);
CREATE TRIGGER audit_event_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
  EXECUTE FUNCTION refuse_change();

-- The end of each chain, raised last in a transaction because it makes all others wait.
CREATE TABLE audit_head (
  company_id uuid PRIMARY KEY,
  seq bigint NOT NULL DEFAULT 0 CHECK (seq >= 0),
  prev_hash bytea NOT NULL, hash bytea NOT NULL);

-- Without a site: the whole company, where payments count too since they belong to no one site.
-- paid_kop may fall below zero on a day on which only money came back.
CREATE TABLE daily_rollup (
  company_id uuid REFERENCES company, site_id uuid, day date NOT NULL,
  acts_count int NOT NULL DEFAULT 0 CHECK (acts_count >= 0),
  net_g bigint NOT NULL DEFAULT 0 CHECK (net_g >= 0),
  total_kop bigint NOT NULL DEFAULT 0 CHECK (total_kop >= 0),
  paid_kop bigint NOT NULL DEFAULT 0,
  vehicles int NOT NULL DEFAULT 0 CHECK (vehicles >= 0),
  FOREIGN KEY (company_id, site_id) REFERENCES site,
  CONSTRAINT daily_rollup_unique UNIQUE NULLS NOT DISTINCT (company_id, day, site_id));
