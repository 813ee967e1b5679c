-- Companies, their yards and devices, the people, their sign-ins, rights and confirmations.
-- Company tables start every key with company_id so that rows can be split between servers.

-- Made for tables that only ever grow: a correction is a new row (domain.md I1).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% only grows: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;

CREATE TABLE company (
  id uuid PRIMARY KEY,
  client_id uuid CONSTRAINT company_client_id_unique UNIQUE, client_hash bytea,
  name text NOT NULL, short_name text NOT NULL,
  inn text COLLATE "C" NOT NULL CONSTRAINT company_inn_unique UNIQUE,
  kpp text, ogrn text NOT NULL, okpo text,
  legal_address text NOT NULL, phone text NOT NULL, email text,
  director_position text NOT NULL, director_name text NOT NULL,
  licence_number text, licence_date date, licence_authority text,
  timezone text NOT NULL DEFAULT 'Europe/Moscow',
  settings jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new','active','suspended','archived')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1);
CREATE INDEX company_list ON company (created_at DESC, id DESC);

CREATE TABLE site (
  company_id uuid REFERENCES company, id uuid,
  client_id uuid, client_hash bytea,
  name text NOT NULL, address text NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active','archived')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  CONSTRAINT site_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT site_default_is_active CHECK (NOT is_default OR status = 'active'));
CREATE UNIQUE INDEX site_one_default ON site (company_id) WHERE is_default;

CREATE TABLE post (
  company_id uuid, id uuid,
  client_id uuid, client_hash bytea,
  site_id uuid NOT NULL,
  number int NOT NULL CHECK (number > 0),
  kind text NOT NULL CHECK (kind IN ('truck','platform')),
  title text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, site_id) REFERENCES site,
  CONSTRAINT post_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT post_number_unique UNIQUE (company_id, number));

-- Scales alone have weights; connection holds its secrets as sealed base64 text.
CREATE TABLE device (
  company_id uuid, id uuid,
  client_id uuid, client_hash bytea,
  site_id uuid NOT NULL, post_id uuid,
  kind text NOT NULL CHECK (kind IN ('scale','plate_camera','camera')),
  code int NOT NULL CHECK (code BETWEEN 1 AND 99),
  title text NOT NULL, driver text NOT NULL, connection jsonb NOT NULL DEFAULT '{}',
  max_g bigint CHECK (max_g > 0), min_g bigint CHECK (min_g >= 0),
  d_g bigint CHECK (d_g > 0), e_g bigint CHECK (e_g > 0),
  zero_band_g bigint CHECK (zero_band_g >= 0), presence_g bigint CHECK (presence_g >= 0),
  verification_until date, verification_doc text,
  agent_key bytea,
  status text NOT NULL DEFAULT 'offline' CHECK (status IN ('online','offline','disabled')),
  last_seen_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, site_id) REFERENCES site,
  FOREIGN KEY (company_id, post_id) REFERENCES post,
  CONSTRAINT device_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT device_code_unique UNIQUE (company_id, kind, code),
  CONSTRAINT device_scale_is_whole CHECK (kind <> 'scale'
    OR num_nulls(max_g, min_g, d_g, e_g, zero_band_g, presence_g) = 0));

CREATE TABLE agent (
  company_id uuid, id uuid,
  site_id uuid NOT NULL, public_key bytea NOT NULL, program_version text NOT NULL,
  status text NOT NULL DEFAULT 'offline' CHECK (status IN ('online','offline','revoked')),
  last_seen_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, site_id) REFERENCES site);
CREATE UNIQUE INDEX agent_one_a_site ON agent (company_id, site_id) WHERE status <> 'revoked';

-- A platform table: the code is all that a new agent knows, it leads to the company.
CREATE TABLE agent_code (
  code_hash bytea PRIMARY KEY,
  company_id uuid NOT NULL, site_id uuid NOT NULL,
  expires_at timestamptz NOT NULL, used_at timestamptz,
  at timestamptz NOT NULL DEFAULT now(), by uuid NOT NULL,
  FOREIGN KEY (company_id, site_id) REFERENCES site);

-- One row a gapless row of numbers, locked by the transaction that takes one (domain.md I8).
-- scope: '' or, for payment orders, the bank configuration; period: '2026' or a day '261121'.
CREATE TABLE counter (
  company_id uuid REFERENCES company,
  kind text CHECK (kind IN ('act','weight_act','transaction','registry','payment_order')),
  scope text NOT NULL DEFAULT '', period text,
  last_value bigint NOT NULL DEFAULT 0 CHECK (last_value >= 0),
  PRIMARY KEY (company_id, kind, scope, period));

CREATE TABLE route_entry (
  company_id uuid REFERENCES company, id uuid,
  tag text NOT NULL CHECK (tag IN ('weight','carnumber','camera')),
  url text NOT NULL, site_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, site_id) REFERENCES site,
  CONSTRAINT route_entry_tag_unique UNIQUE (company_id, tag));

