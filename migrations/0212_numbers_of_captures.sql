-- Each scale counts the captures that were made of it, from 1 and without a gap, under the lock of the scale (devices.md 4.4):
-- a weighing that somebody took out of the database leaves a hole. Weighings before this release have no number.
ALTER TABLE weighing ADD COLUMN capture_no bigint CHECK (capture_no > 0),
  ADD CONSTRAINT weighing_capture_no UNIQUE (company_id, device_id, capture_no);
