-- A machine of a cluster reads another table for a row that it writes only within the trigger itself, not for the trigger's condition
-- (decision 142): the closed keys are looked up in the body, all keys of a row by one query.
CREATE FUNCTION seal_keys_of(documents jsonb) RETURNS int[] LANGUAGE sql IMMUTABLE
RETURN (SELECT array_agg(seal_key_of(doc #>> '{}'))
  FROM jsonb_path_query(documents, '$.doc ? (@.type() == "string")') AS doc);

-- The argument is the table, which has another name on each machine of a cluster.
CREATE OR REPLACE FUNCTION refuse_closed_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  keys int[];
BEGIN
  IF TG_ARGV[0] = 'act' THEN
    keys := ARRAY[seal_key_of(NEW.supplier_snapshot), seal_key_of(NEW.body_html), seal_key_of(NEW.body_blocks)]
      || seal_keys_of(NEW.representative);
  ELSIF TG_ARGV[0] = 'bank_config' THEN
    keys := ARRAY[seal_key_of(NEW.credentials)];
  ELSIF TG_ARGV[0] = 'bank_session' THEN
    keys := ARRAY[seal_key_of(NEW.sid)];
  ELSIF TG_ARGV[0] = 'card_vault' THEN
    keys := ARRAY[seal_key_of(NEW.pan)];
  ELSIF TG_ARGV[0] = 'device' THEN
    keys := ARRAY[seal_key_of(NEW.agent_key), seal_key_of(NEW.connection ->> 'password')];
  ELSIF TG_ARGV[0] = 'issued_form' THEN
    keys := ARRAY[seal_key_of(NEW.form)];
  ELSIF TG_ARGV[0] = 'issued_pdf' THEN
    keys := ARRAY[seal_key_of(NEW.pdf)];
  ELSIF TG_ARGV[0] = 'payment_method' THEN
    keys := ARRAY[seal_key_of(NEW.card_token)];
  ELSIF TG_ARGV[0] IN ('push_browser', 'push_key') THEN
    keys := ARRAY[seal_key_of(NEW.sealed)];
  ELSIF TG_ARGV[0] = 'second_factor' THEN
    keys := ARRAY[seal_key_of(NEW.secret)];
  ELSIF TG_ARGV[0] = 'supplier' THEN
    keys := ARRAY[seal_key_of(NEW.doc), seal_key_of(NEW.snils)] || seal_keys_of(NEW.representatives);
  ELSIF TG_ARGV[0] = 'webhook' THEN
    keys := ARRAY[seal_key_of(NEW.secret), seal_key_of(NEW.previous_secret), seal_key_of(NEW.sealed_query)];
  END IF;
  IF EXISTS (SELECT FROM seal_key_event e WHERE e.key_id = ANY (keys) AND e.what = 'closed') THEN
    RAISE EXCEPTION 'a value of % names a closed key', TG_ARGV[0]
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'closed_key', TABLE = TG_ARGV[0];
  END IF;
  RETURN NEW;
END $$;

DROP TRIGGER act_open_key ON act;
CREATE TRIGGER act_open_key BEFORE INSERT OR UPDATE OF supplier_snapshot, body_html, body_blocks, representative ON act
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_key('act');
DROP TRIGGER bank_config_open_key ON bank_config;
CREATE TRIGGER bank_config_open_key BEFORE INSERT OR UPDATE OF credentials ON bank_config
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_key('bank_config');
DROP TRIGGER bank_session_open_key ON bank_session;
CREATE TRIGGER bank_session_open_key BEFORE INSERT OR UPDATE OF sid ON bank_session
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_key('bank_session');
DROP TRIGGER card_vault_open_key ON card_vault;
CREATE TRIGGER card_vault_open_key BEFORE INSERT OR UPDATE OF pan ON card_vault
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_key('card_vault');
DROP TRIGGER device_open_key ON device;
CREATE TRIGGER device_open_key BEFORE INSERT OR UPDATE OF agent_key, connection ON device
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_key('device');
DROP TRIGGER issued_form_open_key ON issued_form;
CREATE TRIGGER issued_form_open_key BEFORE INSERT OR UPDATE OF form ON issued_form
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_key('issued_form');
DROP TRIGGER issued_pdf_open_key ON issued_pdf;
CREATE TRIGGER issued_pdf_open_key BEFORE INSERT OR UPDATE OF pdf ON issued_pdf
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_key('issued_pdf');
DROP TRIGGER payment_method_open_key ON payment_method;
CREATE TRIGGER payment_method_open_key BEFORE INSERT OR UPDATE OF card_token ON payment_method
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_key('payment_method');
DROP TRIGGER push_browser_open_key ON push_browser;
CREATE TRIGGER push_browser_open_key BEFORE INSERT OR UPDATE OF sealed ON push_browser
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_key('push_browser');
DROP TRIGGER push_key_open_key ON push_key;
CREATE TRIGGER push_key_open_key BEFORE INSERT OR UPDATE OF sealed ON push_key
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_key('push_key');
DROP TRIGGER second_factor_open_key ON second_factor;
CREATE TRIGGER second_factor_open_key BEFORE INSERT OR UPDATE OF secret ON second_factor
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_key('second_factor');
DROP TRIGGER supplier_open_key ON supplier;
CREATE TRIGGER supplier_open_key BEFORE INSERT OR UPDATE OF doc, snils, representatives ON supplier
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_key('supplier');
DROP TRIGGER webhook_open_key ON webhook;
CREATE TRIGGER webhook_open_key BEFORE INSERT OR UPDATE OF secret, previous_secret, sealed_query ON webhook
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_key('webhook');

DROP FUNCTION has_closed_key(jsonb), is_closed_key(int);
