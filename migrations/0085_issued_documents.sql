-- PDFs as they were first printed are of every document that is issued, not of acts alone (decision 91). Stored ones are those of acts.
ALTER TABLE issued_pdf ADD COLUMN entity text COLLATE "C" NOT NULL DEFAULT 'act'
  CHECK (entity IN ('act','weight_act','payment'));
ALTER TABLE issued_pdf ALTER COLUMN entity DROP DEFAULT;
ALTER TABLE issued_pdf DROP CONSTRAINT issued_pdf_company_id_act_id_fkey, DROP CONSTRAINT issued_pdf_pkey;
ALTER TABLE issued_pdf RENAME COLUMN act_id TO entity_id;
ALTER TABLE issued_pdf ADD PRIMARY KEY (company_id, entity, entity_id, body_sha256, copies);

-- What a document says, frozen when it is issued: weight acts and payment orders. Acts have theirs in their own row. A document that
-- was issued before is frozen when it is first printed. An edition is what makes another paper of the same record.
CREATE TABLE issued_form (
  company_id uuid REFERENCES company, entity text COLLATE "C" CHECK (entity IN ('weight_act','payment')),
  entity_id uuid, edition text COLLATE "C", form bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT now(), by uuid,
  PRIMARY KEY (company_id, entity, entity_id, edition));
CREATE TRIGGER issued_form_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON issued_form
  EXECUTE FUNCTION refuse_change();
