import type { VisitCommand } from '#contract/visit/visit-input.ts'
import { formatKg } from '#contract/core/input-text.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { addFlags, type RaisedMark } from '../../../flags.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../../idempotency.ts'
import type { Scale } from '../../device/setup/device-queries.ts'
import { settingsOfSession } from '../../company/settings.ts'
import { capturedBefore, capturing } from './capture.ts'
import { closeVisit, assertWay } from '../change/close-visit.ts'
import { assertVersion, openVisit } from '../change/open-visit.ts'
import { saidAgain } from '../change/said-again.ts'
import {
  changeVisit,
  liveWeighings,
  lockVisit,
  secondsSince,
  databaseNow,
} from '../visit-queries.ts'
import { findStoredTare, tareWitness, type TareWitness } from '../stored-tare-queries.ts'
import { infoColumns, plateColumns } from '../read/visit-info.ts'

export type Command<C extends VisitCommand['command']> = Extract<VisitCommand, { command: C }>

/** `capture_in`: records a vehicle on the scale as on site. */
export async function captureIn(db: Db, body: Command<'capture_in'>): Promise<string> {
  const before = await capturedBefore(db, body, 'visit')
  if (before) return before
  return capturing(db, body, async ({ tx, scale, seenAt, record: recordWeighing }) => {
    const stamp = idempotencyKeyOf(body)
    const earlierId = await findEarlierCopy(tx, 'visit', stamp)
    if (earlierId) return earlierId
    assertTruckScale(scale)
    const plate = plateColumns(body.carnumber)
    const columns = {
      ...(await infoColumns(tx, body)),
      ...plate,
      in_at: seenAt ?? databaseNow,
    }
    const { id } = await openVisit(tx, {
      siteId: scale.site_id,
      postId: scale.post_id,
      mode: 'two_pass',
      columns,
      stamp,
    })
    const { flags } = await recordWeighing({ visitId: id, kind: 'in', plate: plate.carnumber })
    const direction = body.direction === 'control' ? { direction: 'control' } : {}
    await changeVisit(tx, id, { flags: JSON.stringify(addFlags([], flags)), ...direction })
    return id
  })
}

// domain.md 6.2: a second weighing proves something only when it differs by this many divisions.
const CHANGE_DIVISIONS = 5

// Its time is past and stays what it is: waiting and pressing again change nothing.
const NEVER_FITS =
  'Эта нагрузка была на весах раньше, чем заезд мог быть взвешен снова. Впишите вес вручную: «Ручной ввод»'

/** `capture_mid` and `capture_out`: the vehicle weighs differently now; out closes the visit. */
export async function captureNext(
  db: Db,
  body: Command<'capture_mid' | 'capture_out'>,
): Promise<string> {
  if (await capturedBefore(db, body, 'weighing')) return body.id
  return capturing(db, body, async ({ tx, scale, seenAt, weight_g, record: recordWeighing }) => {
    const visit = await lockVisit(tx, body.id)
    if (visit?.status === 'in') assertVersion(visit, body.version)
    if (!visit) return refuse('common.not-found')
    if (visit.status !== 'in') return refuse('common.bad-transition')
    assertTruckScale(scale)
    const before = await liveWeighings(tx, visit.id)
    const last = before.at(-1)!
    const { min_pass_s } = settingsOfSession(db).modules_cfg.weight!
    if ((await secondsSince(tx, last.taken_at, seenAt)) < min_pass_s)
      refuse('weighing.too-soon', seenAt ? { message: NEVER_FITS } : {})
    if (Math.abs(weight_g - last.weight_g) < CHANGE_DIVISIONS * scale.e_g)
      refuse('weighing.no-change')
    assertWay([...before.map((one) => one.weight_g), weight_g])
    const said = await saidAgain(tx, visit, body)
    const { columns } = said
    const kind = body.command === 'capture_out' ? 'out' : 'mid'
    const stamp = idempotencyKeyOf(body)
    const seen = await recordWeighing({ visitId: visit.id, kind, plate: visit.carnumber, stamp })
    const flags = [...seen.flags, ...said.flags]
    if (kind === 'mid') {
      await changeVisit(tx, visit.id, {
        ...columns,
        mode: 'multi',
        flags: JSON.stringify(addFlags(visit.flags, flags)),
      })
      addAuditEvent(tx, {
        action: 'transaction.mid',
        entity: 'transaction',
        id: visit.id,
        after: { weight_g },
      })
      return visit.id
    }
    const control = (body.direction ?? visit.direction) === 'control'
    await closeVisit(tx, visit, { columns, flags, control, ...(seenAt && { outAt: seenAt }) })
    return visit.id
  })
}

/** A vehicle stands on two truck scales at most: what is on a platform instead is another thing (domain.md 6.2). */
export function assertTruckScale({ post_kind }: Pick<Scale, 'post_kind'>): void {
  if (post_kind === 'platform') refuse('weighing.not-truck-scale')
}

/** `capture_platform`: one load on a platform, less the container's tare or the typed pack. */
export async function capturePlatform(db: Db, body: Command<'capture_platform'>): Promise<string> {
  const before = await capturedBefore(db, body, 'visit')
  if (before) return before
  return capturing(
    db,
    body,
    async ({ tx, scale, seenAt, weight_g: weight, record: recordWeighing }) => {
      const stamp = idempotencyKeyOf(body)
      const earlierId = await findEarlierCopy(tx, 'visit', stamp)
      if (earlierId) return earlierId
      if (scale.post_kind !== 'platform') refuse('common.bad-transition')
      const container = body.container_code
        ? await findStoredTare(tx, { container_code: body.container_code })
        : undefined
      if (body.container_code && !container) refuse('transaction.no-tare')
      if (container?.expired) refuse('transaction.tare-expired')
      const tare_g = container?.tare_g ?? 0
      const pack_g = body.pack_g ?? 0
      if (weight <= tare_g + pack_g) refuse('weighing.no-change')
      const info = await infoColumns(tx, body)
      const net_g = weight - tare_g - pack_g
      const now = seenAt ?? databaseNow
      const columns = {
        ...info,
        container_code: body.container_code ?? null,
        in_at: now,
        out_at: now,
        direction: body.direction ?? 'purchase',
        gross_g: weight,
        tare_g,
        pack_g,
        net_g,
        drops: JSON.stringify([
          { drop_no: 1, weight_g: weight - tare_g, product_id: body.product_id ?? null },
        ]),
        status: 'closed',
      }
      const { id } = await openVisit(tx, {
        siteId: scale.site_id,
        postId: scale.post_id,
        mode: 'platform',
        columns,
        stamp,
      })
      const { flags } = await recordWeighing({ visitId: id, kind: 'in', plate: null })
      if (container) flags.push(...containerMarks(await tareWitness(tx, container.id), container))
      await changeVisit(tx, id, { flags: JSON.stringify(addFlags([], flags)) })
      return id
    },
  )
}

/** A container rusts and is mended, but stays the same one: beyond a tenth it is another. */
const OTHER_CONTAINER = 10

function containerMarks(
  { before_g }: TareWitness,
  { container_code, tare_g }: { container_code: string | null; tare_g: number },
): RaisedMark[] {
  if (before_g === null || Math.abs(tare_g - before_g) * OTHER_CONTAINER <= before_g) return []
  const [now, before] = [formatKg(tare_g), formatKg(before_g)]
  return [{ code: 'tare_deviation', why: `${container_code}: ${now} кг, прежде ${before} кг` }]
}
