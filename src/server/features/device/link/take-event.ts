import { eventBodies, type EventBody, type EventType } from '#contract/device/agent-events.ts'
import type { AgentMessage } from '#contract/device/agent-link.ts'
import { inTransaction, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { noteDeparture, pictureDeparture } from '../loads/zero-departures.ts'
import { markBesideZero } from '../loads/zero-queries.ts'
import { insertEpisode, insertEvent, siteOfDevice } from './event-queries.ts'
import type { LinkSession } from './link-session.ts'

type Event = Extract<AgentMessage, { msg: 'evt' }>

/**
 * Stores what the agent's outbox sent, exactly once, and acknowledges it in any case: an event that can never be stored must
 * leave the outbox too, or it would block all behind it. A device of another company is refused and audited.
 */
export async function takeEvent(session: LinkSession, event: Event): Promise<void> {
  const { db, agent, log } = session
  const body = eventBodies[event.type].safeParse(event.body)
  const home = event.device_id === null || (await siteOfDevice(db, event.device_id)) !== undefined
  if (!body.success)
    log.warn({ agent: agent.id, event: event.event_id, type: event.type }, 'event not understood')
  else if (!home) await auditForeign(session, event.device_id!)
  else
    await inTransaction(db, async (tx) => {
      const { event_id, type, at, device_id } = event
      const row = { event_id, type, at, device_id, body: body.data }
      if (await insertEvent(tx, agent.id, row)) await apply(tx, event, body.data)
    })
  if (session.socket.readyState === session.socket.OPEN)
    session.socket.send(JSON.stringify({ msg: 'ack', event_ids: [event.event_id] }))
}

async function apply(
  tx: Tx,
  { type, device_id: deviceId, at }: Event,
  body: EventBody<EventType>,
): Promise<void> {
  if (deviceId === null) return
  if (type === 'zero') return noteZero(tx, deviceId, at, body as EventBody<'zero'>)
  if (type === 'photo') return pictureDeparture(tx, deviceId, body as EventBody<'photo'>)
  if (type !== 'episode') return
  const episode = body as EventBody<'episode'>
  // A weighed load is recorded in the journal as it is; only the others are reported.
  if (await insertEpisode(tx, deviceId, episode))
    addAuditEvent(tx, {
      action: 'weight.load',
      entity: 'device',
      id: deviceId,
      after: {
        episode_id: episode.episode_id,
        weight_g: episode.reading?.weight_g ?? null,
        peak_g: episode.peak_g,
        offline: episode.offline,
      },
    })
}

async function noteZero(
  tx: Tx,
  deviceId: string,
  at: string,
  { weight_g }: EventBody<'zero'>,
): Promise<void> {
  for (const id of await markBesideZero(tx, deviceId, { at, weight_g }))
    addAuditEvent(tx, {
      action: 'transaction.off-zero',
      entity: 'transaction',
      id,
      after: { weight_g },
    })
  await noteDeparture(tx, deviceId, { at, weight_g })
}

/** Once per link and device: an outbox full of events of one foreign device is one offence. */
async function auditForeign(session: LinkSession, deviceId: string): Promise<void> {
  const { agent, db, foreign } = session
  if (foreign.has(deviceId)) return
  foreign.add(deviceId)
  await inTransaction(db, async (tx) =>
    addAuditEvent(tx, {
      action: 'agent.foreign-device',
      entity: 'agent',
      id: agent.id,
      after: { device_id: deviceId },
    }),
  )
}
