-- Links by which a telephone sends pages into an open scanner (security.md 4.11), and the pages until the dialog has taken them.
CREATE TABLE phone_link (
  company_id uuid NOT NULL REFERENCES company, id uuid NOT NULL,
  -- Its end is the end of the link.
  session_id uuid NOT NULL,
  -- What the dialog scans for; null where it is of no record.
  entity text CHECK (entity IN ('act','supplier')), entity_id uuid,
  token_hash bytea NOT NULL CONSTRAINT phone_link_token UNIQUE,
  -- Of the key that the first device made for itself; another one is refused.
  device_hash bytea CONSTRAINT phone_link_device UNIQUE,
  opened_at timestamptz,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid NOT NULL REFERENCES app_user,
  PRIMARY KEY (company_id, id),
  CONSTRAINT phone_link_of_a_record CHECK ((entity IS NULL) = (entity_id IS NULL)));
CREATE INDEX phone_link_session ON phone_link (session_id) WHERE ended_at IS NULL;

CREATE TABLE phone_page (
  company_id uuid NOT NULL, link_id uuid NOT NULL,
  page int NOT NULL CHECK (page BETWEEN 1 AND 20),
  -- The device names each page, so that a repeated one is not stored twice.
  client_id uuid NOT NULL,
  storage_key text NOT NULL, size bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, link_id, page),
  CONSTRAINT phone_page_client_id UNIQUE (company_id, link_id, client_id),
  CONSTRAINT phone_page_link FOREIGN KEY (company_id, link_id) REFERENCES phone_link ON DELETE CASCADE);
