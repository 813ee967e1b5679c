import { createHash } from 'node:crypto'
import { formatKg } from '#contract/core/input-text.ts'
import { quote } from '#contract/words/quote.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { canonical } from '../../../db/audit.ts'
import { zoneOf, type Tx } from '../../../db/handle.ts'
import { valueWords } from '../../audit/value-words.ts'
import { namesOf } from '../../supplier/record/present-supplier.ts'
import type { Command } from '../capture/capture-visit.ts'
import { productNames } from '../read/visit-card-queries.ts'
import type { Visit } from '../visit-queries.ts'

type Typed = Command<'manual' | 'manual_weight'>

const KINDS = { in: 'Въезд', mid: 'Промежуточное', out: 'Выезд' }

/**
 * Typed weights always need a second person, even when the caller's right requires no confirmation. That person reads which weighing it
 * is, when it was and of what; the PIN is bound to all that is written, so nothing else goes by it.
 */
export async function confirmTyped(tx: Tx, body: Typed, visit?: Visit): Promise<string> {
  const supplierId = body.supplier_id === undefined ? visit?.supplier_id : body.supplier_id
  const object = {
    entity: 'transaction' as const,
    ids: [visit?.id ?? contentId(body)],
    ...(visit && { version: visit.version }),
    about: {
      ...(visit && { number: visit.number }),
      carnumber: visit ? visit.carnumber : body.carnumber!,
      weight_g: body.command === 'manual' ? Math.abs(body.in_g - body.out_g) : body.weight_g,
      ...(supplierId && { suppliers: await namesOf(tx, [supplierId]) }),
      warnings: await factsOf(tx, body, visit),
      note: body.reason,
    },
    details: { typed: body },
  }
  return (await requireApproval(tx, 'weight.manual', object, 'other'))!
}

/** What is left out of the command stays as the visit has it. */
async function factsOf(tx: Tx, body: Typed, visit: Visit | undefined): Promise<string[]> {
  const at = (instant: string | undefined) =>
    instant === undefined ? 'сейчас' : momentIn(zoneOf(tx), instant)
  const weighed =
    body.command === 'manual'
      ? [
          `${KINDS.in}: ${formatKg(body.in_g)} кг, ${at(body.in_at)}`,
          `${KINDS.out}: ${formatKg(body.out_g)} кг, ${at(body.out_at)}`,
        ]
      : [`${KINDS[body.kind]}: ${formatKg(body.weight_g)} кг, ${at(body.taken_at)}`]
  const productId = body.product_id === undefined ? visit?.product_id : body.product_id
  const name = productId && (await productNames(tx, [productId])).get(productId)
  const direction = body.direction ?? visit?.direction
  return [
    ...weighed,
    name ? `Груз: ${quote(name)}` : 'Груз не указан',
    ...(direction ? [`Направление: ${valueWords('direction', direction, null)}`] : []),
  ]
}

const momentIn = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  )

/** What is confirmed before a visit exists: its content, as a uuid v8 of its SHA-256, so that nothing else fits the PIN. */
function contentId(body: object): string {
  const hex = createHash('sha256').update(canonical(body)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
