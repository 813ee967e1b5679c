import { moduleTags } from '#contract/modules.ts'
import type { ScaleDriverName } from '#contract/scale-connection.ts'
import { SERVER_CALLER } from '../auth/caller.ts'
import type { Db } from '../db/handle.ts'
import { uuidv7 } from '../db/uuid.ts'
import { sealNewAgentKey, sealPassword } from '../features/company/device-secrets.ts'
import type { Services } from '../services.ts'
import { readMinPass, type Yard } from './config.ts'

export interface DemoCompany {
  readonly db: Db
  readonly siteId: string
  /** By post number. */
  readonly posts: Readonly<Record<number, string>>
  readonly scales: Readonly<Record<number, string>>
}

interface CompanyFacts {
  name: string
  short: string
  inn: string
  kpp: string
  ogrn: string
  okpo?: string
  address: string
  director: string
  licence?: string
  status: 'active' | 'suspended' | 'new'
}

const MAIN: CompanyFacts = {
  name: 'Общество с ограниченной ответственностью «Вторметалл-Юг»',
  short: 'ООО «Вторметалл-Юг»',
  inn: '7736207543',
  kpp: '773601001',
  ogrn: '1027700229193',
  okpo: '00032537',
  address: '117342, г. Москва, ул. Складочная, д. 14, стр. 2',
  director: 'Кравцов Андрей Николаевич',
  licence: 'Л-77-004-2023',
  status: 'active',
}

const OTHERS: readonly CompanyFacts[] = [
  {
    name: 'Общество с ограниченной ответственностью «ЭкоСырьё»',
    short: 'ООО «ЭкоСырьё»',
    inn: '7713076301',
    kpp: '771301001',
    ogrn: '1027700132195',
    address: '127238, г. Москва, Дмитровское ш., д. 71',
    director: 'Белова Ирина Сергеевна',
    licence: 'Л-77-019-2022',
    status: 'active',
  },
  {
    name: 'Общество с ограниченной ответственностью «Агроприём»',
    short: 'ООО «Агроприём»',
    inn: '7710140679',
    kpp: '771001001',
    ogrn: '1027739642281',
    address: '350000, г. Краснодар, ул. Элеваторная, д. 3',
    director: 'Ткаченко Павел Олегович',
    status: 'suspended',
  },
]

/** The platform as super sees it: one yard at work, a second company without a yard yet, a suspended one. */
export async function addCompanies(services: Services, yard: Yard): Promise<DemoCompany> {
  for (const facts of OTHERS) await addCompany(services, facts, undefined)
  const db = await addCompany(services, MAIN, yard)
  return { db, ...(await addYard(db, yard)) }
}

async function addCompany(
  services: Services,
  facts: CompanyFacts,
  yard: Yard | undefined,
): Promise<Db> {
  const id = uuidv7()
  await services.q
    .insertInto('company')
    .values({
      id,
      name: facts.name,
      short_name: facts.short,
      inn: facts.inn,
      kpp: facts.kpp,
      ogrn: facts.ogrn,
      okpo: facts.okpo ?? null,
      legal_address: facts.address,
      phone: '+74993215500',
      email: 'sklad@vtormetall-yug.example',
      director_position: 'Генеральный директор',
      director_name: facts.director,
      ...(facts.licence && {
        licence_number: facts.licence,
        licence_date: '2023-03-14',
        licence_authority: 'Министерство промышленности и торговли',
      }),
      settings: JSON.stringify({ modules: [...moduleTags], modules_cfg: demoCfg(yard), rules: {} }),
      status: facts.status,
    })
    .execute()
  const db: Db = { q: services.q, companyId: id, caller: SERVER_CALLER, services }
  await services.q
    .insertInto('site')
    .values({
      company_id: id,
      id: uuidv7(),
      name: 'Основная площадка',
      address: facts.address,
      is_default: true,
    })
    .execute()
  return db
}

function demoCfg(yard: Yard | undefined) {
  const min_pass_s = readMinPass()
  const printer = yard && { host: '127.0.0.1', port: yard.printer, columns: 42 }
  const printers = printer && { '1': printer, '2': printer, '3': printer }
  return { weight: { ...(min_pass_s && { min_pass_s }), ...(printers && { printers }) } }
}

/** Posts and devices of the main site, at the simulator's addresses: the product meets it like any yard. */
async function addYard(db: Db, yard: Yard): Promise<Omit<DemoCompany, 'db'>> {
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
      title: `Весы «${post.title}»`,
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
      agent_key: sealNewAgentKey(db, id),
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
      password: sealPassword(db, id, yard.camera.password),
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
