-- After a restore each agreement is a case (`unasked_bank`): its bank closes it by telling all that it did, or two people who have looked.
ALTER TABLE payment_discrepancy
  DROP CONSTRAINT payment_discrepancy_closed_by_whom,
  ADD CONSTRAINT payment_discrepancy_closed_by_whom
    CHECK (num_nulls(closed_at, resolution) IN (0, 2) AND (closed_at IS NOT NULL OR closed_by IS NULL)
      AND (closed_at IS NULL OR CASE WHEN kind = 'unasked_bank' THEN num_nulls(closed_by, confirmed_by) IN (0, 2)
        ELSE closed_by IS NOT NULL END)) NOT VALID;
