-- An answer that was cut or came from a proxy is not the pack: what could not be read is fetched again for half a day (payments.md 4.6).
ALTER TABLE bank_pack ADD COLUMN tries smallint NOT NULL DEFAULT 1;
CREATE INDEX bank_pack_problem ON bank_pack (company_id, bank_config_id) WHERE problem IS NOT NULL;
