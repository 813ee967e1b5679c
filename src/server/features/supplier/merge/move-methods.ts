import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { settleDefault } from '../method/method-default.ts'
import { changeMethod, sameDestination } from '../method/method-queries.ts'
import { everyMethod } from './merge-queries.ts'

/**
 * Ways to pay go over, each looked at by a second person at its next payment as any changed one is. What the kept supplier
 * has already is archived, and a destination that only these two shared is shared no more.
 */
export async function moveMethods(
  tx: Tx,
  from: string,
  to: string,
): Promise<{ methods: number; same_methods: number }> {
  const keptMethods = (await everyMethod(tx, to)).filter(({ status }) => status !== 'archived')
  const moving = await everyMethod(tx, from)
  let same = 0
  for (const method of moving) {
    const sameMethod = keptMethods.find(({ payee_key }) => payee_key.equals(method.payee_key))
    const doubled = sameMethod !== undefined && method.status !== 'archived'
    if (doubled) same++
    await changeMethod(tx, method.id, {
      supplier_id: to,
      is_default: false,
      ...(doubled && { status: 'archived' }),
      requisites_changed: true,
    })
    addAuditEvent(tx, {
      action: 'method.move',
      entity: 'payment_method',
      id: method.id,
      before: { supplier_id: from, status: method.status },
      after: { supplier_id: to, status: doubled ? 'archived' : method.status },
    })
  }
  await endSharing(tx, keptMethods.concat(moving))
  await settleDefault(tx, to)
  return { methods: moving.length - same, same_methods: same }
}

async function endSharing(
  tx: Tx,
  methods: readonly { id: string; payee_key: Buffer; shared: boolean }[],
): Promise<void> {
  for (const { id, payee_key } of methods.filter(({ shared }) => shared)) {
    const open = await sameDestination(tx, payee_key, null)
    if (open.length === 1 && open[0]!.id === id) await changeMethod(tx, id, { shared: false })
  }
}
