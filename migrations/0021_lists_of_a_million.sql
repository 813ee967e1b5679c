-- What lists over a million acts still walked through in vain.

-- Drafts have no number and stand first in the falling order: without the id all of them were read to be sorted.
DROP INDEX act_by_number;
CREATE INDEX act_by_number ON act (company_id, number, id);

-- Most acts are paid out in the end; those in each of the other states are few and found at once, newest first.
CREATE INDEX act_not_paid_out ON act (company_id, (CASE
    WHEN paid_kop > 0 THEN 'partial' WHEN reserved_kop > 0 THEN 'planned' ELSE 'unpaid' END),
    sort_at DESC, id DESC)
  WHERE NOT (total_kop > 0 AND paid_kop = total_kop);

-- Parts of the number and of the plate, for the search of acts.
CREATE INDEX act_number_parts ON act USING gin (number gin_trgm_ops);
CREATE INDEX act_plate_parts ON act USING gin ((vehicle->>'carnumber') gin_trgm_ops);

-- The year's sums by supplier are read from the index alone.
CREATE INDEX payment_paid_in_time ON payment (company_id, finished_at)
  INCLUDE (supplier_id, amount_kop, returned_kop) WHERE status = 'paid' AND NOT is_test;

-- A past is written for thousands of pasted cells at once, and each key costs each line a look: that of the cell says as
-- much as those of its product and its column.
ALTER TABLE price_history DROP CONSTRAINT price_history_company_id_product_id_fkey,
  DROP CONSTRAINT price_history_company_id_column_id_fkey,
  ADD FOREIGN KEY (company_id, product_id, column_id) REFERENCES price_cell;
