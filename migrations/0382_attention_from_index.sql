-- online: what needs a person is counted and added up from an index alone, which replaces the one without sums
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_attention ON payment (company_id, created_at DESC, id DESC)
  INCLUDE (status, returned_kop, registered_at, updated_at, amount_kop, is_test, registry_id)
  WHERE status IN ('rejected','registering','registered','processing','unknown')
    OR returned_kop > 0;
DROP INDEX CONCURRENTLY IF EXISTS payment_open_or_failed;
