-- By how much the prices of a group may change without a second person; null: as in the company's rules (domain.md 5.4).
ALTER TABLE product ADD COLUMN price_step_bp int CHECK (price_step_bp BETWEEN 0 AND 100000);
