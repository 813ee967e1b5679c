import type { Db } from '../../../db/handle.ts'
import { keyedHash } from '../../../storage/encryption.ts'

/** The destination of money, as far as destinations can be distinguished (payments.md 10). */
export type Destination =
  | { readonly kind: 'card'; readonly pan?: string; readonly token?: string }
  | { readonly kind: 'sbp'; readonly phone: string; readonly bankId: string }
  | { readonly kind: 'account'; readonly account: string; readonly bik: string }

/** The keyed hash under which the same destination is found with any supplier of the company; a token represents its card. */
export function payeeKey(db: Db, to: Destination): Buffer {
  const key = db.services.config.secrets.payeeHmac
  return keyedHash(key, db.companyId, to.kind, ...partsOf(to))
}

function partsOf(to: Destination): string[] {
  if (to.kind === 'sbp') return [to.phone, to.bankId]
  if (to.kind === 'account') return [to.account, to.bik]
  return to.pan ? ['pan', to.pan] : ['token', to.token ?? '']
}

/** The same card again, for the vault's index: never the number itself (payments.md 9). */
export function cardHash(db: Db, pan: string): Buffer {
  return keyedHash(db.services.config.secrets.payeeHmac, db.companyId, 'vault', pan)
}
