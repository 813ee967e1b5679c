-- Managers give and take rights of single people of their company (decisions/0080). Such a row is laid over the rules of the company or of
-- all companies and replaces none of them. Rows of before were written by super administrators.
ALTER TABLE action_access ADD COLUMN by_manager boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT action_access_by_manager CHECK (NOT by_manager OR (company_id IS NOT NULL AND subject = 'user'));
INSERT INTO action_access (id, action_id, subject, subject_code, allow, confirm)
SELECT gen_random_uuid(), a.id, 'role', 'MANAGER', true, 'none'
FROM action a
WHERE a.code = 'user/updateActionAccess'
  AND NOT EXISTS (
    SELECT FROM action_access x
    WHERE x.action_id = a.id AND x.company_id IS NULL AND x.subject_code = 'MANAGER');

-- Whom a super administrator has blocked, no manager lets in again. Of those who are blocked now the journal says who did it; where it
-- does not, it counts as a super administrator.
ALTER TABLE app_user ADD COLUMN blocked_by_platform boolean NOT NULL DEFAULT false;
UPDATE app_user AS u SET blocked_by_platform = coalesce((
    SELECT maker.role = 'SUPERVISOR' FROM audit_event AS e JOIN app_user AS maker ON maker.id = e.user_id
    WHERE e.company_id = coalesce(u.company_id, '00000000-0000-0000-0000-000000000000')
      AND e.entity = 'user' AND e.entity_id = u.id AND e.action = 'user.status' AND e.after->>'status' = 'blocked'
    ORDER BY e.seq DESC LIMIT 1), true)
WHERE u.status = 'blocked' AND u.kind = 'person';

-- For which host name a key of sign-in was made: after a change of PUBLIC_URL it cannot be used. Unknown of earlier ones; the first start
-- takes the name of that day.
ALTER TABLE passkey ADD COLUMN host text;

-- An address stops with its company, and where its secret cannot be read. What waited for a company that is closed already ends as it will
-- from now on.
ALTER TABLE webhook DROP CONSTRAINT webhook_stop_reason_check,
  ADD CONSTRAINT webhook_stop_reason_check CHECK (stop_reason IN ('person','failing','gone','closed','secret'));
UPDATE webhook AS w SET status = 'stopped', stop_reason = 'closed', stopped_at = now()
FROM company AS c WHERE c.id = w.company_id AND c.status = 'archived' AND w.status = 'active';
UPDATE webhook_delivery AS d SET status = 'failed', next_at = NULL, leased_until = NULL, last_error = 'closed'
FROM company AS c WHERE c.id = d.company_id AND c.status = 'archived' AND d.status = 'waiting';
