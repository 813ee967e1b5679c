-- A repeat that its people cancelled before it was handed over was no attempt: the ended payment may be named by the next one.
ALTER TABLE payment DROP CONSTRAINT payment_retried_once;
CREATE UNIQUE INDEX payment_retried_once ON payment (company_id, retry_of)
  WHERE NOT (status = 'cancelled' AND registered_at IS NULL);
