-- A page of suppliers counts acts and ways to pay and names the plates of each: told from indexes alone, where every visit
-- and every act was read from wherever it lies (decisions/0045). Each index takes the place of one that lacked a column.
CREATE INDEX act_of_supplier_new ON act (company_id, supplier_id, sort_at DESC, id DESC)
  INCLUDE (status);
DROP INDEX act_of_supplier;
ALTER INDEX act_of_supplier_new RENAME TO act_of_supplier;

CREATE INDEX visit_of_supplier_new
  ON visit (company_id, supplier_id, in_at DESC, id DESC)
  INCLUDE (carnumber, status);
DROP INDEX visit_of_supplier;
ALTER INDEX visit_of_supplier_new RENAME TO visit_of_supplier;

CREATE INDEX payment_method_of_supplier_new ON payment_method (company_id, supplier_id, created_at)
  INCLUDE (status);
DROP INDEX payment_method_of_supplier;
ALTER INDEX payment_method_of_supplier_new RENAME TO payment_method_of_supplier;

-- What is left to pay is shown of acts that are owed and of no other: in the order of what is left stand these alone, so that
-- drafts with a sum are not passed by.
DROP INDEX act_by_due;
CREATE INDEX act_by_due ON act (company_id, (total_kop - reserved_kop - paid_kop), id)
  INCLUDE (sort_at, total_kop, reserved_kop, paid_kop)
  WHERE status IN ('issued', 'signed') AND reserved_kop + paid_kop < total_kop;

-- Of the acts of a month likewise, and beside them, by their ids, those that show nothing.
DROP INDEX act_by_due_in_month;
CREATE INDEX act_by_due_in_month ON act
  (company_id, date_trunc('month', sort_at AT TIME ZONE 'Europe/Moscow'),
    (total_kop - reserved_kop - paid_kop), id)
  INCLUDE (sort_at, total_kop, reserved_kop, paid_kop)
  WHERE status IN ('issued', 'signed') AND reserved_kop + paid_kop < total_kop;
CREATE INDEX act_not_due_in_month ON act
  (company_id, date_trunc('month', sort_at AT TIME ZONE 'Europe/Moscow'), id)
  INCLUDE (sort_at)
  WHERE NOT (status IN ('issued', 'signed') AND reserved_kop + paid_kop < total_kop);
