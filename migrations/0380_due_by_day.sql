-- What is due is kept by site and day beside the acts (decision 155): homes, evenings and the heads of lists added up all acts
-- that are owed. A day of which nothing is due any more has no row, so that years of paid acts cost nothing.

-- Acts that may be paid now, as `isPayable` of the server has it, on the day of their list.
CREATE TABLE due_day (
  company_id uuid, day date, site_id uuid,
  acts int NOT NULL, net_g bigint NOT NULL, total_kop bigint NOT NULL, reserved_kop bigint NOT NULL, paid_kop bigint NOT NULL,
  PRIMARY KEY (company_id, day, site_id));

CREATE FUNCTION add_to_due_day(company uuid, site uuid, listed timestamptz, added int, net bigint, total bigint, reserved bigint, paid bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  its_day date;
  left_acts int;
BEGIN
  SELECT (listed AT TIME ZONE c.timezone)::date INTO STRICT its_day FROM company c WHERE c.id = company;
  INSERT INTO due_day AS t (company_id, day, site_id, acts, net_g, total_kop, reserved_kop, paid_kop)
    VALUES (company, its_day, site, added, added * net, added * total, added * reserved, added * paid)
    ON CONFLICT (company_id, day, site_id) DO UPDATE
      SET acts = t.acts + excluded.acts, net_g = t.net_g + excluded.net_g, total_kop = t.total_kop + excluded.total_kop,
        reserved_kop = t.reserved_kop + excluded.reserved_kop, paid_kop = t.paid_kop + excluded.paid_kop
    RETURNING t.acts INTO left_acts;
  IF left_acts = 0 THEN
    DELETE FROM due_day d WHERE d.company_id = company AND d.day = its_day AND d.site_id = site
      AND (d.acts, d.net_g, d.total_kop, d.reserved_kop, d.paid_kop) = (0, 0, 0, 0, 0);
  END IF;
END $$;

CREATE FUNCTION keep_day_of_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.status, NEW.site_id, NEW.sort_at, NEW.net_g, NEW.total_kop, NEW.reserved_kop, NEW.paid_kop)
    IS NOT DISTINCT FROM (OLD.status, OLD.site_id, OLD.sort_at, OLD.net_g, OLD.total_kop, OLD.reserved_kop, OLD.paid_kop) THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.status IN ('issued', 'signed') AND OLD.reserved_kop + OLD.paid_kop < OLD.total_kop THEN
    PERFORM add_to_due_day(OLD.company_id, OLD.site_id, OLD.sort_at, -1, OLD.net_g, OLD.total_kop, OLD.reserved_kop, OLD.paid_kop);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status IN ('issued', 'signed') AND NEW.reserved_kop + NEW.paid_kop < NEW.total_kop THEN
    PERFORM add_to_due_day(NEW.company_id, NEW.site_id, NEW.sort_at, 1, NEW.net_g, NEW.total_kop, NEW.reserved_kop, NEW.paid_kop);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER act_keeps_due
  AFTER INSERT OR DELETE OR UPDATE OF status, site_id, sort_at, net_g, total_kop, reserved_kop, paid_kop ON act
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_day_of_due();

CREATE VIEW due_day_by_rows WITH (security_invoker = true) AS
SELECT a.company_id, (a.sort_at AT TIME ZONE c.timezone)::date AS day, a.site_id, count(*)::int AS acts,
  sum(a.net_g)::bigint AS net_g, sum(a.total_kop)::bigint AS total_kop, sum(a.reserved_kop)::bigint AS reserved_kop,
  sum(a.paid_kop)::bigint AS paid_kop
FROM act a JOIN company c ON c.id = a.company_id
WHERE a.status IN ('issued', 'signed') AND a.reserved_kop + a.paid_kop < a.total_kop
GROUP BY 1, 2, 3;
