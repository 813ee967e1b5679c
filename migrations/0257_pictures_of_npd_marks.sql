-- What a person saw at npd.nalog.ru may be shown: a picture of the supplier beside the word, each for one day (domain.md 3.19).
ALTER TABLE file DROP CONSTRAINT file_kind_check,
  ADD CONSTRAINT file_kind_check CHECK (kind IN ('photo','indicator','passport','consent','signed_act',
    'ownership','waybill','report','receipt','npd','other'));
ALTER TABLE npd_check ADD COLUMN proof_file_id uuid,
  ADD CONSTRAINT npd_check_proof_fkey FOREIGN KEY (company_id, proof_file_id) REFERENCES file,
  ADD CONSTRAINT npd_check_proof_of_person CHECK (proof_file_id IS NULL OR source = 'person');
CREATE INDEX npd_check_proof ON npd_check (company_id, proof_file_id) WHERE proof_file_id IS NOT NULL;
