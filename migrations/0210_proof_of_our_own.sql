-- Whose word the plate of a weighing is: the post's camera, or what the operator's browser said (devices.md 4.2).
-- Rows before this release do not tell.
ALTER TABLE weighing ADD COLUMN plate_by text CHECK (plate_by IN ('camera','operator'));

-- A picture belongs to one visit, or to one weighing of a tare: yesterday's pictures prove nothing of today's truck.
CREATE TABLE photo_of_visit (
  company_id uuid, file_id uuid, owner_id uuid,
  PRIMARY KEY (company_id, file_id, owner_id),
  CONSTRAINT photo_of_one_visit UNIQUE (company_id, file_id));
INSERT INTO photo_of_visit SELECT company_id, file_id, coalesce(visit_id, id)
  FROM weighing, unnest(photos) AS file_id ORDER BY at, id ON CONFLICT DO NOTHING;
CREATE TRIGGER photo_of_visit_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON photo_of_visit
  EXECUTE FUNCTION refuse_change();

CREATE FUNCTION note_photos_of_visit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO photo_of_visit
    SELECT DISTINCT NEW.company_id, file_id, coalesce(NEW.visit_id, NEW.id) FROM unnest(NEW.photos) AS file_id
    ON CONFLICT (company_id, file_id, owner_id) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER weighing_notes_photos AFTER INSERT ON weighing
  FOR EACH ROW WHEN (NEW.photos <> '{}') EXECUTE FUNCTION note_photos_of_visit();
