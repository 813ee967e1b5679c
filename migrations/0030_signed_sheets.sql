-- Whether a signed page carries the QR code of its own record. NULL where nobody looked: other papers, and pages that were
-- uploaded before; such a page signs an act only after a person has compared the number on paper.
ALTER TABLE scan ADD COLUMN own_code boolean;
