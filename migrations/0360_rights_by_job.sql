-- online: the jobs of the preset of one operator get rights of their own (domain.md 7.1); what a company could do it still can
-- Where operators hold a right, so do the jobs that it belongs to: until now those held it as operators, with the same confirmation and limit.
INSERT INTO action_access (id, company_id, action_id, subject, subject_code, allow, confirm, max_kop, max_bp, created_by)
SELECT gen_random_uuid(), x.company_id, x.action_id, 'role', job.role, true, x.confirm, x.max_kop, x.max_bp, x.created_by
FROM action_access x JOIN action a ON a.id = x.action_id JOIN (
    SELECT 'CASHIER' AS role, unnest(ARRAY['supplier.edit', 'supplier.block', 'supplier.unblock', 'supplier.merge', 'supplier.confirm_npd',
      'supplier.personal', 'method.edit', 'method.confirm_holder', 'payment.save', 'payment.cancel', 'payment.register', 'payment.withdraw',
      'file.upload', 'report.create']) AS code
    UNION ALL SELECT 'ACCOUNTANT', unnest(ARRAY['supplier.personal', 'payment.resolve', 'payment.return', 'file.upload', 'report.create'])
    UNION ALL SELECT 'WEIGHER', unnest(ARRAY['weight.capture', 'weight.manual', 'weight.cancel', 'weight.expired_tare', 'weightact.edit',
      'weightact.void', 'act.edit', 'act.issue', 'instrument.edit', 'act.void', 'act.price_over_limit', 'act.zasor_over_limit', 'file.upload'])
  ) job ON job.code = a.code
WHERE x.subject = 'role' AND x.subject_code = 'OPERATOR' AND x.allow
ON CONFLICT DO NOTHING;

-- An accountant's own rights that no operator has. Only where the common rule is the shipped one; rules of companies stay.
INSERT INTO action_access (id, action_id, subject, subject_code, allow, confirm)
SELECT gen_random_uuid(), a.id, 'role', 'ACCOUNTANT', true, 'none'
FROM action a
WHERE a.code IN ('payment.statement', 'report.control', 'report.export', 'audit.read')
  AND EXISTS (SELECT FROM action_access x WHERE x.action_id = a.id AND x.company_id IS NULL AND x.created_by IS NULL AND x.allow
    AND x.subject = 'role' AND x.subject_code = 'MANAGER')
  AND NOT EXISTS (SELECT FROM action_access x WHERE x.action_id = a.id AND x.company_id IS NULL AND x.created_by IS NOT NULL)
ON CONFLICT DO NOTHING;

DO $$
DECLARE
  one record;
  narrower CONSTANT text[] := ARRAY['WEIGHER', 'CASHIER', 'ACCOUNTANT'];
  pays uuid := (SELECT id FROM action WHERE code = 'payment.save');
  confirms uuid := (SELECT id FROM action WHERE code = 'approval.payment');
  changed int;
BEGIN
  FOR one IN SELECT id, short_name FROM company WHERE status <> 'archived' ORDER BY id LOOP
    -- The only operator bears a job beside: nobody but managers could prepare a payment any more. That person stays the operator.
    IF EXISTS (SELECT FROM action_access x WHERE x.action_id = pays AND x.subject = 'role' AND x.subject_code = 'OPERATOR' AND x.allow
        AND x.company_id IS NOT DISTINCT FROM (SELECT y.company_id FROM action_access y
          WHERE y.action_id = pays AND y.company_id = one.id AND NOT y.by_manager LIMIT 1))
      AND NOT EXISTS (SELECT FROM app_user u WHERE u.company_id = one.id AND u.kind = 'person' AND u.status = 'active'
        AND NOT 'MANAGER' = ANY (u.roles)
        AND ('CASHIER' = ANY (u.roles) OR 'OPERATOR' = ANY (u.roles) AND NOT u.roles && narrower)) THEN
      UPDATE app_user SET roles = ARRAY['OPERATOR'], version = version + 1
        WHERE company_id = one.id AND kind = 'person' AND status = 'active' AND 'OPERATOR' = ANY (roles)
          AND NOT 'MANAGER' = ANY (roles) AND roles && narrower;
      GET DIAGNOSTICS changed = ROW_COUNT;
      IF changed > 0 THEN
        RAISE WARNING '%: выплаты готовили только сотрудники с ролью весовщика или бухгалтера (%), у них осталась роль оператора со всеми его правами', one.short_name, changed;
      END IF;
    END IF;
    -- Nobody may confirm money, and two operators signed for each other: they still may.
    IF NOT EXISTS (SELECT FROM app_user u WHERE u.company_id = one.id AND u.kind = 'person' AND u.status = 'active'
        AND u.roles && ARRAY['MANAGER', 'OWNER'])
      AND NOT EXISTS (SELECT FROM action_access x WHERE x.action_id = confirms AND x.company_id = one.id)
      AND 1 < (SELECT count(*) FROM app_user u WHERE u.company_id = one.id AND u.kind = 'person' AND u.status = 'active'
        AND 'OPERATOR' = ANY (u.roles) AND NOT u.roles && narrower) THEN
      INSERT INTO action_access (id, company_id, action_id, subject, subject_code, allow, confirm)
        SELECT gen_random_uuid(), one.id, confirms, 'role', role, true, 'none' FROM unnest(ARRAY['OPERATOR', 'MANAGER', 'OWNER']) AS role
        ON CONFLICT DO NOTHING;
      RAISE WARNING '%: подтверждать выплаты было некому, кроме операторов: право подтверждать осталось за ними', one.short_name;
    END IF;
    COMMIT;
  END LOOP;
END $$;
