-- Moisture of a position in basis points, for information only; positions that exist have none.
ALTER TABLE act_position ADD COLUMN moisture_bp integer CHECK (moisture_bp BETWEEN 0 AND 10000);
