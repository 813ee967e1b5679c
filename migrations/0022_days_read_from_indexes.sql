-- A list of some days in another order is walked in that order until its page is full, and the acts of other days are
-- passed by: with the day in the index they are passed without being read. The sums below a list of some days are read
-- from the index of days alone.
DROP INDEX act_list, act_by_net, act_by_total, act_by_due;
CREATE INDEX act_list ON act (company_id, sort_at DESC, id DESC)
  INCLUDE (net_g, total_kop, reserved_kop, paid_kop);
CREATE INDEX act_by_net ON act (company_id, net_g, id) INCLUDE (sort_at);
CREATE INDEX act_by_total ON act (company_id, total_kop, id) INCLUDE (sort_at);
-- What the expression is made of stands beside it, or no index-only walk is planned.
CREATE INDEX act_by_due ON act (company_id, (total_kop - reserved_kop - paid_kop), id)
  INCLUDE (sort_at, total_kop, reserved_kop, paid_kop);
