import type { Db } from '../db/handle.ts'
import { uuidv7 } from '../db/uuid.ts'

// The training bank's own pair (its README); it opens nothing outside this machine.
const SANDBOX_CREDENTIALS = { shop_id: '100500', secret_key: 'test_priyomka_training_bank' }

/** The training bank pays cards and phones of the demo company; a second bank stands there switched off. */
export async function addBanks(db: Db, sandboxUrl: string): Promise<string> {
  const bankId = uuidv7()
  await db.q
    .insertInto('bank')
    .values([
      {
        id: bankId,
        code: 'sandbox',
        name: 'Учебный банк',
        adapter: 'sandbox',
        base_url: sandboxUrl,
      },
      {
        id: uuidv7(),
        code: 'yookassa',
        name: 'ЮKassa',
        adapter: 'yookassa',
        base_url: 'https://api.yookassa.ru/v3',
      },
      {
        id: uuidv7(),
        code: 'tbank',
        name: 'Т-Банк',
        adapter: 'tbank',
        bik: '044525974',
        base_url: 'https://secured-openapi.tbank.ru',
        status: 'disabled',
      },
    ])
    .execute()
  const id = uuidv7()
  const place = { companyId: db.companyId, table: 'bank_config', id, field: 'credentials' }
  await db.q
    .insertInto('bank_config')
    .values({
      company_id: db.companyId,
      id,
      bank_id: bankId,
      title: 'Учебный банк · выплаты',
      credentials: db.services.seal.close(place, JSON.stringify(SANDBOX_CREDENTIALS)),
      // Limits of the provider (domain.md 13.3).
      min_kop: 100,
      per_payment_kop: 50_000_000,
      per_day_kop: 300_000_000,
      per_month_kop: 3_000_000_000,
      payee_day_count: 20,
      payee_month_kop: 150_000_000,
      raw_card_allowed: true,
      allow_test_payment: true,
      last_check_at: new Date().toISOString(),
      status: 'active',
    })
    .execute()
  await db.q
    .insertInto('bank_config_default')
    .values(
      ['card', 'sbp'].map((method) => ({ company_id: db.companyId, method, bank_config_id: id })),
    )
    .execute()
  return id
}
