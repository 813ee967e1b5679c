-- How an agent's own update stands, as the agent told it last (operations.md, Agents).
ALTER TABLE agent
  ADD COLUMN update_state text,
  ADD COLUMN update_release text,
  ADD COLUMN update_detail text;
