-- A password that the console printed opens the account for a day; its owner replaces it by then.
ALTER TABLE app_user ADD COLUMN password_printed_at timestamptz;
UPDATE app_user SET password_printed_at = now() WHERE password_printed;
ALTER TABLE app_user ADD CONSTRAINT user_printed_password_has_moment
  CHECK ((password_printed_at IS NOT NULL) = password_printed) NOT VALID;
ALTER TABLE app_user VALIDATE CONSTRAINT user_printed_password_has_moment;
