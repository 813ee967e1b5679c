import { sql, type Kysely } from 'kysely'
import type { Db } from '../../../../db/handle.ts'
import type { DB } from '../../../../db/schema.ts'
import { leftSbp } from '../../../supplier/method/method-queries.ts'
import { apiProviders } from '../../../bank/providers/all.ts'
import type { BankLink } from '../../../bank/providers/open-bank.ts'
import type { SbpMember } from '../../../bank/providers/provider.ts'

// Only a provider that pays phones can have the directory.
const sbpCodes = apiProviders
  .filter(({ methods }) => methods.includes('sbp'))
  .map(({ code }) => code)

/** A few configurations through which the directory may be asked. */
export async function anyApiConfig(
  q: Kysely<DB>,
): Promise<{ company_id: string; link: BankLink }[]> {
  const rows = await q
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.id', 'c.bank_id')
    .where('c.status', '=', 'active')
    .where('c.circuit', '=', 'closed')
    .where('b.status', '=', 'active')
    .where('b.adapter', 'in', sbpCodes)
    .select(['c.company_id', 'c.id', 'b.adapter', 'b.base_url', 'c.credentials', 'c.account'])
    .orderBy('c.created_at')
    .limit(3)
    .execute()
  return rows.map(({ company_id, base_url: baseUrl, ...link }) => ({
    company_id,
    link: { ...link, baseUrl, kind: 'sbp' as const },
  }))
}

export async function putSbpBanks(db: Db, members: readonly SbpMember[]): Promise<void> {
  await db.q
    .insertInto('sbp_bank')
    .values([...new Map(members.map((member) => [member.bank_id, member])).values()])
    .onConflict((oc) =>
      oc.column('bank_id').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        bic: eb.ref('excluded.bic'),
        refreshed_at: eb.ref('excluded.refreshed_at'),
      })),
    )
    .execute()
}

/** Those to choose from: without members that have left. */
export function knownSbpBanks(db: Db) {
  return db.q
    .selectFrom('sbp_bank')
    .where(sql<boolean>`not (${leftSbp})`)
    .select(['bank_id', 'name', 'bic as bik'])
    .orderBy('name')
    .limit(1000)
    .execute()
}
