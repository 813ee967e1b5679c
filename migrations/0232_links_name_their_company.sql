-- Links of form 2 hash their company too, so that a chain cannot be moved or copied to another; earlier links stay of form 1.
ALTER TABLE audit_event ADD COLUMN form smallint NOT NULL DEFAULT 1 CONSTRAINT audit_event_form CHECK (form IN (1, 2));
