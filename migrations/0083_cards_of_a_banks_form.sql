-- A token that a bank's own form gives for a card pays only through the agreement whose form gave it.
-- Cards from before name none: they go as they went, through the company's default.
ALTER TABLE payment_method ADD COLUMN card_config_id uuid,
  ADD CONSTRAINT payment_method_card_config FOREIGN KEY (company_id, card_config_id) REFERENCES bank_config
    ON DELETE SET NULL (card_config_id),
  ADD CONSTRAINT payment_method_config_of_card CHECK (card_config_id IS NULL OR kind = 'card');
CREATE INDEX payment_method_of_card_config ON payment_method (company_id, card_config_id)
  WHERE card_config_id IS NOT NULL;
