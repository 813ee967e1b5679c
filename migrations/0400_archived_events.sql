-- online: events that record an archive of older events are found by an index of their own
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_event_archives ON audit_event (company_id, seq) WHERE action = 'audit.archive';
