import pg from 'pg'
import { entities, type Entity } from '#contract/entities.ts'
import { LIVE_CHANNEL, RIGHTS_CHANNEL } from '../db/trail.ts'

/** A committed change as open screens hear it: what and which, never the content. */
export interface LiveChange {
  readonly companyId: string
  readonly entity: Entity
  /** null = many at once. */
  readonly id: string | null
}

/** Stands for every company: what a supervisor's screens hear. */
export const ALL_COMPANIES = '*'

export interface LiveChanges {
  /** Hears the changes of one company, or of all, until the returned function is called. */
  listen(companyId: string, hear: (change: LiveChange) => void): () => void
  /** What has changed in the last milliseconds; everything, when nobody listened to all of them. */
  changed(companyId: string, ms: number): readonly Entity[]
  stop(): Promise<void>
}

export interface RightsChange {
  readonly userId?: string
  readonly companyId?: string
}

interface Settings {
  databaseUrl: string
  onRights(change: RightsChange): void
  /** False while no connection listens: nothing may be believed from memory then. */
  onConnected(connected: boolean): void
  /** Pause between two proofs that the line still carries something. */
  heartbeatMs?: number
}

const RETRY_MS = 1000
// A line that only listens never notices a database that stands still or a cable that is out: it has to be asked.
const HEARTBEAT_MS = 10_000
const ANSWER_MS = 5000

/** One connection that listens for committed changes and hands them to the screens of this process. */
export async function openLiveChanges(settings: Settings): Promise<LiveChanges> {
  const listeners = new Map<string, Set<(change: LiveChange) => void>>()
  const memory = rememberChanges()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let stopped = false

  const connect = async () => {
    const next = listenerOf(settings)
    let isOver = false
    const lost = () => {
      if (isOver) return
      isOver = true
      clearInterval(heartbeat)
      if (client === next) client = undefined
      next.removeAllListeners()
      next.on('error', () => undefined)
      void next.end().catch(() => undefined)
      settings.onConnected(false)
      if (!stopped) timer = setTimeout(() => void connect().catch(() => undefined), RETRY_MS)
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', (note) => hear(note.channel, note.payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${LIVE_CHANNEL}; listen ${RIGHTS_CHANNEL}`)
    } catch (error) {
      lost()
      throw error
    }
    client = next
    const prove = () => void next.query('select 1').catch(() => !stopped && lost())
    heartbeat = setInterval(prove, settings.heartbeatMs ?? HEARTBEAT_MS).unref()
    memory.begin()
    // What was committed while nobody listened is not known, so everything is old.
    for (const companyId of listeners.keys())
      for (const entity of entities) tell(companyId, { companyId, entity, id: null })
    settings.onConnected(true)
  }

  const hear = (channel: string, payload: string) => {
    if (channel === RIGHTS_CHANNEL) return settings.onRights(JSON.parse(payload) as RightsChange)
    const { c, e, i } = JSON.parse(payload) as { c: string; e: Entity; i: string | null }
    for (const whose of [c, ALL_COMPANIES]) {
      memory.add(whose, e)
      tell(whose, { companyId: c, entity: e, id: i })
    }
  }

  const tell = (whose: string, change: LiveChange) => {
    for (const listener of listeners.get(whose) ?? []) listener(change)
  }

  await connect()
  return {
    listen(companyId, listener) {
      const set = listeners.get(companyId) ?? new Set()
      listeners.set(companyId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0) listeners.delete(companyId)
      }
    },
    changed: memory.changed,
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearInterval(heartbeat)
      client?.removeAllListeners()
      await client?.end()
    },
  }
}

function listenerOf({ databaseUrl }: Settings): pg.Client {
  return new pg.Client({
    connectionString: databaseUrl,
    application_name: 'priyomka-live',
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
}

/** When each entity of a company changed last, since this process listens to all changes. */
function rememberChanges() {
  const heard = new Map<string, Map<Entity, number>>()
  let listening = Infinity
  return {
    begin: () => void (listening = performance.now()),
    add(companyId: string, entity: Entity) {
      const own = heard.get(companyId) ?? new Map<Entity, number>()
      heard.set(companyId, own.set(entity, performance.now()))
    },
    changed(companyId: string, ms: number): readonly Entity[] {
      const since = performance.now() - ms
      if (since < listening) return entities
      const own = [...(heard.get(companyId) ?? [])]
      return own.filter(([, at]) => at >= since).map(([entity]) => entity)
    },
  }
}
