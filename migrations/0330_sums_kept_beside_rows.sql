-- What screens add up over years is kept beside the rows (decision 155): money by the day on which it moved, and the bytes of
-- a company's files. Triggers add at the commit, behind the head of the audit chain, so that two writers wait for each other there
-- and not in the middle of their work. The view of each table counts the same from the rows: by it the sums are filled, and
-- compared each night.

-- Payments by the day of their end, returns by that of their confirmation; tests aside.
CREATE TABLE money_day (
  company_id uuid, day date, stage text CHECK (stage IN ('paid','rejected','returned')),
  bank_config_id uuid, kind text,
  payments int NOT NULL, amount_kop bigint NOT NULL,
  PRIMARY KEY (company_id, day, stage, bank_config_id, kind));

CREATE FUNCTION add_to_money_day(company uuid, happened timestamptz, became text, bank uuid, way text, added int, kop bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  zone text;
BEGIN
  SELECT timezone INTO STRICT zone FROM company c WHERE c.id = company;
  INSERT INTO money_day AS t (company_id, day, stage, bank_config_id, kind, payments, amount_kop)
    VALUES (company, (happened AT TIME ZONE zone)::date, became, bank, way, added, kop)
    ON CONFLICT (company_id, day, stage, bank_config_id, kind) DO UPDATE
      SET payments = t.payments + excluded.payments, amount_kop = t.amount_kop + excluded.amount_kop;
END $$;

CREATE FUNCTION keep_day_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.status, NEW.finished_at) IS NOT DISTINCT FROM (OLD.status, OLD.finished_at) THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.status IN ('paid', 'rejected') AND NOT OLD.is_test THEN
    PERFORM add_to_money_day(OLD.company_id, OLD.finished_at, OLD.status, OLD.bank_config_id,
      OLD.method_snapshot->>'kind', -1, -OLD.amount_kop);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status IN ('paid', 'rejected') AND NOT NEW.is_test THEN
    PERFORM add_to_money_day(NEW.company_id, NEW.finished_at, NEW.status, NEW.bank_config_id,
      NEW.method_snapshot->>'kind', 1, NEW.amount_kop);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payment_keeps_day AFTER INSERT OR DELETE OR UPDATE OF status, finished_at ON payment
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_day_of_payment();

CREATE FUNCTION keep_day_of_return() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  company uuid := coalesce(NEW.company_id, OLD.company_id);
  bank uuid;
  way text;
BEGIN
  SELECT p.bank_config_id, p.method_snapshot->>'kind' INTO bank, way FROM payment p
    WHERE p.company_id = company AND p.id = coalesce(NEW.payment_id, OLD.payment_id) AND NOT p.is_test;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.status = 'confirmed' THEN
    PERFORM add_to_money_day(company, OLD.confirmed_at, 'returned', bank, way, -1, -OLD.amount_kop);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'confirmed' THEN
    PERFORM add_to_money_day(company, NEW.confirmed_at, 'returned', bank, way, 1, NEW.amount_kop);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payment_return_keeps_day AFTER INSERT OR DELETE OR UPDATE OF status, confirmed_at ON payment_return
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_day_of_return();

CREATE VIEW money_day_by_rows WITH (security_invoker = true) AS
SELECT f.company_id, (f.happened AT TIME ZONE c.timezone)::date AS day, f.stage, f.bank_config_id, f.kind,
  count(*)::int AS payments, sum(f.amount_kop)::bigint AS amount_kop
FROM (
  SELECT p.company_id, p.finished_at AS happened, p.status AS stage, p.bank_config_id, p.method_snapshot->>'kind' AS kind,
      p.amount_kop
    FROM payment p WHERE p.status IN ('paid', 'rejected') AND NOT p.is_test
  UNION ALL
  SELECT r.company_id, r.confirmed_at, 'returned', p.bank_config_id, p.method_snapshot->>'kind', r.amount_kop
    FROM payment_return r JOIN payment p ON p.company_id = r.company_id AND p.id = r.payment_id
    WHERE r.status = 'confirmed' AND NOT p.is_test) f
  JOIN company c ON c.id = f.company_id
