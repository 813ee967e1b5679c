-- Who prepares payments may also begin to withdraw one; whose PIN confirms it stays as it was. In a company with one manager nobody else
-- could confirm what the manager began. Only where the common rule is still the shipped one; rules of companies stay.
INSERT INTO action_access (id, action_id, subject, subject_code, allow, confirm)
SELECT gen_random_uuid(), a.id, 'role', 'OPERATOR', true, 'other'
FROM action a
WHERE a.code = 'payment.withdraw'
  AND NOT EXISTS (
    SELECT FROM action_access x
    WHERE x.action_id = a.id AND x.company_id IS NULL
      AND NOT (x.subject = 'role' AND x.subject_code = 'MANAGER' AND x.allow AND x.confirm = 'other'))
  AND EXISTS (
    SELECT FROM action_access x WHERE x.action_id = a.id AND x.company_id IS NULL);

-- Who was asked why a payment goes to whom the bank names otherwise, and gave no words: the next approver sees it. Earlier ones are unknown.
ALTER TABLE payee_check ADD COLUMN unexplained_by uuid REFERENCES app_user, ADD COLUMN unexplained_at timestamptz,
  ADD CONSTRAINT payee_check_unexplained_is_whole CHECK (num_nulls(unexplained_by, unexplained_at) IN (0, 2)),
  ADD CONSTRAINT payee_check_unexplained_difference CHECK (unexplained_at IS NULL OR outcome = 'differs');
