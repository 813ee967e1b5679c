import type { FastifyBaseLogger } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import {
  agentMessage,
  linkClose,
  type AgentMessage,
  type ServerMessage,
} from '#contract/device/agent-link.ts'
import type { Services } from '../../../services.ts'
import { VERSION } from '../../../installation/release-version.ts'
import { processOf } from '../peers/process.ts'
import { watchSilence } from '../watch-silence.ts'
import { configOf } from './agent-config.ts'
import { lastCaptures, type KnownAgent } from './agent-queries.ts'
import { hubOf } from './hub.ts'
import { linkDelay } from './link-delay.ts'
import { linkRequests } from './link-requests.ts'
import {
  handshake,
  loseLink,
  queue,
  takeLine,
  takePlate,
  takeRelays,
  takeReading,
  takeState,
  type LinkSession,
} from './link-session.ts'
import { takeEvent } from './take-event.ts'
import { serverOf } from '../../../db/handle.ts'

// Several rows of a company's card change in one save: the agent gets the result once.
const CONFIG_DELAY_MS = 150
const CONFIG_ENTITIES = ['device', 'post', 'site', 'company']

/** Serves one open socket of an agent until it closes. */
export function serveAgent(
  services: Services,
  agent: KnownAgent,
  socket: WebSocket,
  log: FastifyBaseLogger,
): void {
  const session = openSession(services, agent, socket, log)
  const { hub, link } = session
  const previous = [...hub.links].filter((other) => other.agentId === agent.id)
  hub.addLink(link)
  for (const other of previous) void other.close(linkClose.replaced, 'replaced')
  const stopWatch = watchSilence(socket)
  const stopConfig = followConfig(session)
  socket.on('message', (data) => take(session, data))
  socket.on('error', () => socket.terminate())
  socket.once('close', () => {
    stopWatch()
    stopConfig()
    hub.removeLink(link)
    session.requests.fail()
    // Another socket of the site may have taken its devices over.
    if (!session.replaced && !hub.linkOf(agent.company_id, agent.site_id))
      queue(session, () => loseLink(session))
  })
}

function openSession(
  services: Services,
  agent: KnownAgent,
  socket: WebSocket,
  log: FastifyBaseLogger,
): LinkSession {
  const send = (message: ServerMessage) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }
  const requests = linkRequests(send)
  const session: LinkSession = {
    hub: hubOf(services),
    link: {
      companyId: agent.company_id,
      siteId: agent.site_id,
      agentId: agent.id,
      isRemote: false,
      watch: async () => true,
      unwatch: () => undefined,
      ask: requests.ask,
      send,
      close: (code, reason) => closeLink(session, code, reason),
    },
    db: serverOf(services, agent.company_id),
    agent,
    process: processOf(services),
    socket,
    log,
    requests,
    late: linkDelay(),
    configured: new Set(),
    everConfigured: new Set(),
    foreign: new Set(),
    replaced: false,
    accepted: false,
    work: Promise.resolve(),
  }
  return session
}

async function closeLink(session: LinkSession, code: number, reason: string): Promise<void> {
  const { socket } = session
  session.replaced ||= code === linkClose.replaced
  if (socket.readyState !== socket.CLOSED) {
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const deadline = setTimeout(() => socket.terminate(), 1000)
    socket.close(code, reason)
    await closed
    clearTimeout(deadline)
  }
  await session.work
}

/** Sends the configuration now and again whenever it has changed; the returned function ends that. */
function followConfig(session: LinkSession): () => void {
  const { hub, link } = session
  let timer: NodeJS.Timeout | undefined
  let sent = ''
  const sendConfig = async () => {
    const config = await configOf(session.db, session.agent.site_id)
    const text = JSON.stringify(config)
    if (text === sent) return
    session.configured = new Set(config.devices.map((device) => device.device_id))
    for (const id of session.configured) {
      if (!session.everConfigured.has(id)) hub.take(link, { type: 'begin', deviceId: id })
      session.everConfigured.add(id)
    }
    sent = text
    link.send({ msg: 'config', rev: Date.now(), ...config })
  }
  queue(session, sendConfig)
  queue(session, async () => {
    // A load captured while the link was down would stay red and shut, and be offered once more.
    for (const last of await lastCaptures(session.db, session.agent.site_id))
      link.send({ msg: 'captured', ...last })
  })
  const leave = session.db.services.live.listen(session.agent.company_id, {
    hear({ entity }) {
      if (!CONFIG_ENTITIES.includes(entity)) return
      clearTimeout(timer)
      timer = setTimeout(() => queue(session, sendConfig), CONFIG_DELAY_MS)
    },
  })
  return () => {
    clearTimeout(timer)
    leave()
  }
}

function take(session: LinkSession, data: RawData): void {
  const { socket } = session
  const message = readMessage(data)
  if (!message) return socket.close(1008, 'unknown message')
  switch (message.msg) {
    case 'hello':
      if (isOutdated(message.version))
        return socket.close(linkClose.outdated, 'Обновите программу на весах')
      return handshake(session, message)
    case 'weight':
      return takeReading(session, message)
    case 'plate':
      return takePlate(session, message.device_id, message.reading)
    case 'relay':
      return takeRelays(session, message.device_id, message.state)
    case 'line':
      return takeLine(session, message)
    case 'state':
      // Behind the configuration, which tells what is its own.
      return queue(session, () => takeState(session, message))
    case 'res':
      return session.requests.answer(message)
    case 'evt':
      return queue(session, () => takeEvent(session, message))
    case 'config_ok':
      session.accepted = true
      return undefined
    case 'config_bad':
      return refuseConfig(session, message)
  }
}

function readMessage(data: RawData): AgentMessage | undefined {
  try {
    const parsed = agentMessage.safeParse(JSON.parse((data as Buffer).toString('utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Older than the previous minor release of the server. */
function isOutdated(version: string): boolean {
  const [major, minor] = version.split('.').map(Number)
  const [ours, oursMinor] = productMinor
  return major !== ours || !(minor! >= oursMinor - 1)
}

const [major, minor] = VERSION.split('.').map(Number)

/** Release of the whole product; agents may be one minor release behind it. */
const productMinor = [major!, minor!] as const

function refuseConfig(
  session: LinkSession,
  { device_id, message }: Extract<AgentMessage, { msg: 'config_bad' }>,
): void {
  session.log.warn({ agent: session.agent.id, device_id, message }, 'configuration refused')
  if (device_id !== null)
    queue(session, () => takeState(session, { device_id, status: 'offline', detail: message }))
}
