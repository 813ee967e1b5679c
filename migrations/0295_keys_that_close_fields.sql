-- Keys that close single fields (security.md 7.2). The keys are files outside the database; here is what happened to each. A closed
-- key closes nothing any more, whatever a process that did not notice its successor still believes.
CREATE TABLE seal_key_event (
  key_id smallint CHECK (key_id BETWEEN 1 AND 255),
  what text CHECK (what IN ('made','closed','leaked','retired')),
  at timestamptz NOT NULL DEFAULT now(),
  -- A text that the key closed: it proves that a file is this key.
  proof bytea,
  -- From then on somebody else may have signed by the key as well.
  leaked_from timestamptz,
  PRIMARY KEY (key_id, what),
  CONSTRAINT seal_key_event_whole CHECK ((proof IS NOT NULL) = (what = 'made')
    AND (leaked_from IS NOT NULL) = (what = 'leaked')));
CREATE TRIGGER seal_key_event_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON seal_key_event
  EXECUTE FUNCTION refuse_change();

CREATE FUNCTION is_owner_of(changed oid) RETURNS boolean LANGUAGE sql STABLE
RETURN (SELECT pg_has_role(current_user, relowner, 'MEMBER') FROM pg_class WHERE oid = changed);

-- A server may write down that it has a key; that none is used any more is the owner's word.
CREATE FUNCTION refuse_unless_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_owner_of(TG_RELID) THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% of % is the owner''s', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'owner_only', TABLE = TG_TABLE_NAME;
END $$;
CREATE TRIGGER seal_key_event_of_owner BEFORE INSERT ON seal_key_event
  FOR EACH ROW WHEN (NEW.what <> 'made') EXECUTE FUNCTION refuse_unless_owner();

-- The key that a closed value names: its second byte, of bytes or of their base64.
CREATE FUNCTION seal_key_of(sealed bytea) RETURNS int LANGUAGE sql IMMUTABLE
RETURN CASE WHEN octet_length(sealed) > 1 THEN get_byte(substr(sealed, 1, 2), 1) END;
CREATE FUNCTION seal_key_of(sealed text) RETURNS int LANGUAGE sql IMMUTABLE
RETURN CASE WHEN sealed ~ '^[A-Za-z0-9+/]{4}' THEN get_byte(decode(left(sealed, 4), 'base64'), 1) END;

