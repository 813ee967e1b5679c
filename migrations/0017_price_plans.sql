-- A price from a moment: it waits beside its cell, and from its moment on it is in force whether or not a job has moved
-- it into the cell yet. A planned cell therefore always has its row, without a price where there was none.
CREATE TABLE price_plan (
  company_id uuid, id uuid,
  product_id uuid NOT NULL, column_id uuid NOT NULL,
  price_kop bigint CHECK (price_kop >= 0),
  from_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting','done','cancelled')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, product_id, column_id) REFERENCES price_cell);
CREATE UNIQUE INDEX price_plan_waiting
  ON price_plan (company_id, product_id, column_id, from_at) WHERE status = 'waiting';
-- Those whose moment has come, of all companies.
CREATE INDEX price_plan_due ON price_plan (from_at) WHERE status = 'waiting';

ALTER TABLE price_history DROP CONSTRAINT price_history_reason_check,
  ADD CONSTRAINT price_history_reason_check CHECK (reason IN ('cell','bulk','plan'));

-- The price of this very moment; its version is the one that the cell gets when the due plans are moved into it.
CREATE VIEW price_in_force AS
SELECT x.company_id, x.product_id, x.column_id,
  CASE WHEN p.plans IS NULL THEN x.price_kop ELSE p.price_kop END AS price_kop,
  x.version + coalesce(p.plans, 0) AS version,
  coalesce(p.from_at, x.updated_at) AS updated_at,
  CASE WHEN p.plans IS NULL THEN x.updated_by ELSE p.created_by END AS updated_by
FROM price_cell x
LEFT JOIN (
  SELECT company_id, product_id, column_id, count(*)::int AS plans, max(from_at) AS from_at,
    (array_agg(price_kop ORDER BY from_at DESC))[1] AS price_kop,
    (array_agg(created_by ORDER BY from_at DESC))[1] AS created_by
  FROM price_plan
  WHERE status = 'waiting' AND from_at <= now()
  GROUP BY company_id, product_id, column_id
) p ON p.company_id = x.company_id AND p.product_id = x.product_id AND p.column_id = x.column_id;
