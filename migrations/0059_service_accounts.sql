-- Programs of others that call the API by a key (security.md 4.7). Each is a row among the users, so that records and events of
-- the journal name it; it has no password, no PIN and no role.
ALTER TABLE app_user
  ADD COLUMN kind text NOT NULL DEFAULT 'person' CHECK (kind IN ('person','service')),
  DROP CONSTRAINT user_active_has_password,
  ADD CONSTRAINT user_active_has_password
    CHECK (status <> 'active' OR kind = 'service' OR password_hash IS NOT NULL),
  ADD CONSTRAINT user_service_is_no_person CHECK (kind = 'person' OR (
    company_id IS NOT NULL AND roles = '{}' AND password_hash IS NULL AND pcode_hmac IS NULL
    AND phone IS NULL AND email IS NULL));

CREATE TABLE service_account (
  user_id uuid PRIMARY KEY REFERENCES app_user,
  permissions text[] NOT NULL CHECK (cardinality(permissions) BETWEEN 1 AND 50));

-- Only the SHA-256 of a key is stored; `hint` is its beginning, by which people tell keys apart.
CREATE TABLE service_key (
  id uuid PRIMARY KEY,
  client_id uuid CONSTRAINT service_key_client_id_unique UNIQUE, client_hash bytea,
  user_id uuid NOT NULL REFERENCES service_account,
  key_hash bytea NOT NULL CONSTRAINT service_key_hash_unique UNIQUE,
  hint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz, revoked_by uuid,
  last_used_at timestamptz, last_address text);
CREATE INDEX service_key_of_account ON service_key (user_id, created_at DESC);
