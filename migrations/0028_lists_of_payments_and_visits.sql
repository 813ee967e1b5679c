-- Lists of a million payments and visits, and what lists of acts and suppliers still read whole (decisions/0035).

-- Payments that did not simply go through are few: among them alone stand those that somebody should look at.
CREATE INDEX payment_open_or_failed ON payment (company_id, created_at DESC, id DESC)
  WHERE status IN ('rejected','registering','registered','processing','unknown')
    OR returned_kop > 0;
CREATE INDEX payment_by_amount ON payment (company_id, amount_kop, id);
CREATE INDEX payment_by_status ON payment (company_id, status, id);
CREATE INDEX payment_by_document_number ON payment (company_id, document_number)
  WHERE document_number IS NOT NULL;
CREATE INDEX payment_test ON payment (company_id, created_at DESC, id DESC) WHERE is_test;

-- Parts of the number and of the plate, for the search of visits; and the orders that their list offers.
CREATE INDEX transaction_number_parts ON transaction USING gin (number gin_trgm_ops);
CREATE INDEX transaction_plate_parts ON transaction USING gin (carnumber gin_trgm_ops);
CREATE INDEX transaction_by_net ON transaction (company_id, net_g, id);
CREATE INDEX transaction_by_out ON transaction (company_id, out_at, id);

-- Acts of a month by their sum, or by what is due: without the month other acts were passed by in search of its own.
-- Months of Moscow; a company elsewhere has its first hours in the neighbour's month, which costs it time and no act.
CREATE INDEX act_by_total_in_month ON act
  (company_id, date_trunc('month', sort_at AT TIME ZONE 'Europe/Moscow'), total_kop, id)
  INCLUDE (sort_at);
CREATE INDEX act_by_due_in_month ON act
  (company_id, date_trunc('month', sort_at AT TIME ZONE 'Europe/Moscow'),
    (total_kop - reserved_kop - paid_kop), id)
  INCLUDE (sort_at, total_kop, reserved_kop, paid_kop);

-- Parts of names that do not begin them: what begins with a text stands together in the order of names.
CREATE INDEX supplier_name_rest ON supplier USING gin (substr(name_search, 2) gin_trgm_ops);

-- What a supplier was paid in a calendar year of his company, less what came back in it, aliases counted with whom they
-- were merged into. Kept by the triggers below alone; test payments aside.
CREATE TABLE supplier_year (
  company_id uuid, supplier_id uuid, year int,
  paid_kop bigint NOT NULL DEFAULT 0, returned_kop bigint NOT NULL DEFAULT 0,
  net_kop bigint NOT NULL GENERATED ALWAYS AS (greatest(0, paid_kop - returned_kop)) STORED,
  PRIMARY KEY (company_id, year, supplier_id),
  FOREIGN KEY (company_id, supplier_id) REFERENCES supplier);
CREATE INDEX supplier_year_by_net ON supplier_year (company_id, year, net_kop, supplier_id);
CREATE INDEX supplier_year_of_supplier ON supplier_year (company_id, supplier_id);

