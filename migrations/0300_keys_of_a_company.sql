-- Every unique key of a company's table begins with the company, so that a cluster can keep a company's rows on one machine
-- (decision 142). What is looked for by a secret alone keeps an index of it: a secret is random and met once.
ALTER TABLE agent_code DROP CONSTRAINT agent_code_pkey, ADD CONSTRAINT agent_code_pkey PRIMARY KEY (company_id, code_hash);
CREATE INDEX agent_code_by_hash ON agent_code (code_hash);

ALTER TABLE phone_link DROP CONSTRAINT phone_link_token, DROP CONSTRAINT phone_link_device,
  ADD CONSTRAINT phone_link_token UNIQUE (company_id, token_hash),
  ADD CONSTRAINT phone_link_device UNIQUE (company_id, device_hash);
CREATE INDEX phone_link_by_token ON phone_link (token_hash);
CREATE INDEX phone_link_by_device ON phone_link (device_hash);

-- A super administrator names a webhook by its id alone.
DROP INDEX webhook_by_id;
CREATE INDEX webhook_by_id ON webhook (id);
DROP INDEX webhook_delivery_by_id;
CREATE INDEX webhook_delivery_by_id ON webhook_delivery (id);

-- Sums of the whole installation were never kept here.
DELETE FROM daily_rollup WHERE company_id IS NULL;
ALTER TABLE daily_rollup ALTER COLUMN company_id SET NOT NULL;

-- A report outlives its schedule. A key that empties one column of itself is no key of a cluster.
CREATE FUNCTION report_outlives_schedule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE report SET schedule_id = NULL WHERE company_id = OLD.company_id AND schedule_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER schedule_leaves_reports BEFORE DELETE ON report_schedule
  FOR EACH ROW EXECUTE FUNCTION report_outlives_schedule();
ALTER TABLE report DROP CONSTRAINT report_of_schedule,
  ADD CONSTRAINT report_of_schedule FOREIGN KEY (company_id, schedule_id) REFERENCES report_schedule;
