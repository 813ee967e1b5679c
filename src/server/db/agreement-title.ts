import { sql, type RawBuilder } from 'kysely'

/** The title of a row of `bank_config` under this name, beside which its account ends when another agreement has the same (60 at most). */
export function agreementTitle(config: string): RawBuilder<string> {
  const [id, company] = [sql.ref(`${config}.id`), sql.ref(`${config}.company_id`)]
  const [title, account] = [sql.ref(`${config}.title`), sql.ref(`${config}.account`)]
  return sql<string>`case when ${account} is not null and exists (select from bank_config as twin
      where twin.company_id = ${company} and twin.title = ${title} and twin.id <> ${id})
    then left(${title}, 53) || ' · …' || right(${account}, 4) else ${title} end`
}
