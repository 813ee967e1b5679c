import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import {
  AGENT_AUDIENCE,
  serverMessage,
  type LinkRequest,
  type ServerMessage,
} from '#contract/device/agent-link.ts'
import type { Reading } from '#contract/device/reading.ts'
import { agent, device, weight } from '#contract/device/device.ts'
import { until } from '../support/until.ts'
import type { TestCompany, World } from '../support/world.ts'
import { answerRequest } from './yard-answers.ts'
import { addDevices } from './yard-devices.ts'
import {
  emptyLoad,
  newEpisode,
  plateOf,
  readingOf,
  signed,
  signedFirst,
  type Load,
  type Scale,
} from './yard-loads.ts'

export interface FakeYard {
  readonly agentId: string
  readonly url: string
  /** Devices by kind and code: `scale1`, `camera2`, `plate_camera1`. */
  readonly devices: Readonly<Record<string, string>>
  readonly received: ServerMessage[]
  /** Puts a new load on the scale of a post and answers the reading that the server then shows. */
  load(post: number, kg: number, plate?: string | null): Promise<Reading>
  /** The same load moves or settles. */
  change(post: number, change: Partial<Omit<Load, 'plate'>>): Promise<void>
  empty(post: number): Promise<void>
  /** What the operator's screen shows now. */
  shown(post: number): Promise<Reading>
  /** A reading that never went over the link, signed by the agent, or as one of the previous release did. */
  sign(post: number, reading: Reading, version?: 'v1'): Reading
  /** Cameras that no longer answer, by code, and printers, by port. */
  readonly dark: Set<number>
  /** Cameras whose picture does not change. */
  readonly still: Set<number>
  /** Answers requests only after so many milliseconds. */
  slow(ms: number): void
  /** Stops and starts the stream of readings. */
  silence(on: boolean): void
  /** From now on signs as an agent of the previous release, or as one of this release again. */
  earlierSoftware(on: boolean): void
  /** A token as the agent makes it, with what a forger would change. */
  token(claims?: {
    agentId?: string
    audience?: string
    at?: number
    jti?: string
  }): Promise<string>
  send(message: object): void
  disconnect(): Promise<void>
  reconnect(): Promise<void>
}

const TICK_MS = 40

/** An agent as the server meets it: enrolled over HTTP, dialled in, streaming signed readings of every scale. */
export async function connectYard(
  world: World,
  company: TestCompany,
  known?: Record<string, string>,
): Promise<FakeYard> {
  const devices = known ?? (await addDevices(company))
  const url = await listen(world)
  const yard = openYard({ world, company, devices, url, ...(await enrolAgent(world, company)) })
  await yard.reconnect()
  return yard
}

export interface EnrolledAgent {
  readonly id: string
  readonly key: KeyObject
}

/** The program beside the scales of a company, known by a one-time code. */
export async function enrolAgent(
  world: World,
  { id: companyId, siteId }: TestCompany,
): Promise<EnrolledAgent> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { code } = await world.supervisor.api.send(device.superCreateAgentCode, {
    body: { companyId, site_id: siteId },
  })
  const { agent_id: id } = await world.nobody.send(agent.enrol, {
    body: { code, public_key: publicKey.export({ format: 'jwk' }).x!, version: '0.1.0' },
  })
  return { id, key: privateKey }
}

