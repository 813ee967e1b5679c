-- Web push: browsers in which people take notices, and the key by which push services know this installation (security.md 4.10).
CREATE TABLE push_browser (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user,
  -- SHA-256 of the address at the push service: a browser belongs to the last person who asked for notices in it.
  endpoint_hash bytea NOT NULL CONSTRAINT push_browser_endpoint UNIQUE,
  -- Address and keys of the browser, JSON: whoever knows them may send to it.
  sealed bytea NOT NULL,
  agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_sent_at timestamptz,
  CONSTRAINT push_browser_hash CHECK (octet_length(endpoint_hash) = 32),
  CONSTRAINT push_browser_agent CHECK (length(agent) <= 400));
CREATE INDEX push_browser_person ON push_browser (user_id);

-- One row, made at its first use; another key would be unknown to every browser.
CREATE TABLE push_key (
  id int PRIMARY KEY DEFAULT 1 CONSTRAINT push_key_single CHECK (id = 1),
  -- Uncompressed point of P-256, base64url.
  public_key text NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now());

-- Nobody has asked for it so far.
ALTER TABLE notice_choice ADD COLUMN pushed boolean NOT NULL DEFAULT false;
