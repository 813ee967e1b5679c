import type { Db } from '../../../db/handle.ts'
import type { BankAdapter } from './adapter.ts'
import { yookassa } from './yookassa.ts'

/** What is known of a configuration when the bank is to be spoken to. */
export interface BankLink {
  readonly id: string
  readonly adapter: string
  readonly baseUrl: string | null
  readonly credentials: Buffer | null
}

/** Adapters that are built; a configuration with another one takes no payments. */
export const spokenAdapters = ['sandbox', 'yookassa'] as const

const YOOKASSA = 'https://api.yookassa.ru/v3'
// The embedded bank opens to these by its own documents: a lesson has no secrets.
const TRAINING = { shop_id: '100500', secret_key: 'test_priyomka_training_bank' }

/**
 * The adapter of a configuration; undefined when its address is not allowed or its keys are missing, which the worker
 * treats as a matter of configuration. Money goes to the built-in address or to the embedded bank, nowhere else.
 */
export function openAdapter(db: Db, link: BankLink): BankAdapter | undefined {
  const { sandboxUrl } = db.services.config
  const baseUrl = link.adapter === 'sandbox' ? sandboxUrl : (link.baseUrl ?? YOOKASSA)
  if (baseUrl === undefined || !(spokenAdapters as readonly string[]).includes(link.adapter))
    return undefined
  if (baseUrl !== YOOKASSA && baseUrl !== sandboxUrl) return undefined
  const keys = keysOf(db, link)
  if (!keys?.shop_id || !keys.secret_key) return undefined
  return yookassa({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    shopId: keys.shop_id,
    secretKey: keys.secret_key,
  })
}

function keysOf(db: Db, link: BankLink): { shop_id?: string; secret_key?: string } | undefined {
  if (link.credentials === null) return link.adapter === 'sandbox' ? TRAINING : undefined
  const place = {
    companyId: db.companyId,
    table: 'bank_config',
    id: link.id,
    field: 'credentials',
  }
  return JSON.parse(db.services.seal.open(place, link.credentials)) as object
}
