-- Which ended payment of an act a later one pays again, act by act: a payment of several acts may repeat several. A sum that came free
-- (refused, cancelled, returned) is repeated once. Earlier payments get the link that they named themselves.
CREATE TABLE payment_retry (
  company_id uuid, payment_id uuid, act_id uuid, retry_of uuid,
  amount_kop bigint NOT NULL CHECK (amount_kop > 0),
  PRIMARY KEY (company_id, payment_id, act_id, retry_of),
  FOREIGN KEY (company_id, payment_id, act_id) REFERENCES payment_allocation,
  FOREIGN KEY (company_id, retry_of, act_id) REFERENCES payment_allocation (company_id, payment_id, act_id),
  CONSTRAINT payment_retry_of_another CHECK (retry_of <> payment_id));
CREATE INDEX payment_retry_of_ended ON payment_retry (company_id, retry_of, act_id);

INSERT INTO payment_retry (company_id, payment_id, act_id, retry_of, amount_kop)
SELECT p.company_id, p.id, own.act_id, p.retry_of,
  least(own.amount_kop, CASE old.status WHEN 'paid' THEN ended.returned_kop ELSE ended.amount_kop END)
FROM payment p
JOIN payment_allocation own ON own.company_id = p.company_id AND own.payment_id = p.id
JOIN payment old ON old.company_id = p.company_id AND old.id = p.retry_of
JOIN payment_allocation ended ON ended.company_id = p.company_id AND ended.payment_id = old.id AND ended.act_id = own.act_id
WHERE old.status IN ('rejected', 'cancelled') OR ended.returned_kop > 0;

CREATE TRIGGER payment_retry_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_retry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
