-- Whether a signed page carries the QR code of its own record. NULL where nobody looked: other papers, and pages that were
-- uploaded before; such a page signs an act only after a person has compared the number on paper.
ALTER TABLE scan ADD COLUMN own_code boolean;

-- Prices are a manager's by default. Companies that exist keep what was in force for them, as rows of their own; the
-- default for new ones changes unless a super administrator has set it.
INSERT INTO action_access (id, company_id, action_id, subject, subject_code, allow, confirm, max_kop, max_bp)
SELECT gen_random_uuid(), c.id, x.action_id, x.subject, x.subject_code, x.allow, x.confirm, x.max_kop, x.max_bp
FROM action_access x
JOIN action a ON a.id = x.action_id AND a.code IN ('price.edit', 'price.columns')
CROSS JOIN company c
WHERE x.company_id IS NULL AND NOT EXISTS
  (SELECT FROM action_access own WHERE own.company_id = c.id AND own.action_id = x.action_id);

DELETE FROM action_access x USING action a
WHERE a.id = x.action_id AND a.code IN ('price.edit', 'price.columns') AND x.company_id IS NULL
  AND x.subject = 'role' AND x.subject_code = 'OPERATOR' AND x.created_by IS NULL;
