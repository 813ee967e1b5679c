-- Instruments of radiation control with their verification, and alarms that no act may turn into a clean one (domain.md 2.7).
-- usv_h_milli: thousandths of a microsievert an hour. What an issued act measured stands frozen in act.radiation.
CREATE TABLE instrument (
  company_id uuid REFERENCES company, id uuid,
  client_id uuid, client_hash bytea,
  site_id uuid,
  model text NOT NULL, serial_number text NOT NULL,
  verified_on date NOT NULL, valid_until date NOT NULL, certificate text,
  background_usv_h_milli int NOT NULL CHECK (background_usv_h_milli >= 0),
  responsible text NOT NULL, responsible_certificate text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active','archived')),
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, site_id) REFERENCES site,
  CONSTRAINT instrument_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT instrument_serial_unique UNIQUE (company_id, model, serial_number),
  CONSTRAINT instrument_verified_before CHECK (valid_until >= verified_on));

CREATE TABLE control_alarm (
  company_id uuid REFERENCES company, id uuid,
  client_id uuid, client_hash bytea,
  kind text NOT NULL CHECK (kind IN ('radiation','explosion')),
  at timestamptz NOT NULL,
  site_id uuid NOT NULL, act_id uuid, instrument_id uuid, instrument jsonb,
  background_usv_h_milli int, usv_h_milli int,
  found_by text NOT NULL, carnumber text, note text,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, site_id) REFERENCES site,
  FOREIGN KEY (company_id, act_id) REFERENCES act,
  FOREIGN KEY (company_id, instrument_id) REFERENCES instrument,
  CONSTRAINT control_alarm_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT control_alarm_of_act_once
    UNIQUE (company_id, act_id, instrument_id, background_usv_h_milli, usv_h_milli),
  CONSTRAINT control_alarm_measured
    CHECK (kind <> 'radiation' OR num_nulls(instrument_id, usv_h_milli, background_usv_h_milli) = 0));
CREATE INDEX control_alarm_of_time ON control_alarm (company_id, at);
-- What was found is never changed or removed.
CREATE TRIGGER control_alarm_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON control_alarm
  EXECUTE FUNCTION refuse_change();
