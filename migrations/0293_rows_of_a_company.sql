-- Whose rows a session may see: those of one company, or all of them where it says that it serves none. A session that says
-- nothing sees nothing. The policies of the tables ask this (db/roles/company-rows.ts).
CREATE FUNCTION app_company() RETURNS uuid LANGUAGE sql STABLE
RETURN nullif(current_setting('app.company_id', true), '')::uuid;

-- A view reads with the rights of its owner, who sees every company's rows.
ALTER VIEW price_in_force SET (security_invoker = true);
ALTER VIEW staff_tie SET (security_invoker = true);
