-- Webhooks of a company (domain.md 15): addresses of its programs, and what is sent there. A delivery is written in the transaction
-- of the change that it tells of (decisions/0072).
CREATE TABLE webhook (
  company_id uuid NOT NULL REFERENCES company, id uuid NOT NULL,
  client_id uuid, client_hash bytea,
  title text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL CONSTRAINT webhook_has_events CHECK (cardinality(events) BETWEEN 1 AND 50),
  -- Sealed; the previous secret signs beside the present one until its moment, so that a reader moves without a pause.
  secret bytea NOT NULL, previous_secret bytea, previous_until timestamptz,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active','stopped')),
  stop_reason text CHECK (stop_reason IN ('person','failing','gone')),
  stopped_at timestamptz,
  -- Refused attempts in a row, since when, and until when the address is left alone.
  failures int NOT NULL DEFAULT 0, failing_since timestamptz, resting_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  CONSTRAINT webhook_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT webhook_stopped_has_reason
    CHECK (num_nulls(stop_reason, stopped_at) = CASE status WHEN 'stopped' THEN 0 ELSE 2 END),
  CONSTRAINT webhook_previous_has_end CHECK (num_nulls(previous_secret, previous_until) IN (0, 2)));
-- A super administrator names a webhook by its id alone.
CREATE UNIQUE INDEX webhook_by_id ON webhook (id);

CREATE TABLE webhook_delivery (
  company_id uuid NOT NULL, id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  -- The same for every address that hears of an event, and for every attempt: readers drop repeats by it.
  event_id uuid NOT NULL,
  type text NOT NULL,
  entity_id uuid,
  -- The very bytes that are signed.
  body text NOT NULL CONSTRAINT webhook_delivery_is_small CHECK (octet_length(body) <= 65536),
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting','delivered','failed')),
  -- All attempts, and those since the event or since a person sent it again.
  attempts int NOT NULL DEFAULT 0, tries int NOT NULL DEFAULT 0,
  next_at timestamptz DEFAULT now(),
  leased_until timestamptz, lease_token int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz, last_ms int, last_status int, last_error text, last_answer text,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, webhook_id) REFERENCES webhook,
  CONSTRAINT webhook_delivery_waits_for_a_moment CHECK ((status = 'waiting') = (next_at IS NOT NULL)));
CREATE UNIQUE INDEX webhook_delivery_by_id ON webhook_delivery (id);
CREATE INDEX webhook_delivery_log ON webhook_delivery (company_id, webhook_id, id DESC);
CREATE INDEX webhook_delivery_open ON webhook_delivery (company_id, webhook_id, status, next_at)
  WHERE status <> 'delivered';
CREATE INDEX webhook_delivery_due ON webhook_delivery (next_at) WHERE status = 'waiting';
CREATE INDEX webhook_delivery_old ON webhook_delivery (created_at);
