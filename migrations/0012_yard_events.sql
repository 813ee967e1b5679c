-- Relays stand in the yard beside scales and cameras (devices.md 8).
ALTER TABLE device DROP CONSTRAINT device_kind_check,
  ADD CONSTRAINT device_kind_check CHECK (kind IN ('scale','plate_camera','camera','relay'));

-- A picture that follows its announcement is looked up by the id that the announcement gave it.
CREATE INDEX agent_event_photo ON agent_event (company_id, agent_id, (body->>'id'))
  WHERE type = 'photo';
-- The zeros of a scale's last day.
CREATE INDEX agent_event_zero ON agent_event (company_id, at) WHERE type = 'zero';
