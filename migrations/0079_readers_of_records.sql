-- Who has a record open now, so that two people on one act see each other. A row is good for a minute after it was seen.
CREATE TABLE record_reader (
  company_id uuid NOT NULL REFERENCES company,
  entity text NOT NULL CHECK (entity IN ('act', 'weight_act')),
  record_id uuid NOT NULL,
  user_id uuid NOT NULL,
  is_editing boolean NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, entity, record_id, user_id),
  FOREIGN KEY (company_id, user_id) REFERENCES app_user (company_id, id)
);
