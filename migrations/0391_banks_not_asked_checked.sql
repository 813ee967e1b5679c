-- online: who closed a case is known of those that were there before.
ALTER TABLE payment_discrepancy VALIDATE CONSTRAINT payment_discrepancy_closed_by_whom;
