import type { BodyInput } from '#contract/core/call.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { letTimePass } from '#test/site/fake-yard.ts'
import { REASON, type CheatDay } from '../cheat-day.ts'
import type { Way } from '../way.ts'

type Body = BodyInput<typeof visitCalls.update>

const FORGED = Buffer.from('ST,GS,+0099999kg').toString('hex')

export const refused = async ({ operator }: CheatDay, body: object) =>
  (await operator.api.refused(visitCalls.update, { body })).code

/** A truck drives on, as its screen shows it. */
export async function drivesOn(
  { yard, driver }: CheatDay,
  kg = 12_340,
  carnumber = driver.newPlate(),
) {
  await yard.empty(1)
  return { command: 'capture_in' as const, carnumber, reading: await yard.load(1, kg) }
}

export const capture = async (day: CheatDay, body: Body) =>
  (await day.operator.api.send(visitCalls.update, { body })) as VisitCard

export const typed = (
  day: CheatDay,
  more: Partial<Extract<Body, { command: 'manual' }>> = {},
): { body: Body } => ({
  body: {
    command: 'manual' as const,
    post: 1,
    carnumber: day.driver.newPlate(),
    in_at: new Date(Date.now() - 3_600_000).toISOString(),
    out_at: new Date(Date.now() - 1_800_000).toISOString(),
    in_g: 12_340_000,
    out_g: 4_260_000,
    reason: 'Индикатор не отвечал',
    ...more,
  },
})

/** A load of so many minutes ago that the agent tells of. */
const loadOf = async ({ yard }: CheatDay, kg: number, minutesAgo: number, offline: boolean) => {
  await yard.empty(1)
  const reading = await yard.load(1, kg)
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const body = {
    episode_id: reading.episode_id!,
    started_at: at(minutesAgo + 2),
    ended_at: at(minutesAgo),
    peak_g: reading.weight_g,
    reading,
    plate: 'А555АА77',
    plate_confidence_bp: 9100,
    photos: [],
    captured: false,
    offline,
  }
  return { reading, body }
}

/** A load of a quarter of an hour ago that nobody weighed. */
export async function unweighedLoad(day: CheatDay): Promise<string> {
  const { reading, body } = await loadOf(day, 12_000, 16, false)
  await day.agentTells('episode', body)
  const { record_id } = await day.own.db.q
    .selectFrom('weight_episode')
    .select('record_id')
    .where('id', '=', reading.episode_id!)
    .executeTakeFirstOrThrow()
  return record_id
}

