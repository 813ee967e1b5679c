-- The nightly sweep asks of each stored name whether a row leads to it; equality is all that is asked.
CREATE INDEX file_by_key ON file USING hash (storage_key);

-- Reports of a month go through the acts of its days, not through those of all years.
CREATE INDEX act_of_day ON act (company_id, date) WHERE date IS NOT NULL;

-- The platform lists the files of all companies, the newest first.
CREATE INDEX file_of_all ON file (created_at DESC, id DESC) WHERE deleted_at IS NULL;