/** A token as the agent makes it, with what a forger would change; it is good once. */
export function agentToken(
  { id, key }: EnrolledAgent,
  claims: Parameters<FakeYard['token']>[0] = {},
): Promise<string> {
  const at = Math.floor((claims.at ?? Date.now()) / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(claims.agentId ?? id)
    .setAudience(claims.audience ?? AGENT_AUDIENCE)
    .setJti(claims.jti ?? randomUUID())
    .setIssuedAt(at)
    .setExpirationTime(at + 60)
    .sign(key)
}

async function listen(world: World): Promise<string> {
  if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
}

interface Setup extends EnrolledAgent {
  world: World
  company: TestCompany
  devices: Record<string, string>
  url: string
}

function openYard(setup: Setup): FakeYard {
  const { company, devices, url, key, id } = setup
  const loads = new Map<number, Load>()
  const received: ServerMessage[] = []
  const dark = new Set<number>()
  const still = new Set<number>()
  let scales: Scale[] = []
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let silent = false
  let isFormer = false
  let delay = 0
  let seq = Date.now()

  const send = (message: object) => socket?.send(JSON.stringify(message))
  const loadOf = (post: number) => {
    const load = loads.get(post) ?? emptyLoad()
    loads.set(post, load)
    return load
  }
  const tick = () => {
    if (silent) return
    for (const scale of scales) {
      const reading = readingOf({ agent_id: id, key }, scale, loadOf(scale.post), ++seq)
      if (reading)
        send({ msg: 'weight', reading: isFormer ? signedFirst(scale, reading) : reading })
    }
  }
  const token: FakeYard['token'] = (claims) => agentToken({ id, key }, claims)
  const answer = async (request: LinkRequest) => {
    if (delay > 0) await sleep(delay)
    const reply = await answerRequest({ url, dark, still, token, loadOf }, request)
    send({ msg: 'res', id: request.id, ...reply })
  }
  const take = (message: ServerMessage) => {
    received.push(message)
    if (message.msg === 'req') void answer(message)
    if (message.msg !== 'config') return
    scales = message.devices.filter((d) => d.kind === 'scale')
    send({ msg: 'config_ok', rev: message.rev })
    for (const { device_id } of message.devices)
      send({ msg: 'state', device_id, status: 'online', detail: '' })
    tick()
  }
  /** What the screen shows once the server has heard of the change. */
  const settled = async (post: number): Promise<Reading> => {
    const after = seq
    tick()
    const heard = await until(async () => {
      // Right after a silence the post is still offline for a moment.
      const answer = await company.operator.api.raw({
        method: 'GET',
        url: `${weight.get.path}?post=${post}`,
      })
      const reading = answer.statusCode === 200 ? answer.json<Reading>() : undefined
      return reading && reading.seq > after ? reading : undefined
    })
    return heard!
  }

  return {
    agentId: id,
    url,
    devices,
    received,
    dark,
    still,
    send,
    token,
    load(post, kg, plate = null) {
      loads.set(post, {
        weight_g: Math.round(kg * 1000),
        stable: true,
        overload: false,
        episode_id: newEpisode(),
        plate: plateOf(plate),
      })
      return settled(post)
    },
    async change(post, change) {
      Object.assign(loadOf(post), change)
      tick()
      await sleep(20)
    },
    async empty(post) {
      loads.set(post, emptyLoad())
      await settled(post)
    },
    shown: (post) => company.operator.api.send(weight.get, { query: { post } }),
    sign: (post, reading, version) =>
      version === 'v1'
        ? signedFirst(
            scales.find((scale) => scale.post === post)!,
            reading,
          )
        : signed({ agent_id: id, key }, reading),
    slow: (ms) => void (delay = ms),
    silence: (on) => void (silent = on),
    earlierSoftware: (on) => void (isFormer = on),
    async disconnect() {
      clearInterval(timer)
      const closing = socket
      if (!closing || closing.readyState === WebSocket.CLOSED) return
      const closed = once(closing, 'close')
      closing.close()
      await closed
    },
    async reconnect() {
      const dialled = new WebSocket(`${url.replace('http', 'ws')}/api/v1/agent/link`, {
        headers: { authorization: `Bearer ${await token()}` },
        perMessageDeflate: false,
      })
      dialled.on('error', () => undefined)
      socket = dialled
      const ready = Promise.withResolvers<void>()
      dialled.on('message', (data) => {
        const message = serverMessage.parse(JSON.parse((data as Buffer).toString()))
        take(message)
        if (message.msg === 'config') ready.resolve()
      })
      dialled.once('close', (code) => {
        clearInterval(timer)
        ready.reject(new Error(`closed ${code}`))
      })
      await once(dialled, 'open')
      send({ msg: 'hello', v: 1, version: '0.1.0', boot_id: randomUUID(), devices: [] })
      await ready.promise
      timer = setInterval(tick, TICK_MS)
      timer.unref()
      await settled(1)
    },
  }
}

/** Moves every weighing of a company into the past, which only a test may do: weighings never change otherwise. */
export async function letTimePass(company: TestCompany, seconds: number): Promise<void> {
  await company.db.q.transaction().execute(async (q) => {
    await sql`set local session_replication_role = replica`.execute(q)
    // Hours of a zone without a change of clocks: a cluster refuses what depends on the zone of a session.
    const before = (column: string) =>
      sql`(${sql.ref(column)} at time zone 'UTC' - make_interval(secs => ${seconds})) at time zone 'UTC'`
    await sql`update weighing set taken_at = ${before('taken_at')} where company_id = ${company.id}`.execute(
      q,
    )
    await sql`update visit set in_at = ${before('in_at')}, out_at = ${before('out_at')}
      where company_id = ${company.id}`.execute(q)
  })
}
