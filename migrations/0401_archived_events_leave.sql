-- An event of the journal leaves its table only for an archive that the journal itself has recorded, and only at the hand of the
-- owner of the tables: the role that serves has no right to remove. The event that records an archive never leaves.
CREATE FUNCTION leave_for_archive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.action = 'audit.archive' OR OLD.approver_id IS NOT NULL OR NOT EXISTS (
      SELECT FROM audit_event a WHERE a.company_id = OLD.company_id AND a.action = 'audit.archive'
        AND OLD.seq BETWEEN (a.after->>'first_seq')::bigint AND (a.after->>'last_seq')::bigint) THEN
    RAISE EXCEPTION 'audit_event only grows: no recorded archive holds event %', OLD.seq
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'append_only', TABLE = 'audit_event';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER audit_event_leaves_for_archive BEFORE DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION leave_for_archive();

-- Beside values that a rotation of keys closes anew (0295), the owner may remove what was archived.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP = 'UPDATE' AND TG_ARGV[0] = 'unless closed anew' OR TG_OP = 'DELETE' AND TG_ARGV[0] = 'unless archived')
    AND is_owner_of(TG_RELID) THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% only grows: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;
CREATE OR REPLACE TRIGGER audit_event_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
  EXECUTE FUNCTION refuse_change('unless archived');
