-- What a person wants told in the bell and by mail; a kind without a row is shown and not mailed.
CREATE TABLE notice_choice (
  user_id uuid NOT NULL REFERENCES app_user,
  kind text NOT NULL,
  shown boolean NOT NULL,
  mailed boolean NOT NULL,
  PRIMARY KEY (user_id, kind));
