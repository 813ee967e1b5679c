-- The statement of ownership of an act is frozen beside its form when the act is issued (decision 91).
ALTER TABLE issued_form DROP CONSTRAINT issued_form_entity_check,
  ADD CONSTRAINT issued_form_entity_check CHECK (entity IN ('act','weight_act','payment'));
