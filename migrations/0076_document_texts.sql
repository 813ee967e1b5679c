-- Texts of forms are data with versions (domain.md 9.1). Number 1 of each form is in the program and has no row. A row without a
-- company is for all of them; a company's row has only the texts that it words otherwise.
CREATE TABLE document_text (
  company_id uuid REFERENCES company, id uuid PRIMARY KEY,
  kind text COLLATE "C" NOT NULL, texts jsonb NOT NULL,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft','published')),
  -- Unique among all versions of the form, so that a number names one text whoever printed it.
  number int CHECK (number BETWEEN 2 AND 9999), valid_from date,
  published_at timestamptz, published_by uuid REFERENCES app_user,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid REFERENCES app_user,
  version int NOT NULL DEFAULT 1,
  CONSTRAINT document_text_number_unique UNIQUE (kind, number),
  CONSTRAINT document_text_published_is_whole
    CHECK (num_nonnulls(number, valid_from, published_at, published_by)
      = CASE status WHEN 'published' THEN 4 ELSE 0 END));
CREATE UNIQUE INDEX document_text_one_draft ON document_text (kind, company_id)
  NULLS NOT DISTINCT WHERE status = 'draft';
CREATE INDEX document_text_in_force ON document_text (kind, company_id, valid_from DESC, number DESC)
  WHERE status = 'published';
CREATE TRIGGER document_text_published_stays BEFORE UPDATE OR DELETE ON document_text
  FOR EACH ROW WHEN (OLD.status = 'published') EXECUTE FUNCTION refuse_change();
CREATE TRIGGER document_text_is_not_emptied BEFORE TRUNCATE ON document_text
  EXECUTE FUNCTION refuse_change();

-- Versions whose texts are printed: `4`, or `4-7` with the company's own. Null in what was issued before: version 1.
ALTER TABLE act ADD COLUMN text_version text;
ALTER TABLE weight_act ADD COLUMN text_version text;

-- The PDF of an issued act as it was first printed, sealed; one for each content of the form and number of copies.
CREATE TABLE issued_pdf (
  company_id uuid REFERENCES company, act_id uuid,
  body_sha256 bytea CHECK (octet_length(body_sha256) = 32), copies int CHECK (copies BETWEEN 1 AND 5),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32), pdf bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT now(), by uuid,
  PRIMARY KEY (company_id, act_id, body_sha256, copies),
  FOREIGN KEY (company_id, act_id) REFERENCES act);
CREATE TRIGGER issued_pdf_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON issued_pdf
  EXECUTE FUNCTION refuse_change();
