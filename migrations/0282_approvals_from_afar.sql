-- A question to a second person who is not at the screen (domain.md 7.4): what is confirmed, in the server's own words, and the answer.
-- It becomes an approval when the session that asked fetches it.
CREATE TABLE approval_ask (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  asked_by uuid NOT NULL,
  session_jti uuid NOT NULL,
  action_code text NOT NULL,
  object jsonb NOT NULL,
  about jsonb NOT NULL,
  words text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  answer text CHECK (answer IN ('confirmed', 'declined')),
  answered_by uuid,
  answered_at timestamptz,
  taken_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, asked_by) REFERENCES app_user (company_id, id),
  FOREIGN KEY (company_id, answered_by) REFERENCES app_user (company_id, id),
  CONSTRAINT approval_ask_by_another CHECK (answered_by <> asked_by),
  CHECK ((answer IS NULL) = (answered_by IS NULL)),
  CHECK (taken_at IS NULL OR answer = 'confirmed'));
CREATE INDEX approval_ask_open ON approval_ask (company_id, expires_at) WHERE answer IS NULL;
