-- What a camera showed at the last capture, as 16 by 9 grey points, and in how many captures in a row it showed just that
-- (devices.md 4.2). A camera at which something happens never shows the same twice.
CREATE TABLE camera_look (
  company_id uuid, device_id uuid,
  look bytea NOT NULL CHECK (octet_length(look) = 144),
  captures int NOT NULL CHECK (captures > 0), since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, device_id),
  FOREIGN KEY (company_id, device_id) REFERENCES device ON DELETE CASCADE);
