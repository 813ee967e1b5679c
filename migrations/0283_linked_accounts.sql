-- One owner of several companies has an account in each (security.md 4.13). Accounts with the same person_id are one person's, who proved
-- each by its own sign-in; in one company a person has one.
ALTER TABLE app_user ADD COLUMN person_id uuid;
CREATE UNIQUE INDEX app_user_one_of_person ON app_user (person_id, company_id) WHERE person_id IS NOT NULL;
-- The sign-in from which a person came to this account: whoever ends the sessions of that account ends this one, too.
ALTER TABLE session ADD COLUMN root_jti uuid;
CREATE INDEX session_of_root ON session (root_jti) WHERE root_jti IS NOT NULL;
