-- What banks told of the owners of methods before a payment, and how far the nightly comparison of payouts has come.

-- One answer a method: it holds for this destination and this supplier alone. The name is kept only where it differs.
CREATE TABLE payee_check (
  company_id uuid, payment_method_id uuid,
  supplier_id uuid NOT NULL, payee_key bytea NOT NULL, bank_config_id uuid NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('match','differs','no_name','refused','no_answer')),
  told_name text CHECK (char_length(told_name) <= 160),
  asked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, payment_method_id),
  FOREIGN KEY (company_id, payment_method_id) REFERENCES payment_method ON DELETE CASCADE,
  FOREIGN KEY (company_id, supplier_id) REFERENCES supplier,
  FOREIGN KEY (company_id, bank_config_id) REFERENCES bank_config,
  CONSTRAINT payee_check_name_of_difference CHECK ((outcome = 'differs') = (told_name IS NOT NULL)));
CREATE INDEX payee_check_age ON payee_check (asked_at);

-- The same phone at another bank, the same account under another БИК: payee_key tells them apart, people should not.
CREATE INDEX payment_method_same_phone ON payment_method (company_id, sbp_phone) WHERE sbp_phone IS NOT NULL;
CREATE INDEX payment_method_same_account ON payment_method (company_id, account) WHERE account IS NOT NULL;
CREATE INDEX payment_method_same_card ON payment_method (company_id, card_last4) WHERE card_last4 IS NOT NULL;

-- One night of one agreement: cut off, it goes on after the payment that was compared last.
CREATE TABLE bank_comparison (
  company_id uuid, bank_config_id uuid, day date,
  after_id uuid, compared int NOT NULL DEFAULT 0, differing int NOT NULL DEFAULT 0, unanswered int NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL DEFAULT now(), done_at timestamptz,
  PRIMARY KEY (company_id, bank_config_id, day),
  FOREIGN KEY (company_id, bank_config_id) REFERENCES bank_config);
CREATE INDEX bank_comparison_age ON bank_comparison (started_at);
