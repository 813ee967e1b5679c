import type { ProviderCode } from '#contract/bank/bank-providers.ts'
import type { Db } from '../db/handle.ts'
import { uuidv7 } from '../db/uuid.ts'
import { encryptKeys } from '../features/bank/config-values.ts'
import { bankProviders, isApiProvider } from '../features/bank/providers/all.ts'
import { sandbox } from '../features/bank/providers/sandbox/sandbox.ts'
import { tbank } from '../features/bank/providers/tbank/tbank.ts'

const TBANK = {
  legal_name: 'АО «ТБанк»',
  legal_address: '127287, г. Москва, ул. 2-я Хуторская, д. 38А, стр. 26',
}
/** Whom a consent names; where a bank has its own address, the simulator stands for Т-Банк. */
const LEGAL: Partial<Record<ProviderCode, typeof TBANK>> = {
  sandbox: { legal_name: 'АО «Учебный банк»', legal_address: 'этот сервер, демо' },
  yookassa: {
    legal_name: 'ООО НКО «ЮМани»',
    legal_address: '115035, г. Москва, ул. Садовническая, д. 82, стр. 2',
  },
}

/** The bank simulator pays cards and phones of the demo company; the other providers that have an address are recorded beside it. */
export async function addBanks(db: Db): Promise<string> {
  const banks = bankProviders
    .map((provider) => ({
      provider,
      id: uuidv7(),
      base_url: provider.addresses(db.services.config)[0],
    }))
    .filter(({ base_url }) => base_url !== undefined)
  await db.q
    .insertInto('bank')
    .values(
      banks.map(({ provider, id, base_url }) => ({
        id,
        code: provider.code,
        name: provider.title,
        adapter: provider.code,
        // Where each bank has its own address, the simulator stands for one of them.
        bik: provider.bik ?? (provider.ownAddress ? tbank.bik! : null),
        base_url,
        ...(LEGAL[provider.code] ?? TBANK),
        status: isApiProvider(provider) ? 'active' : 'disabled',
      })),
    )
    .execute()
  const { id: bankId } = banks.find(({ provider }) => provider === sandbox)!
  const id = uuidv7()
  await db.q
    .insertInto('bank_config')
    .values({
      company_id: db.companyId,
      id,
      bank_id: bankId,
      title: 'Учебный банк · выплаты',
      credentials: encryptKeys(db, id, sandbox.publicKeys!),
      ...sandbox.limits,
      raw_card_allowed: true,
      allow_test_payment: true,
      last_check_at: new Date().toISOString(),
      status: 'active',
    })
    .execute()
  await db.q
    .insertInto('bank_config_default')
    .values(
      sandbox.methods.map((method) => ({ company_id: db.companyId, method, bank_config_id: id })),
    )
    .execute()
  return id
}

/** Whose phones the training bank shall name: the suppliers' own, but for one, whose phone is another person's. */
export async function phoneOwners(db: Db): Promise<Record<string, string>> {
  const rows = await db.q
    .selectFrom('payment_method as m')
    .innerJoin('supplier as s', (join) =>
      join.onRef('s.company_id', '=', 'm.company_id').onRef('s.id', '=', 'm.supplier_id'),
    )
    .where('m.company_id', '=', db.companyId)
    .where('m.sbp_phone', 'is not', null)
    .select(['m.sbp_phone', 's.last_name', 's.first_name', 's.middle_name'])
    .orderBy('s.created_at')
    .orderBy('s.id')
    .execute()
  return Object.fromEntries(
    rows.map((row, place) => [
      row.sbp_phone!.slice(1),
      place === OTHERS_PHONE
        ? 'Гордеева Нина Павловна'
        : [row.last_name, row.first_name, row.middle_name].filter(Boolean).join(' '),
    ]),
  )
}

const OTHERS_PHONE = 6
