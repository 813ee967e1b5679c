-- An agreement that has cards is stopped, not removed: without it their tokens would go to the bank of another one.
ALTER TABLE payment_method DROP CONSTRAINT payment_method_card_config,
  ADD CONSTRAINT payment_method_card_config FOREIGN KEY (company_id, card_config_id) REFERENCES bank_config;

-- Statements of one account are compared with the one before them.
CREATE INDEX bank_statement_of_account ON bank_statement (company_id, account, date_to);

-- Who prepares payments may also begin to give up an unknown one; whose PIN confirms it stays as it was. In a company with one manager nobody
-- else could confirm what the manager began. Only where the common rule is still the shipped one; rules of companies stay.
INSERT INTO action_access (id, action_id, subject, subject_code, allow, confirm)
SELECT gen_random_uuid(), a.id, 'role', 'OPERATOR', true, 'other'
FROM action a
WHERE a.code = 'payment.resolve'
  AND NOT EXISTS (
    SELECT FROM action_access x
    WHERE x.action_id = a.id AND x.company_id IS NULL
      AND NOT (x.subject = 'role' AND x.subject_code = 'MANAGER' AND x.allow AND x.confirm = 'other'))
  AND EXISTS (
    SELECT FROM action_access x WHERE x.action_id = a.id AND x.company_id IS NULL);
