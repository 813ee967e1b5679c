-- A time in which the empty scale stood outside its zero band, with the pictures that the agent took then: who zeroes a weight and takes
-- it away is told also when nothing is weighed after it (devices.md 4.3). Words of zeros that were told earlier stay single words.
CREATE TABLE zero_departure (
  company_id uuid, id uuid,
  device_id uuid NOT NULL, started_at timestamptz NOT NULL, ended_at timestamptz,
  -- The weight furthest from zero.
  weight_g bigint NOT NULL,
  photos uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(photos) <= 40),
  flags jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, device_id) REFERENCES device,
  CHECK (ended_at >= started_at));
CREATE UNIQUE INDEX zero_departure_open ON zero_departure (company_id, device_id) WHERE ended_at IS NULL;
CREATE INDEX zero_departure_of_scale ON zero_departure (company_id, device_id, started_at DESC);
CREATE INDEX zero_departure_unreviewed ON zero_departure (company_id)
  WHERE jsonb_path_exists(flags, '$[*] ? (!exists(@.reviewed_at))');
CREATE INDEX zero_departure_flagged ON zero_departure (company_id, started_at DESC) WHERE flags <> '[]';
