-- A report may be an archive of documents, and a person may stop one that is still being made.
ALTER TABLE report
  DROP CONSTRAINT report_format_check,
  ADD CONSTRAINT report_format_check CHECK (format IN ('xlsx','pdf','csv','xml','txt','zip')),
  DROP CONSTRAINT report_status_check,
  ADD CONSTRAINT report_status_check
    CHECK (status IN ('queued','running','ready','failed','expired','cancelled'));
