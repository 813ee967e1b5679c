import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { signedText } from '#contract/device/signed-text.ts'
import { inTransaction, type Db, type Tx } from '../db/handle.ts'
import { uuidv7, uuidv7Of } from '../db/uuid.ts'
import { storeFiles, storing } from '../features/file/storage/store-file.ts'
import type { StoredFile } from '../features/file/storage/stored-file.ts'
import { closeVisit } from '../features/visit/change/close-visit.ts'
import { openVisit } from '../features/visit/change/open-visit.ts'
import { insertWeighing, lockVisit } from '../features/visit/visit-queries.ts'
import type { Chance } from './chance.ts'
import type { DemoCompany } from './companies.ts'
import type { Yard } from './config.ts'

export interface Truck {
  readonly plate: string
  readonly make: string
  readonly driver: string
  readonly tareKg: number
  readonly photos: { readonly front: StoredFile | null; readonly rear: StoredFile | null }
}

const LETTERS = 'АВЕКМНОРСТУХ'
const MAKES = [
  'КамАЗ-65115',
  'МАЗ-5551',
  'ГАЗ-3307',
  'ЗИЛ-130',
  'Isuzu NQR',
  'ГАЗель Next',
  'КамАЗ-43118',
  'Ford Cargo',
]
const TARES = [10_200, 9_800, 3_940, 4_300, 4_860, 2_640, 8_940, 9_120]
const COLOURS = ['blue', 'orange', 'grey', 'white', 'red', 'green']
const DRIVERS = [
  'Сидоров А. В.',
  'Климов П. Н.',
  'Захаров Д. И.',
  'Мельник О. С.',
  'Громов В. В.',
  'Рябов С. А.',
]

/** Thirty trucks with pictures that the simulator's cameras would have taken. */
export async function addTrucks(db: Db, dice: Chance, yard: Yard): Promise<Truck[]> {
  const trucks: Truck[] = []
  for (let n = 0; n < 30; n++) {
    const letter = () => LETTERS[dice.whole(0, LETTERS.length - 1)]!
    const plate = `${letter()}${String(dice.whole(1, 999)).padStart(3, '0')}${letter()}${letter()}${dice.pick(['50', '77', '97', '99', '150', '190', '750', '777'])}`
    const kind = n % MAKES.length
    const colour = dice.pick(COLOURS)
    const front = await picture(db, yard, { view: 'front', plate, colour, seed: String(n) })
    const rear = await picture(db, yard, { view: 'rear', plate, colour, seed: String(n) })
    trucks.push({
      plate,
      make: MAKES[kind]!,
      driver: dice.pick(DRIVERS),
      tareKg: TARES[kind]! + 20 * dice.whole(-6, 6),
      photos: { front, rear },
    })
  }
  return trucks
}

const DRAWN_PICTURE = { mime: 'image/jpeg', width: 1280, height: 720 } as const

async function picture(
  db: Db,
  yard: Yard,
  query: Record<string, string>,
): Promise<StoredFile | null> {
  const answer = await fetch(
    `http://127.0.0.1:${yard.control}/sim/photo?${new URLSearchParams(query).toString()}`,
    { signal: AbortSignal.timeout(5000) },
  )
  if (!answer.ok) return null
  // The simulator draws only what a camera sees: its pictures need no cleaning.
  const file = { bytes: Buffer.from(await answer.arrayBuffer()), ...DRAWN_PICTURE }
  return storing(db, [file], async ([stored]) => stored!)
}

export interface VisitPlan {
  readonly truck: Truck
  readonly inKg: number
  readonly outKg: number | null
  readonly at: Date
  /** Minutes between the weighings. */
  readonly minutes: number
  readonly supplierId: string | null
  readonly productId: string | null
}

/** The truck scale and the agent that vouched for its readings before this one. */
export interface DemoScale {
  readonly home: DemoCompany
  readonly agentId: string
  readonly key: KeyObject
}

