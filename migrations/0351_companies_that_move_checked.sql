-- online: the rules of moved companies hold for the rows that were there before them.
ALTER TABLE company VALIDATE CONSTRAINT company_moved_stays_closed;
ALTER TABLE company VALIDATE CONSTRAINT company_arrived_is_let_by_two;
