-- Cards, printed documents and files need a role that works with them: a person without one saw whole passports (domain.md 12).
UPDATE action_access AS a SET subject_code = 'OPERATOR'
FROM action AS c
WHERE c.id = a.action_id AND a.subject = 'role' AND a.subject_code = 'USER'
  AND c.code IN ('act/getActBody', 'supplier/getSupplier', 'weightacts/getAct/id', 'files/get/id')
  AND NOT EXISTS (SELECT FROM action_access AS other WHERE other.action_id = a.action_id
    AND other.company_id IS NOT DISTINCT FROM a.company_id AND other.subject = 'role' AND other.subject_code = 'OPERATOR');
INSERT INTO action_access (id, company_id, action_id, subject, subject_code, allow, confirm)
SELECT gen_random_uuid(), NULL, a.action_id, 'role', 'SUPERVISOR', a.allow, a.confirm
FROM action_access AS a JOIN action AS c ON c.id = a.action_id
WHERE c.code = 'files/get/id' AND a.company_id IS NULL AND a.subject = 'role' AND a.subject_code = 'OPERATOR'
ON CONFLICT ON CONSTRAINT action_access_unique DO NOTHING;

-- Rows that a sweep of the server could not do: they wait apart, so that one of them does not stop the others.
CREATE TABLE set_aside (
  sweep text COLLATE "C", company_id uuid, row_id uuid,
  failures int NOT NULL CHECK (failures > 0),
  failed_at timestamptz NOT NULL DEFAULT now(), until timestamptz NOT NULL,
  PRIMARY KEY (sweep, company_id, row_id));

-- What the nightly deletion looks for (src/server/retention).
CREATE INDEX approval_old ON approval (expires_at);
CREATE INDEX agent_event_old ON agent_event (received_at);
CREATE INDEX notice_old ON notice (at);
-- Files that still have their bytes: the sum of a company, and those whose years are over.
CREATE INDEX file_stored ON file (company_id, created_at) INCLUDE (size) WHERE deleted_at IS NULL;
CREATE INDEX file_deleted ON file (deleted_at, id) WHERE deleted_at IS NOT NULL;

-- What the files of a company take of its room, counted every hour; level is what was last told: 0, 80 or 95 per cent.
CREATE TABLE storage_use (
  company_id uuid PRIMARY KEY REFERENCES company,
  bytes bigint NOT NULL CHECK (bytes >= 0), room_bytes bigint NOT NULL CHECK (room_bytes > 0),
  level int NOT NULL DEFAULT 0 CHECK (level IN (0, 80, 95)),
  counted_at timestamptz NOT NULL DEFAULT now());
