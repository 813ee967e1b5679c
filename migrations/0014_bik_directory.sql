-- The Bank of Russia's directory of banks (ED807): tables of the platform, the same for every company.

-- One row a load; the newest says which directory stands.
CREATE TABLE bik_load (
  id uuid PRIMARY KEY,
  business_day date NOT NULL, directory_version int NOT NULL CHECK (directory_version > 0),
  source text NOT NULL CHECK (source IN ('product','upload')),
  bank_count int NOT NULL CHECK (bank_count > 0), account_count int NOT NULL,
  added int NOT NULL, closed int NOT NULL, changed int NOT NULL,
  -- The first of the changes, for the eye: [{bik, name, change}].
  changes jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  CONSTRAINT bik_load_once UNIQUE (business_day, directory_version));

-- left_on: the first directory without the bank; its row stays, so that a closed bank has a name.
CREATE TABLE bik_bank (
  bik text COLLATE "C" PRIMARY KEY CHECK (bik ~ '^\d{9}$'),
  name text NOT NULL, kind text NOT NULL, region text, place text, address text,
  since date, until date, leaving boolean NOT NULL DEFAULT false,
  restrictions jsonb NOT NULL DEFAULT '[]', left_on date);

CREATE TABLE bik_account (
  bik text COLLATE "C" REFERENCES bik_bank ON DELETE CASCADE,
  account text COLLATE "C" CHECK (length(account) = 20),
  kind text NOT NULL, cbr_bik text, since date, until date,
  leaving boolean NOT NULL DEFAULT false, restrictions jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (bik, account));
