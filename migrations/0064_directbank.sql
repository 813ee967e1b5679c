-- Banks that speak DirectBank (payments.md 4.6): a provider's code is written into bank.adapter.
ALTER TABLE bank DROP CONSTRAINT bank_adapter_check, ADD CONSTRAINT bank_adapter_check
  CHECK (adapter IN ('sandbox','yookassa','tbank','directbank','file_1c','file_iso20022'));

-- The bank's session of an agreement and how far its mailbox was read: one row an agreement. The session's id is sealed.
CREATE TABLE bank_session (
  company_id uuid, bank_config_id uuid,
  status text NOT NULL CHECK (status IN ('code','open','ended')),
  sid bytea,
  -- The bank asks for a one-time code, so a person signs in and the server never does by itself.
  by_person boolean NOT NULL DEFAULT false,
  phone_mask text, short_code text,
  since timestamptz NOT NULL DEFAULT now(),
  -- The moment up to which the bank's list of packs was read, in the bank's own words.
  packs_until text,
  PRIMARY KEY (company_id, bank_config_id),
  CONSTRAINT bank_session_sid CHECK ((sid IS NULL) = (status = 'ended')),
  FOREIGN KEY (company_id, bank_config_id) REFERENCES bank_config ON DELETE CASCADE);

-- Packs of the bank that were read: the list shows the same pack again.
CREATE TABLE bank_pack (
  company_id uuid, bank_config_id uuid, pack_id text CHECK (length(pack_id) BETWEEN 1 AND 100),
  taken_at timestamptz NOT NULL DEFAULT now(),
  -- Why nothing of it could be read.
  problem text,
  PRIMARY KEY (company_id, bank_config_id, pack_id),
  FOREIGN KEY (company_id, bank_config_id) REFERENCES bank_config ON DELETE CASCADE);
CREATE INDEX bank_pack_age ON bank_pack (taken_at);

-- What the bank said about a document of ours, in the order in which it was read.
CREATE TABLE bank_notice (
  company_id uuid, bank_config_id uuid, seq bigint GENERATED ALWAYS AS IDENTITY,
  about text NOT NULL, notice_id text NOT NULL,
  is_error boolean NOT NULL, code text NOT NULL, words text,
  taken_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, bank_config_id, seq),
  CONSTRAINT bank_notice_once UNIQUE (company_id, bank_config_id, notice_id),
  FOREIGN KEY (company_id, bank_config_id) REFERENCES bank_config ON DELETE CASCADE);
CREATE INDEX bank_notice_about ON bank_notice (company_id, bank_config_id, about, seq);

-- Our questions that the bank answers later, through its mailbox: about a document's state, or for a statement of days.
CREATE TABLE bank_request (
  company_id uuid, bank_config_id uuid, id text,
  about text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, bank_config_id, id),
  FOREIGN KEY (company_id, bank_config_id) REFERENCES bank_config ON DELETE CASCADE);
CREATE INDEX bank_request_about ON bank_request (company_id, bank_config_id, about, sent_at);
CREATE INDEX bank_request_age ON bank_request (sent_at);

-- Statements that came through the mailbox and wait for the matcher of statements.
CREATE TABLE bank_mail_statement (
  company_id uuid, bank_config_id uuid, id text,
  body bytea NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz, problem text,
  PRIMARY KEY (company_id, bank_config_id, id),
  FOREIGN KEY (company_id, bank_config_id) REFERENCES bank_config ON DELETE CASCADE);
CREATE INDEX bank_mail_statement_waits ON bank_mail_statement (company_id) WHERE done_at IS NULL;
CREATE INDEX bank_mail_statement_age ON bank_mail_statement (taken_at);