-- Only a super administrator has no company; (company_id, id) is what documents refer to.
CREATE TABLE app_user (
  id uuid PRIMARY KEY, company_id uuid REFERENCES company,
  client_id uuid CONSTRAINT user_client_id_unique UNIQUE, client_hash bytea,
  login text COLLATE "C" NOT NULL CONSTRAINT user_login_unique UNIQUE,
  full_name text NOT NULL, position text, phone text, email text,
  role text NOT NULL CHECK (role IN ('SUPERVISOR','USER')),
  roles text[] NOT NULL DEFAULT '{}'
    CHECK (roles <@ ARRAY['OPERATOR','WEIGHER','CASHIER','MANAGER','ACCOUNTANT']),
  password_hash text,
  pcode_hmac bytea, pcode_set_at timestamptz, pcode_temporary boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'invited'
    CHECK (status IN ('invited','active','blocked','dismissed')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  UNIQUE (company_id, id),
  CONSTRAINT user_role_and_company CHECK ((role = 'SUPERVISOR') = (company_id IS NULL)),
  CONSTRAINT user_active_has_password CHECK (status <> 'active' OR password_hash IS NOT NULL));
CREATE UNIQUE INDEX user_pcode_unique ON app_user (company_id, pcode_hmac)
  WHERE pcode_hmac IS NOT NULL;
CREATE INDEX user_list ON app_user (company_id, created_at DESC, id DESC);

CREATE TABLE session (
  jti uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES app_user,
  signed_in_at timestamptz NOT NULL DEFAULT now(), last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL, revoked_at timestamptz,
  address text NOT NULL, agent text NOT NULL);
CREATE INDEX session_of_user ON session (user_id, signed_in_at DESC);
CREATE INDEX session_old ON session (expires_at);

-- Counts failures a key (login with address, address, login; PIN by session, user, address).
-- login_hashes: the first ten different logins tried, hashed, since people type passwords there.
CREATE TABLE login_attempt (
  key text COLLATE "C" PRIMARY KEY,
  failures int NOT NULL DEFAULT 0 CHECK (failures >= 0),
  window_start timestamptz NOT NULL DEFAULT now(), locked_until timestamptz,
  login_hashes bytea[] NOT NULL DEFAULT '{}' CHECK (cardinality(login_hashes) <= 10));
CREATE INDEX login_attempt_old ON login_attempt (window_start);

CREATE TABLE temporary_link (
  id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES app_user,
  purpose text NOT NULL CHECK (purpose IN ('set_password','reset_password')),
  token_hash bytea NOT NULL CONSTRAINT temporary_link_token_unique UNIQUE,
  channel text NOT NULL CHECK (channel IN ('email','copy')),
  expires_at timestamptz NOT NULL, used_at timestamptz,
  status text NOT NULL DEFAULT 'issued' CHECK (status IN ('issued','used','expired','revoked')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid);
CREATE INDEX temporary_link_of_user ON temporary_link (user_id) WHERE status = 'issued';

CREATE TABLE role (
  id uuid PRIMARY KEY,
  code text NOT NULL CONSTRAINT role_code_unique UNIQUE, title text NOT NULL);

CREATE TABLE action_folder (
  id uuid PRIMARY KEY, parent_id uuid REFERENCES action_folder,
  code text NOT NULL CONSTRAINT action_folder_code_unique UNIQUE,
  title text NOT NULL, "order" int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1);

CREATE TABLE action (
  id uuid PRIMARY KEY, folder_id uuid NOT NULL REFERENCES action_folder,
  code text NOT NULL CONSTRAINT action_code_unique UNIQUE,
  title text NOT NULL, "order" int NOT NULL DEFAULT 0, approver_action text,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1);

-- Without a company the row is global; once a company has rows for an action only they count.
CREATE TABLE action_access (
  id uuid PRIMARY KEY, company_id uuid REFERENCES company,
  action_id uuid NOT NULL REFERENCES action,
  subject text NOT NULL CHECK (subject IN ('role','user')), subject_code text NOT NULL,
  allow boolean NOT NULL,
  confirm text NOT NULL DEFAULT 'none' CHECK (confirm IN ('none','self','other')),
  max_kop bigint CHECK (max_kop >= 0), max_bp int CHECK (max_bp BETWEEN 0 AND 10000),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  CONSTRAINT action_access_unique
    UNIQUE NULLS NOT DISTINCT (company_id, action_id, subject, subject_code));

-- A PIN entered for one action on one object (object_hash) and sum; burnt by used_at.
CREATE TABLE approval (
  company_id uuid, id uuid,
  token_hash bytea NOT NULL, user_id uuid NOT NULL, session_jti uuid NOT NULL,
  action_code text NOT NULL, object_hash bytea NOT NULL, amount_kop bigint CHECK (amount_kop >= 0),
  entity text, entity_id uuid,
  expires_at timestamptz NOT NULL, used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, user_id) REFERENCES app_user (company_id, id),
  CONSTRAINT approval_token_unique UNIQUE (company_id, token_hash));
CREATE INDEX approval_of_session ON approval (company_id, session_jti) WHERE used_at IS NULL;

-- company_id is the nil uuid for super administrators; scope company has no user (web.md 4.5).
CREATE TABLE preference (
  company_id uuid, id uuid,
  scope text NOT NULL CHECK (scope IN ('user','company')),
  user_id uuid REFERENCES app_user,
  key text NOT NULL CHECK (key ~ '^[a-z0-9.-]{1,80}$'),
  value jsonb NOT NULL CHECK (octet_length(value::text) <= 32768),
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  CONSTRAINT preference_scope_has_owner CHECK ((scope = 'user') = (user_id IS NOT NULL)),
  CONSTRAINT preference_unique UNIQUE NULLS NOT DISTINCT (company_id, scope, user_id, key));

CREATE TABLE notice (
  company_id uuid, id uuid,
  user_id uuid NOT NULL REFERENCES app_user,
  kind text NOT NULL, title text NOT NULL, href text,
  at timestamptz NOT NULL DEFAULT now(), read_at timestamptz,
  PRIMARY KEY (company_id, id));
CREATE INDEX notice_of_user ON notice (company_id, user_id, at DESC, id DESC);
