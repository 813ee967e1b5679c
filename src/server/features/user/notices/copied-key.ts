import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import type { PasskeyRow } from '../../../auth/passkey/passkey-queries.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { addNotices } from './notice-queries.ts'

/** Two devices count for themselves, so one of them is a copy; the server cannot tell which. */
export async function refuseCopiedKey(
  db: Db,
  { user_id, name }: Pick<PasskeyRow, 'user_id' | 'name'>,
): Promise<never> {
  await inTransaction(db, async (tx) => {
    addAuditEvent(tx, {
      action: 'auth.passkey-counter',
      entity: 'user',
      id: user_id,
      after: { name },
    })
    await addNotices(tx, [user_id], {
      kind: 'second_factor',
      title: `Ключ входа ${quote(name)} не принят: похоже, его скопировали. Удалите его и добавьте новый`,
      href: '/account',
    })
  })
  return refuse('passkey.counter')
}
