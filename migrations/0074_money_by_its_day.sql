-- Payments by the day on which they ended: their sums by day and agreement are read from the index alone, and the list finds
-- those of some days. The narrower index that it replaces served sums by supplier, which supplier_year keeps since.
CREATE INDEX payment_ended_in_time ON payment (company_id, finished_at)
  INCLUDE (status, amount_kop, bank_config_id, is_test) WHERE finished_at IS NOT NULL;
DROP INDEX payment_paid_in_time;