GROUP BY 1, 2, 3, 4, 5;

-- Files that still have their bytes.
CREATE TABLE file_sum (
  company_id uuid PRIMARY KEY, files bigint NOT NULL, bytes bigint NOT NULL);

CREATE FUNCTION keep_sum_of_files() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  company uuid := coalesce(NEW.company_id, OLD.company_id);
  count_change int := 0;
  byte_change bigint := 0;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    count_change := -1;
    byte_change := -OLD.size;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    count_change := count_change + 1;
    byte_change := byte_change + NEW.size;
  END IF;
  IF (count_change, byte_change) <> (0, 0) THEN
    INSERT INTO file_sum AS t (company_id, files, bytes) VALUES (company, count_change, byte_change)
      ON CONFLICT (company_id) DO UPDATE SET files = t.files + excluded.files, bytes = t.bytes + excluded.bytes;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER file_keeps_sum AFTER INSERT OR DELETE OR UPDATE OF size, deleted_at ON file
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sum_of_files();

CREATE VIEW file_sum_by_rows WITH (security_invoker = true) AS
SELECT company_id, count(*) AS files, sum(size)::bigint AS bytes FROM file WHERE deleted_at IS NULL GROUP BY 1;

-- Kept before by other triggers and commands: the same comparison for them.
CREATE VIEW supplier_year_by_rows WITH (security_invoker = true) AS
SELECT f.company_id, coalesce(s.merged_into, s.id) AS supplier_id,
  extract(year FROM f.happened AT TIME ZONE c.timezone)::int AS year,
  sum(f.paid)::bigint AS paid_kop, sum(f.returned)::bigint AS returned_kop
FROM (
  SELECT company_id, supplier_id, finished_at AS happened, amount_kop AS paid, 0::bigint AS returned
    FROM payment WHERE status = 'paid' AND NOT is_test
  UNION ALL
  SELECT p.company_id, p.supplier_id, r.confirmed_at, 0, r.amount_kop
    FROM payment_return r JOIN payment p ON p.company_id = r.company_id AND p.id = r.payment_id
    WHERE r.status = 'confirmed' AND NOT p.is_test) f
  JOIN supplier s ON s.company_id = f.company_id AND s.id = f.supplier_id
  JOIN company c ON c.id = f.company_id
GROUP BY 1, 2, 3;

CREATE VIEW daily_rollup_by_rows WITH (security_invoker = true) AS
SELECT f.company_id, f.site_id, f.day, sum(f.acts)::int AS acts_count, sum(f.net_g)::bigint AS net_g,
  sum(f.total_kop)::bigint AS total_kop, sum(f.paid_kop)::bigint AS paid_kop, sum(f.vehicles)::int AS vehicles
FROM (
  SELECT company_id, site_id, date AS day, 1 AS acts, net_g, total_kop, 0::bigint AS paid_kop, 0 AS vehicles
    FROM act WHERE status IN ('issued', 'signed')
  UNION ALL
  SELECT a.company_id, a.site_id, (p.finished_at AT TIME ZONE c.timezone)::date, 0, 0, 0, t.amount_kop, 0
    FROM payment p JOIN payment_allocation t ON t.company_id = p.company_id AND t.payment_id = p.id
      JOIN act a ON a.company_id = t.company_id AND a.id = t.act_id
      JOIN company c ON c.id = p.company_id
    WHERE p.status = 'paid' AND NOT p.is_test
  UNION ALL
  SELECT v.company_id, v.site_id, (v.created_at AT TIME ZONE c.timezone)::date, 0, 0, 0, 0, 1
    FROM visit v JOIN company c ON c.id = v.company_id WHERE v.status <> 'void') f
GROUP BY 1, 2, 3;
