import type { ApprovalAbout } from '#contract/user/approval/approval-request.ts'
import { isPrivatePerson } from '#contract/supplier/supplier-kinds.ts'
import { formatKg } from '#contract/core/input-text.ts'
import { refuse } from '#http/refusal.ts'
import { refuseOwnFlags } from '../../../auth/rights/own-flags-queries.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { addFlags, reviewFlags, type RaisedMark } from '../../../flags.ts'
import { shorten } from '../../../text/shorten.ts'
import type { Command } from '../capture/capture-visit.ts'
import {
  changeVisit,
  insertCancel,
  liveWeighings,
  lockVisit,
  productExists,
  supplierOf,
  type Visit,
} from '../visit-queries.ts'
import { infoColumns, plateColumns } from '../read/visit-info.ts'
import { assertVersion } from './open-visit.ts'
import {
  earlierProducts,
  markDearer,
  markNamedLater,
  markPlate,
  markSupplier,
  revokeTares,
  uncountVehicle,
} from './change-queries.ts'

/** `set_info`: who, what and by which papers; never a weight. */
export async function setInfo(db: Db, body: Command<'set_info'>): Promise<string> {
  return inTransaction(db, async (tx) => {
    const visit = await lockVisit(tx, body.id)
    assertVersion(visit, body.version)
    if (visit!.status === 'attached') refuse('transaction.attached')
    if (visit!.status === 'void') refuse('common.bad-transition')
    const plate = body.carnumber ? plateColumns(body.carnumber) : {}
    await assertTareOwner(tx, visit!, body.supplier_id)
    const columns = {
      ...(await infoColumns(tx, body)),
      ...plate,
      ...directionColumn(visit!, body.direction),
      ...(await dropColumns(tx, visit!.drops, dropsNamed(visit!, body))),
      flags: JSON.stringify(addFlags(visit!.flags, await infoMarks(tx, visit!, body))),
    }
    await changeVisit(tx, body.id, columns).catch((error: unknown) =>
      onConstraint(error, { visit_one_in_a_plate: 'transaction.already-in' }),
    )
    const { supplier_id, product_id, carnumber } = visit!
    addAuditEvent(tx, {
      action: 'transaction.info',
      entity: 'transaction',
      id: body.id,
      before: { supplier_id, product_id, carnumber },
      after: columns,
    })
    return body.id
  })
}

/** What is said of a load anew after it was weighed, by whom it pays to. */
async function infoMarks(tx: Tx, visit: Visit, body: Command<'set_info'>): Promise<RaisedMark[]> {
  const { carnumber } = body.carnumber ? plateColumns(body.carnumber) : { carnumber: null }
  const changes = await namedAnew(tx, visit, body)
  const first = changes.flatMap(({ from, to, grams }) =>
    from.every((was) => was === null) && to !== null && visit.net_g !== null
      ? [{ product_id: to, grams }]
      : [],
  )
  // A later supplier would bring a usual price that is not of who was weighed.
  const supplier_id = visit.supplier_id ?? body.supplier_id ?? null
  return [
    ...(await markDearer(tx, changes, visit.net_g)),
    ...(await markNamedLater(tx, { ...visit, supplier_id }, first)),
    ...(carnumber ? await markPlate(tx, visit.id, carnumber) : []),
    ...(await markSupplier(tx, visit, body.supplier_id)),
  ]
}