export const weighingWays: readonly Way[] = [
  {
    name: 'the frame of a reading is replaced in the browser',
    async tries(day) {
      const body = await drivesOn(day)
      return refused(day, { ...body, reading: { ...body.reading, raw: FORGED } })
    },
    ends: 'weighing.bad-signature',
  },
  {
    name: 'the weight of a reading is raised by a tonne',
    async tries(day) {
      const body = await drivesOn(day)
      return refused(day, { ...body, reading: { ...body.reading, weight_g: 13_340_000 } })
    },
    ends: 'weighing.bad-signature',
  },
  {
    name: 'a load is weighed for a second plate while it stands',
    async tries(day) {
      const body = await drivesOn(day)
      await capture(day, body)
      return refused(day, {
        ...body,
        reading: await day.yard.shown(1),
        carnumber: day.driver.newPlate(),
      })
    },
    ends: 'weighing.same-load',
  },
  {
    name: 'a reading that was used is sent again for another truck',
    async tries(day) {
      const body = await drivesOn(day)
      await capture(day, body)
      await day.yard.empty(1)
      return refused(day, { ...body, carnumber: day.driver.newPlate() })
    },
    // On a busy machine the truck needs so long to leave that the reading is too old as well.
    ends: ['weighing.same-load', 'weighing.stale-reading'],
  },
  {
    name: 'the second weight follows before a truck could be unloaded',
    async tries(day) {
      const { id, version } = await capture(day, await drivesOn(day))
      await day.yard.empty(1)
      return refused(day, {
        command: 'capture_out',
        id,
        version,
        reading: await day.yard.load(1, 4260),
      })
    },
    ends: 'weighing.too-soon',
  },
  {
    name: 'half of the load leaves the platform before the key is pressed',
    async tries(day) {
      const body = await drivesOn(day)
      await day.yard.change(1, { weight_g: 6_340_000 })
      return (await capture(day, { ...body, reading: await day.yard.shown(1) })).id
    },
    ends: { sees: 'lighter' },
  },
  {
    name: 'a truck stands on the scale and nobody weighs it',
    tries: unweighedLoad,
    ends: { sees: 'unweighed' },
  },
  {
    name: 'a load of a dead line is weighed twice',
    async tries(day) {
      const { reading, body } = await loadOf(day, 11_000, 10, true)
      const old = day.yard.sign(1, {
        ...reading,
        ts: new Date(Date.now() - 660_000).toISOString(),
        seq: reading.seq - 1_000_000,
      })
      await day.agentTells('episode', { ...body, reading: old })
      await day.yard.empty(1)
      await capture(day, { command: 'capture_in', carnumber: day.driver.newPlate(), reading: old })
      return refused(day, { command: 'capture_in', carnumber: day.driver.newPlate(), reading: old })
    },
    ends: 'weighing.same-load',
  },
  {
    name: 'the camera sees another plate than the one that is written',
    async tries(day) {
      const body = await drivesOn(day)
      await day.yard.empty(1)
      const reading = await day.yard.load(1, 12_340, 'М777ММ77')
      return (await capture(day, { ...body, reading })).id
    },
    ends: { sees: 'plate_mismatch' },
  },
  {
    name: 'the plate that the camera saw is changed after the weighing',
    async tries(day) {
      await day.yard.empty(1)
      const carnumber = day.driver.newPlate()
      const reading = await day.yard.load(1, 12_340, carnumber)
      const { id, version } = await capture(day, { command: 'capture_in', carnumber, reading })
      await capture(day, { command: 'set_info', id, version, carnumber: day.driver.newPlate() })
      return id
    },
    ends: { sees: 'plate_mismatch' },
  },
  {
    name: 'pictures of another truck are shown as of this one',
    async tries(day) {
      const first = await capture(day, await drivesOn(day))
      const photos = first.weighings[0]!.photos.map(({ file_id }) => file_id)
      return refused(day, { ...(await drivesOn(day)), photos })
    },
    ends: 'weighing.photo-used',
  },
  {
    name: 'the picture of yesterday is saved again, brighter, for a truck of today',
    async tries(day) {
      await capture(day, {
        ...(await drivesOn(day)),
        photos: [await day.photo(await day.scene(1))],
      })
      const again = await day.photo(await day.scene(1, 1.15))
      return (await capture(day, { ...(await drivesOn(day)), photos: [again] })).id
    },
    ends: { sees: 'same_photo' },
  },
  {
    name: 'both weights are typed with the PIN of an accomplice',
    async tries(day) {
      return ((await day.confirmed(day.operator, visitCalls.update, typed(day))) as VisitCard).id
    },
    ends: { sees: 'manual' },
  },
  {
    name: 'the weights are typed as round as a tonne',
    async tries(day) {
      const input = typed(day, { in_g: 13_000_000, out_g: 4_500_000 })
      return ((await day.confirmed(day.operator, visitCalls.update, input)) as VisitCard).id
    },
    ends: { sees: 'round_weight' },
  },
  {
    name: 'the weights are typed for a time that has not come',
    tries: (day) =>
      refused(day, typed(day, { out_at: new Date(Date.now() + 3_600_000).toISOString() }).body),
    ends: 'common.validation',
  },
  {
    name: 'a truck comes back lighter by a container than it ever was',
    async tries(day) {
      const plate = day.driver.newPlate()
      const weigh = async (tare: number) => {
        const opened = await capture(day, await drivesOn(day, 12_340, plate))
        await letTimePass(day.own, 90)
        return day.driver.captureOut((await day.yard.empty(1), opened), tare)
      }
      for (const tare of [4260, 4280, 4240]) await weigh(tare)
      return (await weigh(3900)).id
    },
    ends: { sees: 'tare_deviation' },
  },
  {
    name: 'the stored tare is used for a private person',
    async tries(day) {
      const seller = await addSupplier(day.own, { last_name: 'Частный' })
      const plate = day.driver.newPlate()
      const opened = await capture(day, await drivesOn(day, 12_340, plate))
      await letTimePass(day.own, 90)
      await day.driver.captureOut((await day.yard.empty(1), opened), 4260)
      const { id, version } = await capture(day, await drivesOn(day, 12_440, plate))
      return refused(day, { command: 'use_stored_tare', id, version, supplier_id: seller.id })
    },
    ends: 'transaction.tare-for-person',
  },
  {
    name: 'the second weight is cancelled and weighed anew with less on the truck',
    async tries(day) {
      const closed = await day.weighed()
      const weighing_id = closed.weighings.at(-1)!.id
      const cancel = {
        command: 'cancel_weighing' as const,
        id: closed.id,
        version: closed.version,
        weighing_id,
        reason: REASON,
      }
      const open = (await day.confirmed(day.operator, visitCalls.update, {
        body: cancel,
      })) as VisitCard
      await letTimePass(day.own, 90)
      return (await day.driver.captureOut(open, 3100)).id
    },
    ends: { sees: 'weighed_again' },
  },
  {
    name: 'a visit is annulled when its metal is already behind the fence',
    async tries(day) {
      const { id, version } = await day.weighed()
      await day.confirmed(day.operator, visitCalls.update, {
        body: { command: 'void', id, version, reason: REASON },
      })
      return id
    },
    ends: { sees: 'voided' },
  },
]
