-- Managers invite, change and block the people of their own company: the calls are theirs as well. A new database gets these rows
-- with its catalogue of rights; one that has the catalogue keeps everything that was changed there.
INSERT INTO action_access (id, action_id, subject, subject_code, allow, confirm)
SELECT gen_random_uuid(), a.id, 'role', 'MANAGER', true, 'none'
FROM action a
WHERE a.code IN ('user/createUser', 'user/superUpdateUser', 'user/superSetUserStatus', 'user/sendSetOfTemporaryLink',
    'user/superGetSessions', 'user/superEndSessions', 'user/superGetLinks', 'user/superGetRightHolders')
  AND NOT EXISTS (
    SELECT FROM action_access x
    WHERE x.action_id = a.id AND x.company_id IS NULL AND x.subject_code = 'MANAGER');