/** Each product that is written, with those before it: a name that was taken away still counts. */
async function namedAnew(tx: Tx, visit: Visit, { product_id, drops }: Command<'set_info'>) {
  const stored = visit.drops as { drop_no: number; weight_g: number; product_id?: string | null }[]
  const fromOf = async (now: string | null | undefined, to: string | null, drop?: number) =>
    to === null ? [] : [now ?? null, ...(await earlierProducts(tx, visit.id, drop))]
  const nameless = stored.filter((drop) => !drop.product_id)
  const whole = product_id
    ? [
        {
          from: await fromOf(visit.product_id, product_id),
          to: product_id,
          grams: nameless.reduce((sum, { weight_g }) => sum + weight_g, 0) - visit.pack_g,
        },
      ]
    : []
  const parts = []
  for (const { drop_no, product_id: to } of drops ?? []) {
    const drop = stored.find((one) => one.drop_no === drop_no)
    const from = await fromOf(drop?.product_id ?? visit.product_id, to, drop_no)
    parts.push({ from, to, grams: drop?.weight_g ?? 0 })
  }
  return [...whole, ...parts]
}

/** A stored tare is never used in a private person's delivery, whenever the person is named (domain.md 6.1). */
async function assertTareOwner(
  db: Db,
  visit: Visit,
  supplierId: string | null | undefined,
): Promise<void> {
  if (visit.mode !== 'stored_tare' || !supplierId) return
  if (isPrivatePerson((await supplierOf(db, supplierId))?.type))
    refuse('transaction.tare-for-person')
}

/**
 * Purchase or shipment follows from the weights; by hand a visit becomes a test load or stops being one, and only for a platform, weighed
 * once, the direction is chosen: at its weighing, since own goods and test weights would be paid for otherwise.
 */
function directionColumn(
  visit: Visit,
  direction: Command<'set_info'>['direction'],
): { direction?: string | null } {
  if (direction === undefined || direction === visit.direction) return {}
  if (visit.mode === 'platform' && direction === 'purchase') refuse('transaction.not-purchase')
  if (direction === 'control' || visit.mode === 'platform') return { direction }
  if (visit.status === 'in') return { direction: null }
  if (visit.direction === 'control' && direction === visit.weighed) return { direction }
  return refuse('common.validation', { fields: { direction: 'Направление следует из весов' } })
}

/** The product of a visit with one unload is the product of that unload. */
function dropsNamed(visit: Visit, body: Command<'set_info'>): Command<'set_info'>['drops'] {
  const single = (visit.drops as unknown[]).length === 1 && body.product_id !== undefined
  return body.drops ?? (single ? [{ drop_no: 1, product_id: body.product_id! }] : undefined)
}

async function dropColumns(
  db: Db,
  stored: unknown,
  named: Command<'set_info'>['drops'],
): Promise<{ drops?: string }> {
  if (!named) return {}
  const ids = named.flatMap(({ product_id }) => product_id ?? [])
  if (!(await productExists(db, ids))) refuse('common.not-found')
  const drops = (stored as { drop_no: number; product_id?: string | null }[]).map((drop) => {
    const found = named.find(({ drop_no }) => drop_no === drop.drop_no)
    return found ? { ...drop, product_id: found.product_id } : drop
  })
  return { drops: JSON.stringify(drops) }
}

// A visit begins with its first weighing: without it nothing is left of it but its plate.
const ONLY_WEIGHING = 'Это единственное взвешивание заезда: аннулируйте заезд'

/**
 * `cancel_weighing`: records the cancel of the last weighing, and the visit continues from the one before it; a finished visit
 * opens again. So a truck that was weighed in the wrong direction, or instead of another, keeps its visit.
 */