CREATE FUNCTION is_closed_key(key int) RETURNS boolean LANGUAGE sql STABLE
RETURN EXISTS (SELECT FROM seal_key_event e WHERE e.key_id = key AND e.what = 'closed');
CREATE FUNCTION has_closed_key(documents jsonb) RETURNS boolean LANGUAGE sql STABLE
RETURN EXISTS (SELECT FROM jsonb_path_query(documents, '$.doc ? (@.type() == "string")') AS doc
  WHERE is_closed_key(seal_key_of(doc #>> '{}')));

CREATE FUNCTION refuse_closed_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a value of % names a closed key', TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'closed_key', TABLE = TG_TABLE_NAME;
END $$;
CREATE TRIGGER act_open_key BEFORE INSERT OR UPDATE OF supplier_snapshot, body_html, body_blocks, representative ON act
  FOR EACH ROW WHEN (is_closed_key(seal_key_of(NEW.supplier_snapshot)) OR is_closed_key(seal_key_of(NEW.body_html))
    OR is_closed_key(seal_key_of(NEW.body_blocks)) OR has_closed_key(NEW.representative)) EXECUTE FUNCTION refuse_closed_key();
CREATE TRIGGER bank_config_open_key BEFORE INSERT OR UPDATE OF credentials ON bank_config
  FOR EACH ROW WHEN (is_closed_key(seal_key_of(NEW.credentials))) EXECUTE FUNCTION refuse_closed_key();
CREATE TRIGGER bank_session_open_key BEFORE INSERT OR UPDATE OF sid ON bank_session
  FOR EACH ROW WHEN (is_closed_key(seal_key_of(NEW.sid))) EXECUTE FUNCTION refuse_closed_key();
CREATE TRIGGER card_vault_open_key BEFORE INSERT OR UPDATE OF pan ON card_vault
  FOR EACH ROW WHEN (is_closed_key(seal_key_of(NEW.pan))) EXECUTE FUNCTION refuse_closed_key();
CREATE TRIGGER device_open_key BEFORE INSERT OR UPDATE OF agent_key, connection ON device
  FOR EACH ROW WHEN (is_closed_key(seal_key_of(NEW.agent_key)) OR is_closed_key(seal_key_of(NEW.connection ->> 'password')))
  EXECUTE FUNCTION refuse_closed_key();
CREATE TRIGGER issued_form_open_key BEFORE INSERT OR UPDATE OF form ON issued_form
  FOR EACH ROW WHEN (is_closed_key(seal_key_of(NEW.form))) EXECUTE FUNCTION refuse_closed_key();
CREATE TRIGGER issued_pdf_open_key BEFORE INSERT OR UPDATE OF pdf ON issued_pdf
  FOR EACH ROW WHEN (is_closed_key(seal_key_of(NEW.pdf))) EXECUTE FUNCTION refuse_closed_key();
CREATE TRIGGER payment_method_open_key BEFORE INSERT OR UPDATE OF card_token ON payment_method
  FOR EACH ROW WHEN (is_closed_key(seal_key_of(NEW.card_token))) EXECUTE FUNCTION refuse_closed_key();
CREATE TRIGGER push_browser_open_key BEFORE INSERT OR UPDATE OF sealed ON push_browser
  FOR EACH ROW WHEN (is_closed_key(seal_key_of(NEW.sealed))) EXECUTE FUNCTION refuse_closed_key();
CREATE TRIGGER push_key_open_key BEFORE INSERT OR UPDATE OF sealed ON push_key
  FOR EACH ROW WHEN (is_closed_key(seal_key_of(NEW.sealed))) EXECUTE FUNCTION refuse_closed_key();
CREATE TRIGGER second_factor_open_key BEFORE INSERT OR UPDATE OF secret ON second_factor
  FOR EACH ROW WHEN (is_closed_key(seal_key_of(NEW.secret))) EXECUTE FUNCTION refuse_closed_key();
CREATE TRIGGER supplier_open_key BEFORE INSERT OR UPDATE OF doc, snils, representatives ON supplier
  FOR EACH ROW WHEN (is_closed_key(seal_key_of(NEW.doc)) OR is_closed_key(seal_key_of(NEW.snils))
    OR has_closed_key(NEW.representatives)) EXECUTE FUNCTION refuse_closed_key();
CREATE TRIGGER webhook_open_key BEFORE INSERT OR UPDATE OF secret, previous_secret, sealed_query ON webhook
  FOR EACH ROW WHEN (is_closed_key(seal_key_of(NEW.secret)) OR is_closed_key(seal_key_of(NEW.previous_secret))
    OR is_closed_key(seal_key_of(NEW.sealed_query))) EXECUTE FUNCTION refuse_closed_key();

-- Frozen documents only grow. The owner alone may close one anew: the same row, the same length, a newer key and nothing else. What
-- it says is proved by who closes it, and of a PDF by the hash beside it.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_ARGV[0] = 'unless closed anew' AND is_owner_of(TG_RELID) THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% only grows: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;
CREATE FUNCTION is_closed_anew(was bytea, becomes bytea) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN octet_length(was) = octet_length(becomes) AND substr(was, 1, 1) = substr(becomes, 1, 1)
  AND seal_key_of(becomes) > seal_key_of(was);
DROP TRIGGER issued_form_only_grows ON issued_form;
CREATE TRIGGER issued_form_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON issued_form
  EXECUTE FUNCTION refuse_change('unless closed anew');
CREATE TRIGGER issued_form_closed_anew BEFORE UPDATE ON issued_form FOR EACH ROW
  WHEN (is_closed_anew(OLD.form, NEW.form) IS NOT TRUE
    OR (OLD.company_id, OLD.entity, OLD.entity_id, OLD.edition, OLD.at, OLD.by)
      IS DISTINCT FROM (NEW.company_id, NEW.entity, NEW.entity_id, NEW.edition, NEW.at, NEW.by))
  EXECUTE FUNCTION refuse_change();
DROP TRIGGER issued_pdf_only_grows ON issued_pdf;
CREATE TRIGGER issued_pdf_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON issued_pdf
  EXECUTE FUNCTION refuse_change('unless closed anew');
CREATE TRIGGER issued_pdf_closed_anew BEFORE UPDATE ON issued_pdf FOR EACH ROW
  WHEN (is_closed_anew(OLD.pdf, NEW.pdf) IS NOT TRUE
    OR (OLD.company_id, OLD.entity, OLD.entity_id, OLD.body_sha256, OLD.copies, OLD.sha256, OLD.at, OLD.by)
      IS DISTINCT FROM (NEW.company_id, NEW.entity, NEW.entity_id, NEW.body_sha256, NEW.copies, NEW.sha256, NEW.at, NEW.by))
  EXECUTE FUNCTION refuse_change();
