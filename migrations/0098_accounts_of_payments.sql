-- A payment keeps the accounts that it was sent between: the payee's from its saving, ours from the moment when it is handed over. Requisites of a
-- method and the account of an agreement may change later, and what a statement says is compared with what was sent.

ALTER TABLE payment
  ADD COLUMN payee_account text COLLATE "C",
  ADD COLUMN payee_bik text COLLATE "C",
  ADD COLUMN payer_account text COLLATE "C";

-- Old rows get the payee where the method is still what it was then; of the others the account is not known, and they keep none. The account of an
-- agreement could not change while its payments ran; what it was before a change is not stored.
UPDATE payment p SET
  payee_account = CASE WHEN m.payee_key = p.payee_key THEN m.account END,
  payee_bik = CASE WHEN m.payee_key = p.payee_key THEN m.bik END,
  payer_account = CASE WHEN p.document_number IS NOT NULL THEN c.account END
FROM payment_method m, bank_config c
WHERE m.company_id = p.company_id AND m.id = p.payment_method_id
  AND c.company_id = p.company_id AND c.id = p.bank_config_id
  AND (m.account IS NOT NULL OR c.account IS NOT NULL);
UPDATE payment p SET payer_account = s.account
FROM bank_statement_line l JOIN bank_statement s ON s.company_id = l.company_id AND s.id = l.statement_id
WHERE l.company_id = p.company_id AND l.id = p.debit_line_id;

CREATE INDEX payment_to_account ON payment (company_id, payee_account, amount_kop) WHERE payee_account IS NOT NULL;
CREATE INDEX payment_from_account ON payment (company_id, payer_account, document_date) WHERE payer_account IS NOT NULL;

CREATE FUNCTION payment_accounts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.payee_account, NEW.payee_bik) IS DISTINCT FROM (OLD.payee_account, OLD.payee_bik)
      OR (NEW.payer_account IS DISTINCT FROM OLD.payer_account AND (OLD.payer_account IS NOT NULL OR OLD.status <> 'saved')) THEN
    RAISE EXCEPTION 'payment %: what was saved never changes', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_immutable';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_accounts_stay BEFORE UPDATE OF payee_account, payee_bik, payer_account ON payment
  FOR EACH ROW EXECUTE FUNCTION payment_accounts_stay();
