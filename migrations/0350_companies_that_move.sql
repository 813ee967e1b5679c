-- A company that moved to another installation stays closed here and says where it works; one that arrived works only
-- after two people of the platform let it.
ALTER TABLE company
  ADD COLUMN moved_to text,
  ADD COLUMN moved_at timestamptz,
  ADD COLUMN arrived_from text,
  ADD COLUMN arrived_print text,
  ADD COLUMN arrived_at timestamptz,
  ADD COLUMN let_first_by uuid,
  ADD COLUMN let_first_at timestamptz,
  ADD COLUMN let_by uuid,
  ADD COLUMN let_at timestamptz;
ALTER TABLE company ADD CONSTRAINT company_moved_stays_closed
  CHECK (num_nulls(moved_to, moved_at) IN (0, 2) AND (moved_to IS NULL OR status = 'archived')) NOT VALID;
ALTER TABLE company ADD CONSTRAINT company_arrived_is_let_by_two
  CHECK (num_nulls(arrived_from, arrived_print) IN (0, 2)
    AND (arrived_from IS NOT NULL OR num_nonnulls(arrived_at, let_first_by, let_first_at, let_by, let_at) = 0)
    AND num_nulls(let_first_by, let_first_at) IN (0, 2) AND num_nulls(let_by, let_at) IN (0, 2)
    AND (let_by IS NULL OR (arrived_at IS NOT NULL AND let_first_by IS NOT NULL AND let_first_by <> let_by))
    AND (arrived_from IS NULL OR let_by IS NOT NULL OR status <> 'active')) NOT VALID;
