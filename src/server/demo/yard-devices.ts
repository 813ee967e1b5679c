import type { ScaleDriverName } from '#contract/device/scale-connection.ts'
import { quote } from '#contract/words/quote.ts'
import type { Db } from '../db/handle.ts'
import { uuidv7 } from '../db/uuid.ts'
import { encryptNewAgentKey, encryptPassword } from '../features/company/site/device-secrets.ts'
import type { Yard } from './config.ts'

/** Posts of the demo site and their scales, by post number. */
export interface DemoYard {
  readonly siteId: string
  readonly posts: Readonly<Record<number, string>>
  readonly scales: Readonly<Record<number, string>>
}

/** Posts and devices of the main site, at the simulator's addresses: the product treats them like any other site. */
export async function addYard(db: Db, yard: Yard): Promise<DemoYard> {
  const site = await db.q
    .selectFrom('site')
    .where('company_id', '=', db.companyId)
    .select('id')
    .executeTakeFirstOrThrow()
  const posts: Record<number, string> = {}
  const scales: Record<number, string> = {}
  for (const post of POSTS) {
    posts[post.number] = uuidv7()
    await db.q
      .insertInto('post')
      .values({
        company_id: db.companyId,
        id: posts[post.number]!,
        site_id: site.id,
        number: post.number,
        kind: post.kind,
        title: post.title,
      })
      .execute()
    const port = yard.posts.find(({ post: number }) => number === post.number)!.port
    scales[post.number] = await addScale(db, site.id, posts[post.number]!, post, port)
  }
  await addCameras(db, site.id, posts[1]!, yard)
  await addDevice(db, {
    id: uuidv7(),
    siteId: site.id,
    postId: posts[1]!,
    kind: 'relay',
    code: 1,
    title: 'Светофор и шлагбаум',
    driver: 'modbus',
    connection: { host: '127.0.0.1', port: yard.relays, red: 0, green: 1, barrier: 2, loop: 0 },
  })
  return { siteId: site.id, posts, scales }
}

interface PostFacts {
  number: number
  kind: 'truck' | 'platform'
  title: string
  max_g: number
  d_g: number
  driver: ScaleDriverName
  settings: object
}

/** Three protocols, so that the demo shows more than one driver (devices.md 1.5). */
const POSTS: readonly PostFacts[] = [
  {
    number: 1,
    kind: 'truck',
    title: 'Автовесы',
    max_g: 60_000_000,
    d_g: 20_000,
    driver: 'tenso-m',
    settings: { address: 1, crc: true, unit: 'kg' },
  },
  {
    number: 2,
    kind: 'platform',
    title: 'Платформа 600 кг',
    max_g: 600_000,
    d_g: 100,
    driver: 'massa-k',
    settings: {},
  },
  {
    number: 3,
    kind: 'platform',
    title: 'Платформа 150 кг',
    max_g: 150_000,
    d_g: 50,
    driver: 'ascii',
    settings: { format: 'and18' },
  },
]

async function addScale(
  db: Db,
  siteId: string,
  postId: string,
  post: PostFacts,
  port: number,
): Promise<string> {
  const id = uuidv7()
  await db.q
    .insertInto('device')
    .values({
      company_id: db.companyId,
      id,
      site_id: siteId,
      post_id: postId,
      kind: 'scale',
      code: post.number,
      title: `Весы ${quote(post.title)}`,
      driver: post.driver,
      connection: JSON.stringify({
        transport: { type: 'tcp', host: '127.0.0.1', port },
        settings: post.settings,
      }),
      max_g: post.max_g,
      min_g: 20 * post.d_g,
      d_g: post.d_g,
      e_g: post.d_g,
      zero_band_g: post.d_g,
      presence_g: post.kind === 'truck' ? 200_000 : 1000,
      verification_until: dayFromNow(210),
      verification_doc: 'С-ВЯ/14-06-2026/3381',
      agent_key: encryptNewAgentKey(db, id),
    })
    .execute()
  return id
}

const CAMERAS = ['Спереди', 'Сзади', 'Индикатор']

async function addCameras(db: Db, siteId: string, postId: string, yard: Yard): Promise<void> {
  for (const [i, title] of CAMERAS.entries()) {
    const id = uuidv7()
    const connection = {
      url: `http://127.0.0.1:${yard.cameras}/ISAPI/Streaming/channels/${i + 1}01/picture`,
      user: yard.camera.user,
      password: encryptPassword(db, id, yard.camera.password),
    }
    await addDevice(db, {
      id,
      siteId,
      postId,
      kind: 'camera',
      code: i + 1,
      title,
      driver: 'snapshot',
      connection,
    })
  }
  const id = uuidv7()
  await addDevice(db, {
    id,
    siteId,
    postId,
    kind: 'plate_camera',
    code: 1,
    title: 'Номер спереди',
    driver: 'ppocr',
    connection: { camera: 1 },
  })
}

interface DeviceFacts {
  id: string
  siteId: string
  postId: string
  kind: string
  code: number
  title: string
  driver: string
  connection: object
}

async function addDevice(db: Db, facts: DeviceFacts): Promise<void> {
  const { siteId, postId, connection, ...rest } = facts
  await db.q
    .insertInto('device')
    .values({
      company_id: db.companyId,
      site_id: siteId,
      post_id: postId,
      connection: JSON.stringify(connection),
      ...rest,
    })
    .execute()
}

/** A calendar day so many days away, UTC. */
export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