export async function cancelWeighing(db: Db, body: Command<'cancel_weighing'>): Promise<string> {
  return inTransaction(db, async (tx) => {
    const visit = await lockVisit(tx, body.id)
    assertVersion(visit, body.version)
    if (visit!.status === 'attached') refuse('transaction.attached')
    if (visit!.status === 'void' || visit!.mode === 'platform') refuse('common.bad-transition')
    const live = await liveWeighings(tx, body.id)
    const last = live.at(-1)
    if (!live.some(({ id }) => id === body.weighing_id)) refuse('common.not-found')
    if (last?.id !== body.weighing_id) refuse('common.bad-transition')
    if (live.length === 1) refuse('common.bad-transition', { message: ONLY_WEIGHING })
    const approver = await requireApproval(
      tx,
      'weight.cancel',
      {
        entity: 'weighing',
        ids: [body.weighing_id],
        version: body.version,
        about: {
          number: visit!.number,
          carnumber: visit!.carnumber,
          weight_g: last.weight_g,
          note: body.reason,
        },
      },
      'other',
    )
    await insertCancel(tx, {
      id: uuidv7(),
      weighing_id: body.weighing_id,
      reason: body.reason,
      approver_id: approver!,
    })
    await revokeTares(tx, body.id)
    await changeVisit(tx, body.id, {
      status: 'in',
      out_at: null,
      // A test load stays one, however often it is weighed.
      direction: visit!.direction === 'control' ? 'control' : null,
      gross_g: null,
      tare_g: null,
      net_g: null,
      drops: '[]',
      flags: JSON.stringify(
        addFlags(visit!.flags, [
          {
            code: 'weighed_again',
            why: shorten(`Отменено ${formatKg(last.weight_g)} кг: ${body.reason}`, 500),
          },
        ]),
      ),
      mode: live.length > 2 ? 'multi' : 'two_pass',
    }).catch((error: unknown) =>
      onConstraint(error, { visit_one_in_a_plate: 'transaction.already-in' }),
    )
    addAuditEvent(tx, {
      action: 'weighing.cancel',
      entity: 'transaction',
      id: body.id,
      before: { weight_g: last.weight_g },
      after: { reason: body.reason },
    })
    return body.id
  })
}

/** `void`: the visit never counts, but stays in the journal, struck through. */
export async function voidVisit(db: Db, body: Command<'void'>): Promise<string> {
  return inTransaction(db, async (tx) => {
    const visit = await lockVisit(tx, body.id)
    if (visit?.status === 'void') return body.id
    assertVersion(visit, body.version)
    if (visit!.status === 'attached') refuse('transaction.attached')
    await requireApproval(tx, 'weight.cancel', {
      entity: 'transaction',
      ids: [body.id],
      version: body.version,
      about: await aboutVisit(tx, visit!, body.reason),
    })
    await changeVisit(tx, body.id, {
      status: 'void',
      void_reason: body.reason,
      flags: JSON.stringify(
        addFlags(visit!.flags, [{ code: 'voided', why: shorten(body.reason, 500) }]),
      ),
    })
    await revokeTares(tx, body.id)
    await uncountVehicle(tx, body.id)
    addAuditEvent(tx, {
      action: 'transaction.void',
      entity: 'transaction',
      id: body.id,
      before: { status: visit!.status },
      after: { reason: body.reason },
    })
    return body.id
  })
}

/** What a PIN takes away: the net of a finished visit, the first weight of an open one. */
async function aboutVisit(
  tx: Tx,
  { id, number, carnumber, net_g }: Visit,
  note: string,
): Promise<ApprovalAbout> {
  const weight_g = net_g ?? (await liveWeighings(tx, id)).at(0)?.weight_g ?? null
  return { number, carnumber, weight_g, note }
}

/** `review`: a manager has looked at the named marks. */
export async function reviewVisit(db: Db, body: Command<'review'>): Promise<string> {
  return inTransaction(db, async (tx) => {
    const visit = await lockVisit(tx, body.id)
    assertVersion(visit, body.version)
    await refuseOwnFlags(tx, 'transaction', visit!.id, body.flags)
    const review = {
      at: new Date().toISOString(),
      by: db.caller.session?.fullName ?? '',
      note: body.note,
    }
    await changeVisit(tx, body.id, {
      flags: JSON.stringify(reviewFlags(visit!.flags, body.flags, review)),
    })
    addAuditEvent(tx, {
      action: 'transaction.review',
      entity: 'transaction',
      id: body.id,
      after: { flags: body.flags, note: body.note ?? null },
    })
    return body.id
  })
}
