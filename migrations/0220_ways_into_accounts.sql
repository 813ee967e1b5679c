-- Who made an account, gave a link into it, changed its e-mail or PIN: for some time the two may be one person (domain.md 7.5).
CREATE TABLE account_opening (
  company_id uuid NOT NULL REFERENCES company (id),
  user_id uuid NOT NULL REFERENCES app_user (id),
  opened_by uuid NOT NULL REFERENCES app_user (id),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, user_id, opened_by),
  CONSTRAINT account_opening_by_another CHECK (user_id <> opened_by)
);

INSERT INTO account_opening (company_id, user_id, opened_by, at)
SELECT u.company_id, u.id, e.user_id, max(e.at)
FROM audit_event e
  JOIN app_user u ON u.id::text = coalesce(e.after ->> 'user_id', e.entity_id::text) AND u.company_id = e.company_id
  JOIN app_user o ON o.id = e.user_id AND o.id <> u.id
WHERE e.action IN ('user.create', 'user.link', 'user.update-pcode')
GROUP BY 1, 2, 3;
