-- Each opening of a record counts by itself: the end of one, which may arrive late, ends no other of the same person, such as that of a second tab.
-- Rows of before are good for less than a minute; they get the id of none.
ALTER TABLE record_reader ADD COLUMN reader_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  DROP CONSTRAINT record_reader_pkey,
  ADD PRIMARY KEY (company_id, entity, record_id, user_id, reader_id);
