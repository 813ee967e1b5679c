-- Keys of sign-in (WebAuthn): what the server knows of them is the public half (security.md 4.8).
CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user,
  credential_id bytea NOT NULL UNIQUE,
  -- COSE_Key, as the authenticator made it.
  public_key bytea NOT NULL,
  -- Of 32 bits without a sign; zero at each use where the authenticator does not count.
  counter bigint NOT NULL,
  aaguid uuid NOT NULL,
  transports text[] NOT NULL,
  -- Kept by the maker of the device on several devices of the person.
  synced boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  version int NOT NULL DEFAULT 1,
  CONSTRAINT passkey_credential CHECK (octet_length(credential_id) <= 1023),
  CONSTRAINT passkey_counter CHECK (counter BETWEEN 0 AND 4294967295),
  CONSTRAINT passkey_transports CHECK (cardinality(transports) <= 10));
CREATE INDEX passkey_person ON passkey (user_id);

-- What a browser was asked to sign; its row goes with its use.
CREATE TABLE passkey_challenge (
  -- The browser that asked holds the ticket itself, in the memory of one page.
  ticket_hash bytea PRIMARY KEY,
  challenge bytea NOT NULL,
  -- Of a signed-in person who adds a key; null at sign-in, where nobody is known yet.
  session_id uuid,
  expires_at timestamptz NOT NULL);
CREATE INDEX passkey_challenge_old ON passkey_challenge (expires_at);

-- How a session was opened. Of earlier ones it is not known, and their history shows no way.
ALTER TABLE session ADD COLUMN way text
  CONSTRAINT session_way CHECK (way IN ('password', 'code', 'recovery', 'passkey'));
