-- A change joins its company's chain where its row is written, beside the head of the chain: on a cluster, on the machine of the
-- company. The row brings what it says as its hash; the hash of the link before and the time of the row are added here. Rows that
-- name their place were linked by whoever writes many at once.
CREATE FUNCTION join_audit_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  said bytea := NEW.hash || convert_to('@' || trail_micros(NEW.at), 'UTF8');
BEGIN
  INSERT INTO audit_head AS h (company_id, seq, prev_hash, hash) VALUES (NEW.company_id, 1, '\x', sha256(said))
    ON CONFLICT (company_id) DO UPDATE SET seq = h.seq + 1, prev_hash = h.hash, hash = sha256(h.hash || said)
    RETURNING h.seq, h.prev_hash, h.hash INTO NEW.seq, NEW.prev_hash, NEW.hash;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_event_joins_chain BEFORE INSERT ON audit_event
  FOR EACH ROW WHEN (NEW.seq IS NULL) EXECUTE FUNCTION join_audit_chain();

-- A table of a cluster has another name on each machine: the trigger says whose row it is.
CREATE OR REPLACE FUNCTION payment_parts_add_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  company uuid := coalesce(NEW.company_id, OLD.company_id);
  payment_key uuid;
  due bigint;
BEGIN
  IF TG_NARGS > 0 THEN
    payment_key := NEW.id;
  ELSE
    payment_key := coalesce(NEW.payment_id, OLD.payment_id);
  END IF;
  SELECT CASE WHEN is_test THEN 0 ELSE amount_kop END INTO due
    FROM payment WHERE company_id = company AND id = payment_key;
  IF FOUND AND due <> (SELECT coalesce(sum(amount_kop), 0) FROM payment_allocation
      WHERE company_id = company AND payment_id = payment_key) THEN
    RAISE EXCEPTION 'payment %: its parts do not make its amount', payment_key
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_parts_add_up';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER payment_parts_add_up ON payment;
CREATE CONSTRAINT TRIGGER payment_parts_add_up AFTER INSERT ON payment
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payment_parts_add_up('whole');
