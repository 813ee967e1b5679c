import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { WebSocket } from 'ws'
import { composeReading } from '#agent/scales/compose-reading.ts'
import type { Signer } from '#agent/scales/sign-reading.ts'
import {
  AGENT_AUDIENCE,
  serverMessage,
  type AgentConfig,
  type AgentMessage,
} from '#contract/device/agent-link.ts'
import { agent, device } from '#contract/device/device.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import type { World } from '#test/support/world.ts'
import type { FilledCompany } from './fill-companies.ts'

type Scale = Extract<AgentConfig['devices'][number], { kind: 'scale' }>

/** A site with one post and one scale, and its load. */
export interface LightSite {
  readonly id: string
  readonly company: FilledCompany
  readonly post: number
  scale: Scale | undefined
  signer: Signer | undefined
  /** The next reading, another weight each time. */
  weigh(): AgentMessage
}

const NO_DOUBT = { wall: Date.now, doubt: () => 0 }
/** Posts of the world's own company are numbered from 1; these stand beside them. */
const FIRST_POST = 11
const LIMITS = { max_g: 60_000_000, min_g: 400_000, d_g: 20_000, e_g: 20_000 }

/** A company has at most 99 posts. */
export const SITES_A_COMPANY = 80

/** So many sites, shared out among the companies. */
export async function addSites(
  { own: { db } }: World,
  companies: readonly FilledCompany[],
  count: number,
): Promise<LightSite[]> {
  const { q } = db
  const sites = Array.from({ length: count }, (_, i) =>
    lightSite(companies[i % companies.length]!, FIRST_POST + Math.floor(i / companies.length)),
  )
  for (const { id, post, company } of sites) {
    const postId = uuidv7()
    await q
      .insertInto('site')
      .values({
        company_id: company.id,
        id,
        name: `Площадка ${post}`,
        address: 'г. Москва',
        is_default: false,
      })
      .execute()
    await q
      .insertInto('post')
      .values({
        company_id: company.id,
        id: postId,
        site_id: id,
        number: post,
        kind: 'truck',
        title: `Пост ${post}`,
      })
      .execute()
    const row = { kind: 'scale', code: post, title: `Весы ${post}`, driver: 'tenso-m' }
    const transport = { type: 'tcp', host: '127.0.0.1', port: 9 }
    await q
      .insertInto('device')
      .values({
        ...row,
        ...LIMITS,
        zero_band_g: 20_000,
        presence_g: 200_000,
        company_id: company.id,
        id: uuidv7(),
        site_id: id,
        post_id: postId,
        connection: JSON.stringify({ transport, settings: {} }),
      })
      .execute()
  }
  return sites
}

function lightSite(company: FilledCompany, post: number): LightSite {
  let seq = Date.now()
  const site: LightSite = {
    id: uuidv7(),
    company,
    post,
    scale: undefined,
    signer: undefined,
    weigh() {
      const scale = site.scale!
      const reading = composeReading(scale, site.signer!, NO_DOUBT, {
        weight_g: 12_000_000 + (seq % 50) * scale.d_g,
        stable: false,
        overload: false,
        underload: false,
        episode: { episode_id: '01M7Y45MKV8Z3X9QK2W4T6N7PR', captured: false },
        seq: ++seq,
        raw: Buffer.from('ff01c3402301104cffff', 'hex'),
      })
      return { msg: 'weight', reading, sent_at: Math.round(performance.now()) }
    },
  }
  return site
}

/** An agent's socket and nothing behind it: enrolled over HTTP, greeted, its configuration taken. */
export async function enrolledLink(world: World, site: LightSite, url: string): Promise<WebSocket> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { code } = await world.supervisor.api.send(device.superCreateAgentCode, {
    body: { companyId: site.company.id, site_id: site.id },
  })
  const version = '0.1.0'
  const identity = await world.nobody.send(agent.enrol, {
    body: { code, public_key: publicKey.export({ format: 'jwk' }).x!, version },
  })
  site.signer = { agent_id: identity.agent_id, key: privateKey }
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(identity.agent_id)
    .setAudience(AGENT_AUDIENCE)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(privateKey)
  const link = new WebSocket(`${url.replace('http', 'ws')}/api/v1/agent/link`, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  })
  const ready = Promise.withResolvers<void>()
  link.on('error', ready.reject)
  link.on('message', (data) => {
    const message = serverMessage.parse(JSON.parse((data as Buffer).toString()))
    if (message.msg !== 'config') return
    const { rev, devices } = message
    site.scale = devices.find((d) => d.kind === 'scale')
    link.send(JSON.stringify({ msg: 'config_ok', rev }))
    const { device_id } = site.scale!
    link.send(JSON.stringify({ msg: 'state', device_id, status: 'online', detail: '' }))
    ready.resolve()
  })
  link.on('open', () =>
    link.send(JSON.stringify({ msg: 'hello', v: 1, version, boot_id: randomUUID(), devices: [] })),
  )
  await ready.promise
  return link
}
