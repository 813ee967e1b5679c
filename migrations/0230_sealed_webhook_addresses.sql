-- What follows `?` in an address of a webhook: programs put keys there. Sealed by the server, which also seals what earlier releases
-- left in `url` at its next start (security.md 4.9).
ALTER TABLE webhook ADD COLUMN sealed_query bytea;
