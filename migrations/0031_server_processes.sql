-- Several processes may serve one installation. Each says where the others reach it and that it lives, and an agent's row
-- says which of them holds its socket, so that one that starts or dies never speaks for agents of another.
CREATE TABLE server_process (
  id uuid PRIMARY KEY,
  -- null until it listens
  address text,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE agent ADD COLUMN link_process uuid REFERENCES server_process ON DELETE SET NULL;
CREATE INDEX agent_link_process ON agent (link_process) WHERE link_process IS NOT NULL;
