-- What was usual of a position when its act was issued, basis points of the weight after deductions (domain.md 5.3): the report of losses
-- reckons from it. Positions before this release have none, for them the product's own norm of today counts.
ALTER TABLE act_position ADD COLUMN usual_zasor_bp int CHECK (usual_zasor_bp BETWEEN 0 AND 10000);
