-- What a bank has told of a payment's end, by whichever channel: the first word of each kind, never taken back. While it has told that it
-- was executed, no other word of a bank ends the payment otherwise, whichever program writes it (payments.md 3.4).

ALTER TABLE payment
  ADD COLUMN told_ends jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT payment_told_ends_shape
    CHECK (jsonb_typeof(told_ends) = 'array' AND jsonb_array_length(told_ends) <= 2);

CREATE FUNCTION payment_told_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.told_ends @> OLD.told_ends THEN
    RAISE EXCEPTION 'payment %: what a bank has told is not taken back', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_told_ends_grow';
  END IF;
  IF NEW.status <> OLD.status AND NEW.status_source IN ('create', 'status', 'bank_file')
      AND (NEW.status IN ('rejected', 'cancelled') AND NEW.told_ends @> '[{"end": "paid"}]'
        OR NEW.status = 'paid' AND NEW.told_ends @> '[{"end": "refused"}]') THEN
    RAISE EXCEPTION 'payment %: the bank has told two ends, people decide', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_ends_contradict';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_told_ends BEFORE UPDATE OF told_ends, status ON payment
  FOR EACH ROW EXECUTE FUNCTION payment_told_ends();

-- An end that a notice of a mailbox tells and that no payment has heard yet: also one of a payment that is over, which nobody asks about.
ALTER TABLE bank_notice ADD COLUMN unheard_end text
  CONSTRAINT bank_notice_unheard_end CHECK (unheard_end IN ('paid', 'refused'));
UPDATE bank_notice SET unheard_end = CASE code WHEN '02' THEN 'paid' ELSE 'refused' END
  WHERE NOT is_error AND code IN ('02', '03', '05');
CREATE INDEX bank_notice_unheard ON bank_notice (company_id, bank_config_id) WHERE unheard_end IS NOT NULL;
-- A notice that answers our question and names another document is told of.
CREATE INDEX bank_notice_answers ON bank_notice (company_id, bank_config_id, answers) WHERE answers IS NOT NULL;
