-- For whom and when a position's base price was read from the list: a draft keeps its price only where that still holds.
-- A price that a save had to replace stays beside the new one with the reason, so that the person sees it.
-- from_issued_act: copied from an act that is being corrected; its own paper's figures stand until somebody changes them.
ALTER TABLE act_position
  ADD COLUMN base_price_supplier_id uuid,
  ADD COLUMN base_price_at timestamptz,
  ADD COLUMN previous_price_kop bigint CHECK (previous_price_kop >= 0),
  ADD COLUMN reprice_reason text
    CHECK (reprice_reason IN ('supplier','column','quantity','unproven')),
  ADD COLUMN from_issued_act boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT act_position_context_is_whole
    CHECK ((base_price_supplier_id IS NULL) = (base_price_at IS NULL)),
  ADD CONSTRAINT act_position_reprice_is_whole
    CHECK ((previous_price_kop IS NULL) = (reprice_reason IS NULL));

-- The step by which a line was computed; unknown for lines of earlier releases.
ALTER TABLE weight_act_line
  ADD COLUMN zasor_step_g bigint CHECK (zasor_step_g > 0),
  ADD COLUMN from_issued_act boolean NOT NULL DEFAULT false;

-- Drafts that stand already keep a price that their column is known to have had; another is read anew at the next save.
UPDATE act_position p SET base_price_supplier_id = a.supplier_id, base_price_at = p.created_at
FROM act a
WHERE a.company_id = p.company_id AND a.id = p.act_id AND a.status = 'draft'
  AND p.base_price_kop IS NOT NULL
  AND (EXISTS (SELECT 1 FROM price_cell x WHERE x.company_id = p.company_id
      AND x.product_id = p.product_id AND x.column_id = p.column_id
      AND x.price_kop = p.base_price_kop)
    OR EXISTS (SELECT 1 FROM price_history h WHERE h.company_id = p.company_id
      AND h.product_id = p.product_id AND h.column_id = p.column_id
      AND p.base_price_kop IN (h.old_kop, h.new_kop)));
