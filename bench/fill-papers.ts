import type pg from 'pg'
import type { SupplierFacts } from '#server/documents/act-facts.ts'
import type { TestCompany } from '#test/support/world.ts'

/** What is written here, for a fill without what checks it. */
export const PAPER_TABLES = ['act_position', 'consent', 'file', 'scan', 'weighing', 'weight_act']

const CHUNK = 5000

/** Acts of these last days with whatever reports read besides: the sealed supplier, weighings with photos, sheets, consents. */
export async function fillPapers(
  client: pg.Client,
  company: TestCompany,
  days: number,
): Promise<void> {
  const given = [company.id, company.operator.id, days] as const
  await sealSuppliers(client, company, days)
  await client.query(WEIGHT_ACTS, [...given])
  await client.query(VISITS, [company.id])
  await client.query(WEIGHINGS, [company.id, company.operator.id])
  await client.query(PHOTOS, [company.id])
  await client.query(SHEETS, [...given])
  await client.query(CONSENTS, [company.id])
  await client.query(DEVIATIONS, [company.id])
}

/** The cipher is the product's own, so this is no work for SQL. */
async function sealSuppliers(client: pg.Client, company: TestCompany, days: number) {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await client.query<{ id: string; name: string; inn: string; phone: string }>(
      `select a.id, concat_ws(' ', s.last_name, s.first_name, s.middle_name) as name, s.inn, s.phone
       from act a join supplier s on s.company_id = a.company_id and s.id = a.supplier_id
       where a.company_id = $1 and a.id > $2 and a.status = 'issued' and a.date > current_date - $3::int
       order by a.id limit ${CHUNK}`,
      [company.id, last, days],
    )
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    await client.query(
      `update act set kind = 'psa', template = 'psa', supplier_snapshot = p.snapshot,
         company_snapshot = '{"licence_number": "Л020-00113"}', radiation = '{"done": true}',
         explosion = '{"done": true}', ownership_document = 'Договор дарения'
       from unnest($2::uuid[], $3::bytea[]) as p (id, snapshot) where company_id = $1 and act.id = p.id`,
      [company.id, rows.map(({ id }) => id), rows.map((row) => sealed(company, row))],
    )
  }
}

function sealed(company: TestCompany, { id, ...supplier }: { id: string } & SupplierNames): Buffer {
  const place = { companyId: company.id, table: 'act', id, field: 'supplier_snapshot' }
  const facts = { ...PERSON, ...supplier } satisfies Partial<SupplierFacts>
  return company.db.services.seal.close(place, JSON.stringify(facts))
}

type SupplierNames = Pick<SupplierFacts, 'name' | 'inn' | 'phone'>

const PERSON = {
  type: 'person',
  birth_date: '1975-05-17',
  document: {
    title: 'Паспорт гражданина РФ',
    series: '4509',
    number: '123456',
    issued_by: 'ОВД Тверского района',
    issued_at: '2015-06-01',
    dept_code: '770-001',
  },
  address: 'г. Москва, ул. Лесная, д. 5',
  kpp: null,
  ogrn: null,
  payout: null,
  vat_mode: 'no_vat',
} as const

const WEIGHT_ACTS = `
  insert into weight_act (company_id, id, number, number_year, number_seq, date, site_id, supplier_id, carnumber, direction,
    weigher_id, auto, act_id, status, created_at, created_by)
  select company_id, uuidv7(sort_at - now()), 'В-' || number, number_year, number_seq, date, site_id, supplier_id,
    vehicle->>'carnumber', 'purchase', $2, true, id, 'attached', sort_at, $2
  from act where company_id = $1 and status = 'issued' and date > current_date - $3::int`

/** The visit of the same supplier and moment as the act. */
const VISITS = `
  update visit v set weight_act_id = d.id, status = 'attached'
  from weight_act d where d.company_id = $1 and v.company_id = $1 and v.number = 'T-' || d.number_seq`

const WEIGHINGS = `
  insert into weighing (company_id, id, visit_id, kind, weight_g, source, photos, operator_id, approver_id, reason, taken_at, at)
  select v.company_id, uuidv7(v.in_at - now()), v.id, k.kind, case k.kind when 'in' then v.gross_g else v.tare_g end,
    'manual', array[uuidv7(v.in_at - now())], $2, $2, 'Весы на поверке', v.in_at, v.in_at
  from visit v cross join (values ('in'), ('out')) as k (kind)
  where v.company_id = $1 and v.weight_act_id is not null`

const PHOTOS = `
  insert into file (company_id, id, kind, mime, size, sha256, storage_key, created_at)
  select company_id, photos[1], 'photo', 'image/jpeg', 90, sha256(id::text::bytea), 'bench/' || id, at
  from weighing where company_id = $1`

/** Of three acts one waits for its sheet. */
const SHEETS = `
  with sheet as (
    select company_id, id as act_id, uuidv7(sort_at - now()) as file_id, sort_at from act
    where company_id = $1 and status = 'issued' and date > current_date - $3::int and number_seq % 3 > 0),
  stored as (
    insert into file (company_id, id, entity, entity_id, kind, mime, size, sha256, storage_key, created_at, created_by)
    select company_id, file_id, 'act', act_id, 'signed_act', 'image/jpeg', 400, sha256(file_id::text::bytea),
      'bench/' || file_id, sort_at, $2 from sheet)
  insert into scan (company_id, id, entity, entity_id, file_id, kind, status, created_at, created_by)
  select company_id, uuidv7(sort_at - now()), 'act', act_id, file_id, 'signed_act', 'accepted', sort_at, $2 from sheet`

/** Every second supplier has one in force. */
const CONSENTS = `
  with signed as (
    select company_id, id as supplier_id, uuidv7() as file_id from supplier
    where company_id = $1 and substr(phone, 6)::int % 2 = 0),
  stored as (
    insert into file (company_id, id, entity, entity_id, kind, mime, size, sha256, storage_key)
    select company_id, file_id, 'supplier', supplier_id, 'consent', 'image/jpeg', 400, sha256(file_id::text::bytea),
      'bench/' || file_id from signed)
  insert into consent (company_id, id, supplier_id, text_version, text_sha256, given_at, valid_until, file_id)
  select company_id, uuidv7(), supplier_id, '1', sha256('1'), now() - interval '3 years', current_date + 700, file_id
  from signed`

/** One position in a hundred has a price of its own. */
const DEVIATIONS = `
  update act_position set base_price_kop = base_price_kop + 100, override_reason = 'Постоянный поставщик'
  where company_id = $1 and hashtext(id::text) % 100 = 0`
