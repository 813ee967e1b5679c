import pg from 'pg'
import { nameSearchText } from '#contract/requisites/names.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { documentHash, encryptField } from '#server/features/supplier/record/identity.ts'
import { innOfPerson, passportOf, type TestProduct } from '#test/builders/builders.ts'
import type { TestCompany } from '#test/support/world.ts'

/** Surnames of the filled suppliers; more people have each than one search shows. */
export const SURNAMES =
  `Кузнецов Соколов Лебедев Новиков Морозов Волков Зайцев Павлов Виноградов Богданов Воробьев
  Тарасов Белов Комаров Орлов Киселев Макаров Андреев Ковалев Гусев`.split(/\s+/)
const NAMES = ['Андрей', 'Сергей', 'Иван', 'Олег', 'Павел', 'Мария', 'Анна', 'Ольга', 'Юрий']
const MIDDLES = ['Сергеевич', 'Иванович', 'Олегович', 'Петрович', 'Юрьевич', 'Львович', 'Ильич']
const CHUNK = 5000

/** People with sealed passports, written in bulk; of two hundred one has no birth date and one an expired document. */
export async function fillSuppliers(
  client: pg.Client,
  company: TestCompany,
  count: number,
): Promise<void> {
  for (let from = 0; from < count; from += CHUNK) {
    const people = Array.from({ length: Math.min(CHUNK, count - from) }, (_, i) =>
      person(company, from + i),
    )
    await client.query(
      `insert into supplier (company_id, id, type, last_name, first_name, middle_name, birth_date, citizenship, doc,
         doc_hmac, reg_address, inn, phone, name_search, status, created_at)
       select $1, id, 'person', last, first, middle, '1975-05-17', 'RU', doc, hmac, 'г. Москва, ул. Лесная, д. 5', inn,
         phone, search, 'active', now() - interval '3 years'
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::bytea[], $8::text[], $9::text[],
         $10::text[]) as p (id, last, first, middle, doc, hmac, inn, phone, search)`,
      [company.id, ...columnsOf(people)],
    )
  }
  await client.query(
    `update supplier set birth_date = case when substr(phone, 6)::int % 200 <> 11 then birth_date end,
       doc_expires_on = case when substr(phone, 6)::int % 200 = 13 then date '2025-06-01' end
     where company_id = $1 and substr(phone, 6)::int % 200 in (11, 13)`,
    [company.id],
  )
}

type Person = ReturnType<typeof person>

function person(company: TestCompany, n: number) {
  const id = uuidv7()
  const last = SURNAMES[n % SURNAMES.length]!
  const first = NAMES[n % NAMES.length]!
  const middle = MIDDLES[n % MIDDLES.length]!
  const doc = passportOf(n)
  const sealed = encryptField(company.db, id, 'doc', doc)
  const hash = documentHash(company.db, doc.type, doc.series + doc.number)
  const search = nameSearchText(`${last} ${first} ${middle}`)
  return [id, last, first, middle, sealed, hash, innOfPerson(n), `+7926${1_000_000 + n}`, search]
}

function columnsOf(people: readonly Person[]): unknown[][] {
  return people[0]!.map((_, column) => people.map((values) => values[column]))
}

/** Acts of three years, one in ten a draft, with one to three positions by pieces. */
export async function fillActs(
  client: pg.Client,
  company: TestCompany,
  product: TestProduct,
  count: number,
): Promise<void> {
  await client.query(
    `with s as (select id, row_number() over (order by id) - 1 as n from supplier where company_id = $1),
       many as (select count(*) as n from s),
       i as (select i, i % 10 = 0 as draft, now() - interval '1000 days' * (1 - i::float8 / $4::int) as at
         from generate_series(1, $4::int) as i)
     insert into act (company_id, id, kind, number, number_year, number_seq, date, issued_at, issued_by, sort_at, site_id,
       supplier_id, supplier_snapshot, company_snapshot, ownership_basis, vehicle, accepted_by, net_g, total_kop, paid_kop,
       template, template_version, body_html, body_sha256, status, created_at, created_by)
     select $1, uuidv7(at - now()), 'op5',
       case when not draft then extract(year from at) || '-' || i end,
       case when not draft then extract(year from at)::int end, case when not draft then i end,
       case when not draft then at::date end, case when not draft then at end,
       case when not draft then $2::uuid end, at, $3, s.id,
       case when not draft then '\\x00'::bytea end, case when not draft then '{}'::jsonb end,
       'Личное имущество, образовалось в быту', '{"make": "ГАЗель", "carnumber": "А123ВС77"}',
       case when not draft then '{"position": null, "full_name": "Иванова"}'::jsonb end,
       i::bigint * 7919 % 20000 * 1000, (1 + i % 3) * 10 * $5::bigint, case when draft or i % 4 = 0 then 0 else (1 + i % 3) * 10 * $5::bigint end,
       case when not draft then 'op5' end, case when not draft then 1 end,
       case when not draft then '\\x00'::bytea end, case when not draft then sha256('\\x00') end,
       case when draft then 'draft' else 'issued' end, at, $2::uuid
     from i cross join many join s on s.n = (i::bigint * 7919) % many.n`,
    [company.id, company.operator.id, company.siteId, count, product.priceKop],
  )
  await client.query(
    `insert into act_position (company_id, id, act_id, "order", product_id, name, measure, qty, column_id, base_price_kop,
       price_kop, price_source, amount_kop)
     select $1, uuidv7(), a.id, k, $2, $3, 'piece', 10, $4, $5::bigint, $5::bigint, 'list', 10 * $5::bigint
     from act a cross join lateral generate_series(1, (a.total_kop / (10 * $5::bigint))::int) as k
     where a.company_id = $1`,
    [company.id, product.id, product.name, company.columnId, product.priceKop],
  )
}
