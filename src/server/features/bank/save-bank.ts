import type { Bank, bank } from '#contract/bank/bank.ts'
import type { CallInput } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import { mustMayNow } from '../../auth/rights/rights.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { idempotencyKeyOf } from '../../idempotency.ts'
import { listBankRows } from './bank-list-queries.ts'
import { bankByClientId, changeBank, insertBank, lockBank } from './bank-queries.ts'
import { allowedAddress } from './providers/address.ts'

/** bank/superCreateNewBank: a provider whose address is on its list. */
export function createBank(db: Db, { body }: CallInput<typeof bank.create>): Promise<Bank> {
  return inTransaction(db, async (tx) => {
    await mustMayNow(tx, 'bank.manage')
    const { client_id: clientId, ...fields } = body
    const stamp = idempotencyKeyOf(body)
    const earlierBank = clientId === undefined ? undefined : await bankByClientId(tx, clientId)
    if (earlierBank && !earlierBank.client_hash?.equals(stamp.client_hash!))
      refuse('common.id-reused')
    if (earlierBank) return presentBank(tx, earlierBank.id)
    const id = uuidv7()
    const base_url = allowedAddress(tx, body.adapter, body.base_url)
    await insertBank(tx, { ...fields, ...stamp, id, base_url })
    addAuditEvent(tx, { action: 'bank.create', entity: 'bank', id, after: { ...fields, base_url } })
    return presentBank(tx, id)
  })
}

/** bank/superUpdateBank: code and adapter are fixed. */
export function updateBank(db: Db, { body }: CallInput<typeof bank.update>): Promise<Bank> {
  return inTransaction(db, async (tx) => {
    await mustMayNow(tx, 'bank.manage')
    const before = await lockBank(tx, body.id)
    if (!before) return refuse('common.not-found')
    if (before.version !== body.version) refuse('common.stale')
    const { name = before.name, bik = before.bik } = body
    const { legal_name = before.legal_name, legal_address = before.legal_address } = body
    const base_url =
      body.base_url === undefined
        ? before.base_url
        : allowedAddress(tx, before.adapter, body.base_url)
    const after = { name, bik, base_url, legal_name, legal_address }
    await changeBank(tx, before.id, after)
    addAuditEvent(tx, {
      action: 'bank.update',
      entity: 'bank',
      id: before.id,
      before: { ...before },
      after,
    })
    return presentBank(tx, before.id)
  })
}

/** bank/superSetBankStatus: off, its agreements take no new payments, running ones are still asked about. */
export function setBankStatus(db: Db, { body }: CallInput<typeof bank.setStatus>): Promise<Bank> {
  return inTransaction(db, async (tx) => {
    await mustMayNow(tx, 'bank.manage')
    const { id, new_status: status } = body
    const before = await lockBank(tx, id)
    if (!before) return refuse('common.not-found')
    if (before.status !== status) {
      await changeBank(tx, id, { status })
      const from = { status: before.status }
      addAuditEvent(tx, {
        action: 'bank.status',
        entity: 'bank',
        id,
        before: from,
        after: { status },
      })
    }
    return presentBank(tx, id)
  })
}

async function presentBank(tx: Tx, id: string): Promise<Bank> {
  const { items } = await listBankRows(tx, { ids: [id] })
  return items[0]!
}
