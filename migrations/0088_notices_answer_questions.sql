-- Which question of ours a notice answers: that the bank does not know an order counts only where it was asked after the last send.
-- Notices of before name none; the bank is asked again.
ALTER TABLE bank_notice ADD COLUMN answers text;
