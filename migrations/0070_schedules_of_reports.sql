-- Schedules of reports (domain.md 11.1): which report is ordered when, and who is told of it. Reports that were there before are
-- of no schedule and of their maker alone.
CREATE TABLE report_schedule (
  company_id uuid NOT NULL REFERENCES company, id uuid NOT NULL,
  client_id uuid, client_hash bytea,
  title text NOT NULL,
  type text NOT NULL, params jsonb NOT NULL,
  format text NOT NULL CHECK (format IN ('xlsx','pdf','csv','xml','txt','zip')),
  -- Null where the report has no period.
  period text CHECK (period IN ('yesterday','last_week','last_month','month_to_date')),
  repeats text NOT NULL CHECK (repeats IN ('day','week','month')),
  at_time text NOT NULL CHECK (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  weekdays int[] NOT NULL DEFAULT '{}' CHECK (weekdays <@ ARRAY[1,2,3,4,5,6,7]),
  month_day int CHECK (month_day BETWEEN 1 AND 31),
  recipients uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(recipients) <= 50),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active','off','stopped')),
  stop_reason text CHECK (stop_reason IN ('person','rights')),
  -- The next due time in the zone by which it was reckoned, and the latest one that was used.
  zone text NOT NULL, next_at timestamptz NOT NULL, last_due_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(), created_by uuid NOT NULL REFERENCES app_user,
  updated_at timestamptz NOT NULL DEFAULT now(), updated_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  CONSTRAINT report_schedule_client_id_unique UNIQUE (company_id, client_id),
  CONSTRAINT report_schedule_week_has_days CHECK ((repeats = 'week') = (cardinality(weekdays) > 0)),
  CONSTRAINT report_schedule_month_has_day CHECK ((repeats = 'month') = (month_day IS NOT NULL)),
  CONSTRAINT report_schedule_stopped_has_reason CHECK ((status = 'stopped') = (stop_reason IS NOT NULL)));
CREATE INDEX report_schedule_active ON report_schedule (next_at) WHERE status = 'active';

ALTER TABLE report
  ADD COLUMN schedule_id uuid,
  -- Null when a person ran the schedule.
  ADD COLUMN due_at timestamptz,
  -- Those besides its maker to whom it was given when it was ready.
  ADD COLUMN shared_with uuid[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT report_of_schedule FOREIGN KEY (company_id, schedule_id)
    REFERENCES report_schedule ON DELETE SET NULL (schedule_id);
-- One order for each due time, however many processes look at the clock.
CREATE UNIQUE INDEX report_once_due ON report (company_id, schedule_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX report_latest_of_schedule ON report (company_id, schedule_id, created_at DESC)
  WHERE schedule_id IS NOT NULL;
