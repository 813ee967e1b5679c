-- A password that the server's console printed opens nothing but its change (security.md 4.1). Those that were printed by an earlier
-- release and never replaced count as well.
ALTER TABLE app_user ADD COLUMN password_printed boolean NOT NULL DEFAULT false;

UPDATE app_user AS u SET password_printed = true
WHERE u.role = 'SUPERVISOR' AND EXISTS (
  SELECT FROM audit_event AS made
  WHERE made.entity_id = u.id AND made.action IN ('user.make-super', 'user.recover-super') AND NOT EXISTS (
    SELECT FROM audit_event AS later WHERE later.entity_id = u.id AND later.seq > made.seq
      AND later.action IN ('auth.change-password', 'auth.set-password-by-link')));
