-- A key of sign-in may answer a question to a second person instead of the PIN (domain.md 7.4). Its challenge belongs to one question as
-- that was asked.
ALTER TABLE passkey_challenge
  ADD COLUMN ask_id uuid,
  ADD COLUMN ask_hash bytea,
  ADD CONSTRAINT passkey_challenge_ask CHECK ((ask_id IS NULL) = (ask_hash IS NULL)
    AND (ask_id IS NULL OR session_id IS NOT NULL));

-- By which key it was confirmed; null where it was the PIN. A key that its owner removes before the token is used confirms nothing.
ALTER TABLE approval_ask
  ADD COLUMN passkey_id uuid,
  ADD CONSTRAINT approval_ask_by_key CHECK (passkey_id IS NULL OR answer = 'confirmed');
ALTER TABLE approval ADD COLUMN passkey_id uuid;
