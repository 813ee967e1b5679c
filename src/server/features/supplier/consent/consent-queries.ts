import { sql } from 'kysely'
import { changeColumns } from '../../../db/query/change-columns.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { notSetAside } from '../../../sweeps/set-aside-queries.ts'
import type { Processor } from '../../../documents/kinds/consent.ts'
import { isTrainingBank } from '../../../db/training-bank.ts'

export const CONSENTS = 'consent.expire'
export const DOCUMENTS = 'supplier.expire'

export interface SignedConsent {
  readonly id: string
  readonly file_id: string
  readonly given_on: string
  readonly valid_until: string
}

/** The consent in force, locked until the end of the transaction. */
export function lockSignedConsent(db: Tx, supplierId: string): Promise<SignedConsent | undefined> {
  return db.q
    .selectFrom('consent')
    .where('company_id', '=', db.companyId)
    .where('supplier_id', '=', supplierId)
    .where('status', '=', 'signed')
    .select(['id', 'file_id', day(db, 'given_at').as('given_on'), 'valid_until'])
    .forUpdate()
    .executeTakeFirst()
}

/** An instant of a consent as the day that was written on paper. */
function day(db: Db, column: 'given_at' | 'withdrawn_at') {
  return sql<string>`(${sql.ref(column)} at time zone (select timezone from company
    where id = ${db.companyId}))::date`
}

/** The scan of a consent of this very supplier, with the version of the text it shows. */
export async function findConsentFile(
  db: Tx,
  fileId: string,
  supplierId: string,
): Promise<{ text_version: string | null } | undefined> {
  return db.q
    .selectFrom('file')
    .where('company_id', '=', db.companyId)
    .where('id', '=', fileId)
    .where('entity', '=', 'supplier')
    .where('entity_id', '=', supplierId)
    .where('kind', '=', 'consent')
    .where('deleted_at', 'is', null)
    .select(sql<string | null>`params->>'text_version'`.as('text_version'))
    .executeTakeFirst()
}

export interface NewConsent {
  readonly text_version: string
  readonly text_sha256: Buffer
  readonly file_id: string
  readonly given_at: string
  readonly valid_until: string
}

export async function insertConsent(
  db: Tx,
  id: string,
  supplierId: string,
  consent: NewConsent,
): Promise<void> {
  const by = db.caller.userId
  await db.q
    .insertInto('consent')
    .values({
      company_id: db.companyId,
      id,
      supplier_id: supplierId,
      ...consent,
      given_at: await startOf(db, consent.given_at),
      created_by: by,
      updated_by: by,
    })
    .execute()
}

async function startOf(db: Db, date: string): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select ${date}::date::timestamp at time zone timezone as at from company where id = ${db.companyId}`.execute(
    db.q,
  )
  return rows[0]!.at
}

/** Ends a consent in force; false when another transaction has ended it meanwhile. */
export async function endConsent(
  db: Tx,
  id: string,
  end: { status: 'expired' } | { status: 'withdrawn'; withdrawn_at: string; withdrawn_how: string },
): Promise<boolean> {
  const row = await db.q
    .updateTable('consent')
    .set({
      status: end.status,
      ...(end.status === 'withdrawn' && {
        withdrawn_at: await startOf(db, end.withdrawn_at),
        withdrawn_how: end.withdrawn_how,
      }),
      ...changeColumns(db),
    })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('status', '=', 'signed')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** All consents of a supplier, newest first, as the card shows them. */
export function consentsOf(db: Db, supplierId: string) {
  return db.q
    .selectFrom('consent')
    .where('company_id', '=', db.companyId)
    .where('supplier_id', '=', supplierId)
    .select([
      'id',
      'text_version',
      day(db, 'given_at').as('given_at'),
      'valid_until',
      'file_id',
      day(db, 'withdrawn_at').as('withdrawn_at'),
      'withdrawn_how',
      'status',
      'created_at',
    ])
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
}

/** Signed consents whose term has ended, company by company, for the nightly work. */
export function consentsOver(q: Db['q']) {
  return q
    .selectFrom('consent as c')
    .innerJoin('company as o', 'o.id', 'c.company_id')
    .where('c.status', '=', 'signed')
    .where('c.valid_until', '<', sql<string>`(now() at time zone o.timezone)::date`)
    .where(notSetAside(CONSENTS, 'c.company_id', 'c.id'))
    .select(['c.company_id', 'c.id', 'c.supplier_id'])
    .limit(10_000)
    .execute()
}

/** Suppliers whose document has run out and who are not marked yet. */
export function documentsOver(q: Db['q']) {
  return q
    .selectFrom('supplier as s')
    .innerJoin('company as o', 'o.id', 's.company_id')
    .where('s.doc_expires_on', '<', sql<string>`(now() at time zone o.timezone)::date`)
    .where('s.status', 'in', ['draft', 'active'])
    .where(sql<boolean>`not s.flags @> '[{"code": "doc_expired"}]'`)
    .where(notSetAside(DOCUMENTS, 's.company_id', 's.id'))
    .select(['s.company_id', 's.id'])
    .limit(10_000)
    .execute()
}

/** Who processes the data, and which form the company uses. */
export function consentOperator(db: Db) {
  return db.q
    .selectFrom('company')
    .where('id', '=', db.companyId)
    .select([
      'name',
      'inn',
      'legal_address',
      sql<string>`coalesce(settings->'templates'->>'consent', '1')`.as('form_version'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Banks that pay the company's suppliers, by legal name and address: their own data, else the БИК directory's. A training bank
 * processes no real data, so it appears in a demo only.
 */
export async function payoutBanks(db: Db): Promise<Processor[]> {
  const { demo } = db.services.config
  const { rows } = await sql<Processor>`
    select distinct coalesce(b.legal_name, d.name, b.name) as name,
      coalesce(b.legal_address, nullif(concat_ws(', ', nullif(d.place, ''), nullif(d.address, '')), '')) as address
    from bank_config c join bank b on b.id = c.bank_id
    left join bik_bank d on d.bik = b.bik and not ${isTrainingBank('b')}
    where c.company_id = ${db.companyId} and c.status = 'active' and (${demo} or not ${isTrainingBank('b')})
    order by 1, 2 limit 20`.execute(db.q)
  return rows
}
