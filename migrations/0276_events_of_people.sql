-- The journal shows what people changed unless asked for more: most events of a company are those of devices and jobs.
CREATE INDEX audit_event_of_people ON audit_event (company_id, seq DESC) WHERE user_id IS NOT NULL;
