-- The training bank pays to accounts too: where it is active and no agreement is the default for them, it becomes that.
INSERT INTO bank_config_default (company_id, method, bank_config_id)
  SELECT DISTINCT ON (c.company_id) c.company_id, 'account', c.id
  FROM bank_config c JOIN bank b ON b.id = c.bank_id
  WHERE b.adapter = 'sandbox' AND c.status = 'active'
  ORDER BY c.company_id, c.created_at, c.id
  ON CONFLICT DO NOTHING;