-- The lock of the table lets a rebuild wait for whoever has read the former time zone; that of the supplier lets a merge
-- wait for whoever has read that there was none.
CREATE FUNCTION add_to_supplier_year(company uuid, payee uuid, happened timestamptz, paid bigint,
  returned bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept uuid;
  zone text;
BEGIN
  LOCK TABLE supplier_year IN ROW EXCLUSIVE MODE;
  SELECT coalesce(merged_into, id) INTO STRICT kept FROM supplier
    WHERE company_id = company AND id = payee FOR NO KEY UPDATE;
  SELECT timezone INTO STRICT zone FROM company c WHERE c.id = company;
  INSERT INTO supplier_year AS t (company_id, supplier_id, year, paid_kop, returned_kop)
    VALUES (company, kept, extract(year FROM happened AT TIME ZONE zone)::int, paid, returned)
    ON CONFLICT (company_id, year, supplier_id) DO UPDATE
      SET paid_kop = t.paid_kop + excluded.paid_kop,
        returned_kop = t.returned_kop + excluded.returned_kop;
END $$;

CREATE FUNCTION keep_year_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = 'paid' AND NOT OLD.is_test THEN
    IF TG_OP = 'UPDATE' AND NEW.status = 'paid' AND NEW.finished_at = OLD.finished_at THEN
      RETURN NULL;
    END IF;
    PERFORM add_to_supplier_year(OLD.company_id, OLD.supplier_id, OLD.finished_at, -OLD.amount_kop, 0);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'paid' AND NOT NEW.is_test THEN
    PERFORM add_to_supplier_year(NEW.company_id, NEW.supplier_id, NEW.finished_at, NEW.amount_kop, 0);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_keeps_year AFTER INSERT OR DELETE OR UPDATE OF status, finished_at ON payment
  FOR EACH ROW EXECUTE FUNCTION keep_year_of_payment();

CREATE FUNCTION add_return_to_year(came payment_return, amount bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  payee uuid;
BEGIN
  SELECT supplier_id INTO payee FROM payment
    WHERE company_id = came.company_id AND id = came.payment_id AND NOT is_test;
  IF FOUND THEN
    PERFORM add_to_supplier_year(came.company_id, payee, came.confirmed_at, 0, amount);
  END IF;
END $$;

CREATE FUNCTION keep_year_of_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = 'confirmed' THEN
    PERFORM add_return_to_year(OLD, -OLD.amount_kop);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'confirmed' THEN
    PERFORM add_return_to_year(NEW, NEW.amount_kop);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_return_keeps_year AFTER INSERT OR UPDATE OR DELETE ON payment_return
  FOR EACH ROW EXECUTE FUNCTION keep_year_of_return();

-- All years of a company reckoned from its payments and returns: at first, and when its days are cut elsewhere.
CREATE FUNCTION rebuild_supplier_years(company uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE supplier_year IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM supplier_year WHERE company_id = company;
  INSERT INTO supplier_year (company_id, supplier_id, year, paid_kop, returned_kop)
    SELECT company, coalesce(s.merged_into, s.id),
      extract(year FROM f.happened AT TIME ZONE (SELECT timezone FROM company c WHERE c.id = company))::int,
      sum(f.paid), sum(f.returned)
    FROM (
      SELECT supplier_id, finished_at AS happened, amount_kop AS paid, 0::bigint AS returned
        FROM payment WHERE company_id = company AND status = 'paid' AND NOT is_test
      UNION ALL
      SELECT p.supplier_id, r.confirmed_at, 0, r.amount_kop
        FROM payment_return r JOIN payment p ON p.company_id = r.company_id AND p.id = r.payment_id
        WHERE r.company_id = company AND r.status = 'confirmed' AND NOT p.is_test) f
      JOIN supplier s ON s.company_id = company AND s.id = f.supplier_id
    GROUP BY 2, 3;
END $$;
SELECT rebuild_supplier_years(id) FROM company;

CREATE FUNCTION keep_years_of_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rebuild_supplier_years(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER company_keeps_years AFTER UPDATE OF timezone ON company
  FOR EACH ROW WHEN (NEW.timezone <> OLD.timezone) EXECUTE FUNCTION keep_years_of_company();

-- Aliases of the dropped record were counted with it already, so one step moves them all.
CREATE FUNCTION move_years_of_merged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO supplier_year AS t (company_id, supplier_id, year, paid_kop, returned_kop)
    SELECT company_id, NEW.merged_into, year, paid_kop, returned_kop FROM supplier_year
      WHERE company_id = NEW.company_id AND supplier_id = NEW.id ORDER BY year
    ON CONFLICT (company_id, year, supplier_id) DO UPDATE
      SET paid_kop = t.paid_kop + excluded.paid_kop,
        returned_kop = t.returned_kop + excluded.returned_kop;
  DELETE FROM supplier_year WHERE company_id = NEW.company_id AND supplier_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER supplier_moves_years AFTER UPDATE OF merged_into ON supplier
  FOR EACH ROW WHEN (OLD.merged_into IS NULL AND NEW.merged_into IS NOT NULL)
  EXECUTE FUNCTION move_years_of_merged();
