-- Drafts that were deleted have no number and stand in no list that does not ask for void acts: the list reads their ids from here.
CREATE INDEX act_deleted_draft ON act (company_id, id) WHERE status = 'void' AND number IS NULL;
