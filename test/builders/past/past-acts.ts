import { createHash } from 'node:crypto'
import { uuidv7 } from '#server/db/uuid.ts'
import type { TestCompany } from '../../support/world.ts'

export interface PastAct {
  readonly id: string
  readonly number: string
  readonly supplier_id: string
  readonly site_id: string
  readonly date: string
  readonly net_g: number
  readonly total_kop: number
  readonly status: 'issued' | 'signed' | 'void'
}

type ActFacts = Omit<PastAct, 'id' | 'number' | 'status' | 'site_id'> &
  Partial<Pick<PastAct, 'status' | 'site_id'>> & { readonly correction_of?: string }

let made = 700_000
const BODY = Buffer.from('<html></html>')

/** An act of a past day, written straight into the table: a history of years cannot be made by commands. */
export async function addPastAct(company: TestCompany, facts: ActFacts): Promise<PastAct> {
  const id = uuidv7()
  const seq = ++made
  const year = Number(facts.date.slice(0, 4))
  const { status = 'issued', site_id = company.siteId, ...rest } = facts
  const number = `${year}-${seq}`
  await company.db.q
    .insertInto('act')
    .values({
      company_id: company.id,
      id,
      kind: 'psa',
      // Noon in any zone of the country is the same day.
      sort_at: `${facts.date}T03:00:00Z`,
      site_id,
      ...rest,
      status,
      number,
      number_year: year,
      number_seq: seq,
      issued_at: `${facts.date}T03:00:00Z`,
      issued_by: company.operator.id,
      accepted_by: JSON.stringify({ position: 'Приёмщик', full_name: 'Иванова' }),
      supplier_snapshot: company.db.services.seal.close(
        { companyId: company.id, table: 'act', id, field: 'supplier_snapshot' },
        JSON.stringify({ type: 'company', name: 'ООО «Сдатчик»', document: null, inn: null }),
      ),
      company_snapshot: JSON.stringify({}),
      template: 'psa',
      template_version: 1,
      body_html: BODY,
      body_sha256: createHash('sha256').update(BODY).digest(),
      ...(status === 'void' && {
        void_reason: 'Ошибка в весе',
        voided_at: `${facts.date}T03:00:00Z`,
      }),
    })
    .execute()
  return { id, number, site_id, status, ...rest }
}

/** A second site of a company. */
export async function addSite(company: TestCompany, name: string): Promise<string> {
  const id = uuidv7()
  await company.db.q
    .insertInto('site')
    .values({ company_id: company.id, id, name, address: 'г. Москва, ул. Портовая, д. 2' })
    .execute()
  return id
}
