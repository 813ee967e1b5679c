-- A load that stood on a scale and that nobody weighed is a mark for a person to explain, as every other (domain.md 6.5). `record_id`
-- names it where records have UUIDs: in the journal and under a PIN.
ALTER TABLE weight_episode ADD COLUMN flags jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN record_id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD CONSTRAINT weight_episode_record UNIQUE (company_id, record_id);
UPDATE weight_episode e SET flags = jsonb_build_array(jsonb_build_object('code', 'unweighed', 'at', e.ended_at))
  FROM device d WHERE d.company_id = e.company_id AND d.id = e.device_id AND e.weighing_id IS NULL
    AND e.peak_g >= d.presence_g AND e.ended_at > now() - interval '7 days';
CREATE INDEX weight_episode_unreviewed ON weight_episode (company_id)
  WHERE jsonb_path_exists(flags, '$[*] ? (!exists(@.reviewed_at))');
CREATE INDEX weight_episode_flagged ON weight_episode (company_id, started_at DESC) WHERE flags <> '[]';
-- Who was on duty at a scale when a load stood there: whoever weighed on it within the shift.
CREATE INDEX weighing_of_device ON weighing (company_id, device_id, taken_at);
