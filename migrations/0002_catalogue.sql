-- What is bought and for how much: the tree of products, price columns, prices and their past.
-- A price takes effect at once, so the past is a table of its own that only grows.

CREATE TABLE product (
  company_id uuid REFERENCES company, id uuid,
  client_id uuid, client_hash bytea,
  parent_id uuid,
  kind text NOT NULL CHECK (kind IN ('group','item')),
  "order" int NOT NULL DEFAULT 0,
  name text NOT NULL, name_search text COLLATE "C" NOT NULL, code text COLLATE "C",
  measure text NOT NULL DEFAULT 'weight' CHECK (measure IN ('weight','piece')),
  display_unit text NOT NULL DEFAULT 'kg' CHECK (display_unit IN ('kg','t','pcs')),
  metal_class text NOT NULL DEFAULT 'none'
    CHECK (metal_class IN ('none','ferrous','nonferrous')),
  gost_category text, waste_code text,
  default_zasor_bp int NOT NULL DEFAULT 0 CHECK (default_zasor_bp BETWEEN 0 AND 10000),
  zasor_step_g bigint NOT NULL DEFAULT 1000 CHECK (zasor_step_g > 0),
  allowed_from_person boolean NOT NULL DEFAULT false,
  requires_radiation_check boolean NOT NULL DEFAULT false,
  hazard_note text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active','archived')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, parent_id) REFERENCES product,
  CONSTRAINT product_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT product_code_unique UNIQUE (company_id, code),
  CONSTRAINT product_not_its_own_parent CHECK (parent_id <> id),
  CONSTRAINT product_unit_fits_measure CHECK ((measure = 'piece') = (display_unit = 'pcs')));
CREATE INDEX product_tree ON product (company_id, parent_id, "order", id);

CREATE TABLE price_column (
  company_id uuid REFERENCES company, id uuid,
  client_id uuid, client_hash bytea,
  title text NOT NULL, "order" int NOT NULL DEFAULT 0,
  is_default boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active','deleted')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  CONSTRAINT price_column_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT price_column_default_is_active CHECK (NOT is_default OR status = 'active'));
CREATE UNIQUE INDEX price_column_one_default ON price_column (company_id) WHERE is_default;
CREATE UNIQUE INDEX price_column_title_unique ON price_column (company_id, lower(title))
  WHERE status = 'active';

-- No row and a null price mean the same: not bought at this column.
CREATE TABLE price_cell (
  company_id uuid, product_id uuid, column_id uuid,
  price_kop bigint CHECK (price_kop >= 0),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, product_id, column_id),
  FOREIGN KEY (company_id, product_id) REFERENCES product,
  FOREIGN KEY (company_id, column_id) REFERENCES price_column);

CREATE TABLE price_history (
  company_id uuid, id uuid,
  product_id uuid NOT NULL, column_id uuid NOT NULL,
  old_kop bigint CHECK (old_kop >= 0), new_kop bigint CHECK (new_kop >= 0),
  reason text NOT NULL CHECK (reason IN ('cell','bulk')),
  at timestamptz NOT NULL DEFAULT now(), by uuid,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, product_id) REFERENCES product,
  FOREIGN KEY (company_id, column_id) REFERENCES price_column);
CREATE INDEX price_history_of_cell
  ON price_history (company_id, product_id, column_id, at DESC, id DESC);
CREATE TRIGGER price_history_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON price_history
  EXECUTE FUNCTION refuse_change();
