import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { AgentMessage } from '#contract/device/agent-link.ts'
import type { PlateReading } from '#contract/device/reading.ts'
import type { RelayState } from '#contract/device/relay.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { holdAgent, leaveAgent, setAgentStatus, type KnownAgent } from './agent-queries.ts'
import { setDeviceStatus } from '../setup/device-queries.ts'
import type { AgentLink, Hub } from './open-hub.ts'
import type { LinkRequests } from './link-requests.ts'

/** One open socket of one agent, with the devices that it may report. */
export interface LinkSession {
  readonly hub: Hub
  /** What this session offers to other parts of the server. */
  readonly link: AgentLink
  readonly db: Db
  readonly agent: KnownAgent
  /** Id of this process, by which the agent's row says who holds its socket. */
  readonly process: string
  readonly socket: WebSocket
  readonly log: FastifyBaseLogger
  readonly requests: LinkRequests
  /** How long a message with its time waited on its way. */
  readonly late: (sentAt: number | undefined) => number
  /** Devices of the configuration that was sent last. */
  configured: Set<string>
  /** Devices of any configuration of this link: a late message about a removed device is no offence. */
  readonly everConfigured: Set<string>
  /** Devices of others that its events named. */
  readonly foreign: Set<string>
  /** The same agent has another socket now, whose words count. */
  replaced: boolean
  /** The agent runs a configuration of this link; until then it may report devices of an older one. */
  accepted: boolean
  /** Database work of this link, one after another. */
  work: Promise<void>
}

/** Runs after what was queued before; a failure is logged and ends the socket, so that the agent starts over. */
export function queue(session: LinkSession, work: () => Promise<void> | void): void {
  session.work = session.work.then(work).catch((error: unknown) => {
    session.log.error({ err: error, agent: session.agent.id }, 'agent link failed')
    session.socket.terminate()
  })
}

// Only an empty line helps against a backlog like this.
const HELD_BACK_MS = 5000

type Weight = Extract<AgentMessage, { msg: 'weight' }>

/** A weight that the connection delayed is not a present weight; a connection that delays for long is opened again. */
export function takeReading(session: LinkSession, { reading, sent_at }: Weight): void {
  const { hub, link, configured } = session
  if (!configured.has(reading.device_id)) return assertOwnDevice(session, reading.device_id)
  const lateMs = session.late(sent_at)
  if (lateMs > HELD_BACK_MS) return session.socket.terminate()
  return hub.take(link, { type: 'weight', deviceId: reading.device_id, reading, lateMs })
}

export function takePlate(session: LinkSession, deviceId: string, reading: PlateReading): void {
  if (session.configured.has(deviceId))
    session.hub.take(session.link, { type: 'plate', deviceId, reading })
  else assertOwnDevice(session, deviceId)
}

type Line = Extract<AgentMessage, { msg: 'line' }>

export function takeLine(
  session: LinkSession,
  { device_id: deviceId, bad_frames_hour, frames_per_second }: Line,
): void {
  const line = { bad_frames_hour, frames_per_second }
  if (session.configured.has(deviceId))
    session.hub.take(session.link, { type: 'line', deviceId, line })
  else assertOwnDevice(session, deviceId)
}

/** Open screens are notified as of a change of the device; only the agent's events are stored. */
export function takeRelays(session: LinkSession, deviceId: string, state: RelayState): void {
  if (!session.configured.has(deviceId)) return assertOwnDevice(session, deviceId)
  return session.hub.take(session.link, { type: 'relay', deviceId, state })
}

export function takeState(
  session: LinkSession,
  said: { device_id: string; status: 'online' | 'offline'; detail: string },
): void {
  const { device_id, status, detail } = said
  if (!session.configured.has(device_id)) return assertOwnDevice(session, device_id)
  const state = { status, detail, seenAt: new Date().toISOString() }
  session.hub.take(session.link, { type: 'state', deviceId: device_id, state })
  return queue(session, () => inTransaction(session.db, (tx) => writeState(tx, device_id, status)))
}

export function handshake(
  session: LinkSession,
  hello: Extract<AgentMessage, { msg: 'hello' }>,
): void {
  const { db, agent, process } = session
  const { dropped = { events: 0, photos: 0 } } = hello
  queue(session, () =>
    inTransaction(db, async (tx) => {
      const after = dropped.events + dropped.photos > 0 ? { dropped } : null
      await holdAgent(tx, agent.id, process)
      if (await setAgentStatus(tx, agent.id, 'online', hello.version))
        addAuditEvent(tx, { action: 'agent.online', entity: 'agent', id: agent.id, after })
    }),
  )
  // Queued behind the configuration, which tells what is its own.
  for (const device of hello.devices) queue(session, () => takeState(session, device))
}

/** The link is gone: screens have seen it, now it is written down, unless another process has the agent by now. */
export function loseLink({ agent, db, configured, process }: LinkSession): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await leaveAgent(tx, agent.id, process))) return
    for (const id of configured) await writeState(tx, id, 'offline')
    if (await setAgentStatus(tx, agent.id, 'offline'))
      addAuditEvent(tx, { action: 'agent.offline', entity: 'agent', id: agent.id })
  })
}

async function writeState(tx: Tx, id: string, status: 'online' | 'offline'): Promise<void> {
  if (await setDeviceStatus(tx, id, status))
    addAuditEvent(tx, { action: `device.${status}`, entity: 'device', id, after: { status } })
}

/** A device that never belonged to this site: the socket ends, and the attempt is recorded in the company's audit. */
function assertOwnDevice(session: LinkSession, deviceId: string): void {
  const { agent, db, everConfigured, socket } = session
  if (everConfigured.has(deviceId) || !session.accepted || socket.readyState !== socket.OPEN) return
  socket.close(1008, 'foreign device')
  queue(session, () =>
    inTransaction(db, async (tx) =>
      addAuditEvent(tx, {
        action: 'agent.foreign-device',
        entity: 'agent',
        id: agent.id,
        after: { device_id: deviceId },
      }),
    ),
  )
}
