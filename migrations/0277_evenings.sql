-- Which days of a company have been told to those who asked for it, each once, with what was told of the purchases: what is bought later in
-- the evening is told on the next day.
CREATE TABLE evening (
  company_id uuid NOT NULL REFERENCES company,
  day date NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  net_g bigint NOT NULL DEFAULT 0,
  total_kop bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, day));
