import { isPrivatePerson } from '#contract/supplier/supplier-kinds.ts'
import { ofSigns } from '#contract/words/plural.ts'
import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { addFlags, type RaisedMark } from '../../../flags.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../../idempotency.ts'
import type { Command } from '../capture/capture-visit.ts'
import { confirmTyped } from './confirm-typed.ts'
import { closeVisit, assertWay } from './close-visit.ts'
import { settingsOfSession } from '../../company/settings.ts'
import { assertVersion, openVisit } from './open-visit.ts'
import { saidAgain } from './said-again.ts'
import { assertGivenPhotos, markSamePhoto } from '../capture/given-photos.ts'
import {
  changeVisit,
  databaseNow,
  insertWeighing,
  liveWeighings,
  lockVisit,
  placeOf,
  secondsSince,
  supplierOf,
  type NewWeighing,
  type Visit,
} from '../visit-queries.ts'
import { findStoredTare, tareWitness } from '../stored-tare-queries.ts'
import { infoColumns, plateColumns } from '../read/visit-info.ts'

/** `manual`: both weights typed; another person's PIN, a reason, and a mark that never goes away. */
export async function recordManual(db: Db, body: Command<'manual'>): Promise<string> {
  return inTransaction(db, async (tx) => {
    const stamp = idempotencyKeyOf(body)
    const earlierId = await findEarlierCopy(tx, 'visit', stamp)
    if (earlierId) return earlierId
    assertTime('out_at', body.out_at)
    assertReason(db, body.reason)
    // No vehicle is unloaded faster, also when the weights are typed.
    const passed_s = (Date.parse(body.out_at) - Date.parse(body.in_at)) / 1000
    if (passed_s < minPass(db)) refuse('weighing.too-soon')
    const place = (await placeOf(tx, body.post)) ?? refuse('common.not-found')
    const approver = await confirmTyped(tx, body)
    await assertGivenPhotos(tx, body.photos, null)
    const plate = plateColumns(body.carnumber)
    const columns = { ...(await infoColumns(tx, body)), ...plate, in_at: body.in_at }
    const { id } = await openVisit(tx, {
      siteId: place.site_id,
      postId: place.post_id,
      mode: 'manual',
      columns,
      stamp,
    })
    const typed = {
      visit_id: id,
      source: 'manual',
      approver_id: approver,
      reason: body.reason,
    } as const
    await insertWeighing(tx, {
      ...typed,
      id: uuidv7(),
      kind: 'in',
      weight_g: body.in_g,
      taken_at: body.in_at,
      photos: body.photos ?? [],
    })
    await insertWeighing(tx, {
      ...typed,
      id: uuidv7(),
      kind: 'out',
      weight_g: body.out_g,
      taken_at: body.out_at,
    })
    const visit = (await lockVisit(tx, id))!
    await closeVisit(tx, visit, {
      columns: {},
      flags: await typedMarks(tx, body.photos, id),
      control: body.direction === 'control',
      outAt: body.out_at,
    })
    return id
  })
}

/** The company asks for longer reasons than the product does (`manual.min_reason`). */
function assertReason(db: Db, reason: string): void {
  const { min_reason } = settingsOfSession(db).modules_cfg.manual!
  if (reason.length < min_reason)
    refuse('common.validation', { fields: { reason: `Не короче ${ofSigns(min_reason)}` } })
}

/** Refuses a weighing time in the future. */
function assertTime(field: string, instant: string): void {
  if (Date.parse(instant) > Date.now())
    refuse('common.validation', { fields: { [field]: 'Это время ещё не наступило' } })
}

/**
 * `manual_weight`: one weight typed because the scale cannot give it, with its own time when it is typed afterwards, so
 * that what the scale itself saw since may still follow it.
 */
export async function typeWeight(db: Db, body: Command<'manual_weight'>): Promise<string> {
  if (body.taken_at) assertTime('taken_at', body.taken_at)
  return inTransaction(db, async (tx) => {
    if (!body.id) return typeFirst(tx, body)
    const visit = await lockVisit(tx, body.id)
    assertVersion(visit, body.version!)
    if (visit!.status !== 'in') refuse('common.bad-transition')
    const approver = await confirmTyped(tx, body, visit)
    const { columns, flags } = await saidAgain(tx, visit!, body)
    await assertPass(tx, body)
    await insertWeighing(tx, {
      ...(await manualWeighing(tx, body, approver)),
      visit_id: body.id,
      kind: body.kind,
    })
    const typed = await typedMarks(tx, body.photos, body.id)
    const marks = addFlags(visit!.flags, [...typed, ...flags])
    if (body.kind === 'out') {
      const control = (body.direction ?? visit!.direction) === 'control'
      await closeVisit(
        tx,
        { ...visit!, flags: marks },
        { columns, flags: [], control, ...(body.taken_at && { outAt: body.taken_at }) },
      )
    } else
      await changeVisit(tx, body.id, {
        ...columns,
        ...(body.kind === 'mid' && { mode: 'multi' }),
        flags: JSON.stringify(marks),
      })
    addAuditEvent(tx, {
      action: 'transaction.manual',
      entity: 'transaction',
      id: body.id,
      after: { kind: body.kind, weight_g: body.weight_g, taken_at: body.taken_at },
    })
    return body.id
  })
}