/** The site's former agent, long revoked: what it signed is still proven by its public key. */
export async function retiredAgent(db: Db, home: DemoCompany): Promise<DemoScale> {
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
  const agentId = uuidv7()
  const x = publicKey.export({ format: 'jwk' }).x!
  await db.q
    .insertInto('agent')
    .values({
      company_id: db.companyId,
      id: agentId,
      site_id: home.siteId,
      public_key: Buffer.from(x, 'base64url'),
      program_version: '0.1.0',
      status: 'revoked',
    })
    .execute()
  return { home, agentId, key }
}

/** One visit as the station would have recorded it; without an out weight the truck is still on site. */
export async function addVisit(db: Db, scale: DemoScale, plan: VisitPlan): Promise<string> {
  const { home } = scale
  return inTransaction(db, async (tx) => {
    const { truck, at } = plan
    const columns = {
      carnumber: truck.plate,
      carnumber_raw: truck.plate,
      driver_name: truck.driver,
      supplier_id: plan.supplierId,
      product_id: plan.productId,
      in_at: at.toISOString(),
    }
    const stamp = { client_id: null, client_hash: null }
    const { id } = await openVisit(tx, {
      siteId: home.siteId,
      postId: home.posts[1]!,
      mode: 'two_pass',
      columns,
      stamp,
    })
    await weigh(tx, scale, { visitId: id, kind: 'in', kg: plan.inKg, at, truck })
    if (plan.outKg === null) return id
    const outAt = new Date(at.getTime() + plan.minutes * 60_000)
    await weigh(tx, scale, { visitId: id, kind: 'out', kg: plan.outKg, at: outAt, truck })
    const visit = (await lockVisit(tx, id))!
    await closeVisit(tx, visit, {
      columns: {},
      flags: [],
      control: false,
      outAt: outAt.toISOString(),
    })
    return id
  })
}

interface Weigh {
  visitId: string
  kind: 'in' | 'out'
  kg: number
  at: Date
  truck: Truck
}

/** A weighing with the reading that the scale's key would have signed. */
async function weigh(
  tx: Tx,
  { home, agentId, key }: DemoScale,
  { visitId, kind, kg, at, truck }: Weigh,
): Promise<void> {
  const device_id = home.scales[1]!
  const seq = at.getTime()
  const episode_id = episodeOf(seq)
  const unsigned = {
    agent_id: agentId,
    device_id,
    post: 1,
    weight_g: kg * 1000,
    stable: true,
    zero: false,
    overload: false,
    status: 'ok' as const,
    ts: at.toISOString(),
    doubt_ms: 500,
    seq,
    episode_id,
    blockers: [],
    raw: '',
    alibi: null,
  }
  const sig = sign(null, Buffer.from(signedText(unsigned)), key).toString('base64url')
  const reading = { ...unsigned, sig }
  const owner = { kind: 'photo', entity: 'transaction', entityId: visitId } as const
  const shots = [truck.photos.front, truck.photos.rear].flatMap((stored, i) => {
    const params = { post: 1, camera: i + 1, taken_at: at.toISOString() }
    return stored ? [{ stored, facts: { ...owner, params } }] : []
  })
  const photos = await storeFiles(tx, shots)
  await insertWeighing(tx, {
    id: uuidv7Of(seq),
    visit_id: visitId,
    kind,
    weight_g: kg * 1000,
    source: 'scale',
    device_id,
    reading,
    seq,
    episode_id,
    plate_read: truck.plate,
    plate_confidence_bp: 9400,
    plate_by: 'camera',
    photos,
    taken_at: at.toISOString(),
  })
}

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ULID of the moment: one load, one name. */
function episodeOf(at: number): string {
  let time = ''
  for (let rest = at, i = 0; i < 10; i++, rest = Math.floor(rest / 32))
    time = BASE32[rest % 32]! + time
  return `${time}0000000000000000`
}
