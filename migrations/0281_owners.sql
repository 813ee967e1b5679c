-- An owner reads everything of a company and works in nothing (domain.md 7.1), so the role stands alone.
ALTER TABLE app_user DROP CONSTRAINT app_user_roles_check;
ALTER TABLE app_user ADD CONSTRAINT app_user_roles_check CHECK (
  roles <@ ARRAY['OPERATOR','MANAGER','WEIGHER','CASHIER','ACCOUNTANT','OWNER']::text[]
  AND (NOT 'OWNER' = ANY (roles) OR cardinality(roles) = 1));