const TOO_EARLY = 'Прошлое взвешивание этого заезда было позже или только что перед этим'

async function assertPass(tx: Tx, body: Command<'manual_weight'>): Promise<void> {
  const before = await liveWeighings(tx, body.id!)
  const last = before.at(-1)
  if (!last || body.kind === 'in') return refuse('common.bad-transition')
  if ((await secondsSince(tx, last.taken_at, body.taken_at)) < minPass(tx))
    refuse('weighing.too-soon', body.taken_at ? { fields: { taken_at: TOO_EARLY } } : {})
  if (body.weight_g === last.weight_g) refuse('weighing.no-change')
  assertWay([...before.map(({ weight_g }) => weight_g), body.weight_g])
}

const minPass = (db: Db) => settingsOfSession(db).modules_cfg.weight!.min_pass_s

async function typeFirst(tx: Tx, body: Command<'manual_weight'>): Promise<string> {
  const stamp = idempotencyKeyOf(body)
  const earlierId = await findEarlierCopy(tx, 'visit', stamp)
  if (earlierId) return earlierId
  const place = (await placeOf(tx, body.post)) ?? refuse('common.not-found')
  const approver = await confirmTyped(tx, body)
  const columns = {
    ...(await infoColumns(tx, body)),
    ...plateColumns(body.carnumber!),
    in_at: body.taken_at ?? databaseNow,
  }
  const { id } = await openVisit(tx, {
    siteId: place.site_id,
    postId: place.post_id,
    mode: 'two_pass',
    columns,
    stamp,
  })
  await insertWeighing(tx, {
    ...(await manualWeighing(tx, body, approver)),
    visit_id: id,
    kind: 'in',
  })
  const marks = await typedMarks(tx, body.photos, id)
  await changeVisit(tx, id, { flags: JSON.stringify(addFlags([], marks)) })
  return id
}

async function typedMarks(
  tx: Tx,
  photos: readonly string[] | undefined,
  visitId: string,
): Promise<RaisedMark[]> {
  return ['manual', ...(await markSamePhoto(tx, photos, visitId))]
}

async function manualWeighing(tx: Tx, body: Command<'manual_weight'>, approver: string) {
  await assertGivenPhotos(tx, body.photos, body.id ?? null)
  const { weight_g, reason, photos = [], taken_at } = body
  return {
    id: uuidv7(),
    weight_g,
    ...(taken_at && { taken_at }),
    source: 'manual',
    approver_id: approver,
    reason,
    photos,
  } as const satisfies Partial<NewWeighing>
}

const UNSEEN = 'Номера машины камера не видела, когда взвешивали тару'

/** `use_stored_tare`: the plate's stored tare instead of the second weighing. */
export async function useStoredTare(db: Db, body: Command<'use_stored_tare'>): Promise<string> {
  return inTransaction(db, async (tx) => {
    const visit = await lockVisit(tx, body.id)
    assertVersion(visit, body.version)
    if (visit!.status !== 'in') refuse('common.bad-transition')
    const supplierId = body.supplier_id === undefined ? visit!.supplier_id : body.supplier_id
    const { columns, flags } = await saidAgain(tx, visit!, body)
    if (supplierId && isPrivatePerson((await supplierOf(tx, supplierId))?.type))
      refuse('transaction.tare-for-person')
    const tare = visit!.carnumber
      ? await findStoredTare(tx, { plate: visit!.carnumber })
      : undefined
    if (!tare) return refuse('transaction.no-tare')
    const trailer = (columns['trailer_number'] ?? visit!.trailer_number) as string | null
    const witness = await tareWitness(tx, tare.id)
    if (witness.trailer !== trailer) refuse('transaction.tare-of-other-trailer')
    if (witness.is_unseen) flags.push({ code: 'tare_deviation', why: UNSEEN })
    const approver = tare.expired ? await expiryOfTare(tx, visit!, tare.tare_g) : null
    const before = await liveWeighings(tx, visit!.id)
    if (before.at(-1)!.weight_g <= tare.tare_g) refuse('weighing.no-change')
    await insertWeighing(tx, {
      id: uuidv7(),
      visit_id: visit!.id,
      kind: 'out',
      weight_g: tare.tare_g,
      source: 'stored_tare',
      approver_id: approver,
    })
    if (tare.expired) flags.push('tare_expired')
    await closeVisit(
      tx,
      { ...visit!, mode: 'stored_tare' },
      { columns, flags, control: false, mode: 'stored_tare' },
    )
    return visit!.id
  })
}

/** The PIN confirms only the tare: the gross was weighed and needs no confirmation. */
async function expiryOfTare(tx: Tx, visit: Visit, tare_g: number): Promise<string | null> {
  return requireApproval(tx, 'weight.expired_tare', {
    entity: 'transaction',
    ids: [visit.id],
    version: visit.version,
    about: { number: visit.number, carnumber: visit.carnumber, weight_g: tare_g },
  })
}
