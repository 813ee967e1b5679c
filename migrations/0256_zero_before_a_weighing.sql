-- What the empty scale showed last before a load came, by its agent: an object that was zeroed and taken away, or was forgotten, is in
-- the weight (devices.md 4.3). Null of a typed weight, and while the agent has told nothing.
ALTER TABLE weighing ADD COLUMN zero_before_g bigint;
CREATE INDEX agent_event_zero_of_scale ON agent_event (company_id, device_id, at) WHERE type = 'zero';
