-- «за Бронза кусковая» agrees with no name: companies that keep the shipped words get the new ones (domain.md 13.3).
UPDATE company
SET settings = jsonb_set(settings, '{rules,purpose_template}', to_jsonb(
  'Оплата по акту №{number} от {date} за лом: {goods}. {vat}. {mark}'::text))
WHERE settings->'rules'->>'purpose_template' = 'Оплата по акту №{number} от {date} за {goods}. {vat}. {mark}';
