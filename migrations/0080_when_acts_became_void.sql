-- When an act became void: a later look at its marks changes `updated_at`, and an export of those days must not miss it or tell it
-- twice (decisions 83). Acts that are void already get the time of their last change.
ALTER TABLE act ADD COLUMN voided_at timestamptz;
UPDATE act SET voided_at = updated_at WHERE status = 'void';
CREATE INDEX act_voided ON act (company_id, voided_at) WHERE voided_at IS NOT NULL;

-- The nightly comparison goes through the payments that banks have had in the last days, not through all of them.
CREATE INDEX payment_sent ON payment (company_id, bank_config_id, first_sent_at) WHERE first_sent_at IS NOT NULL;
