-- Two papers of one company never carry one printed number, whatever its format says. Numbers that were already given
-- twice stay as they were printed: each of their later papers is marked by which repeat it is, and the start says so.
ALTER TABLE act ADD COLUMN number_repeat int NOT NULL DEFAULT 0;
ALTER TABLE weight_act ADD COLUMN number_repeat int NOT NULL DEFAULT 0;

UPDATE act SET number_repeat = given.nth - 1
FROM (SELECT company_id, id, row_number() OVER (PARTITION BY company_id, number
        ORDER BY number_year, number_seq) AS nth FROM act WHERE number IS NOT NULL) AS given
WHERE act.company_id = given.company_id AND act.id = given.id AND given.nth > 1;
UPDATE weight_act SET number_repeat = given.nth - 1
FROM (SELECT company_id, id, row_number() OVER (PARTITION BY company_id, number
        ORDER BY number_year, number_seq) AS nth FROM weight_act) AS given
WHERE weight_act.company_id = given.company_id AND weight_act.id = given.id AND given.nth > 1;

DO $$
DECLARE twice record;
BEGIN
  FOR twice IN
    SELECT c.short_name, r.what, r.papers, r.example FROM (
      SELECT company_id, 'актов' AS what, count(*) AS papers, min(number) AS example
      FROM act WHERE number_repeat > 0 GROUP BY company_id
      UNION ALL
      SELECT company_id, 'весовых актов', count(*), min(number)
      FROM weight_act WHERE number_repeat > 0 GROUP BY company_id) AS r
    JOIN company c ON c.id = r.company_id
  LOOP
    RAISE WARNING '%: % % повторяют уже выданный номер, например «%». Номера на бумаге остались прежними; исправьте формат номеров в правилах компании',
      twice.short_name, twice.papers, twice.what, twice.example;
  END LOOP;
END $$;

ALTER TABLE act ADD CONSTRAINT act_number_printed_once UNIQUE (company_id, number, number_repeat);
ALTER TABLE weight_act
  ADD CONSTRAINT weight_act_number_printed_once UNIQUE (company_id, number, number_repeat);
