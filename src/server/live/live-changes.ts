import { entities, type Entity } from '#contract/core/entities.ts'
import { keepListening } from '../db/connection/keep-listening.ts'
import { LIVE_CHANNEL, RIGHTS_CHANNEL } from '../db/channels.ts'

/** A committed change as open screens hear it: what and which, never the content. */
export interface LiveChange {
  readonly companyId: string
  readonly entity: Entity
  /** null = many at once. */
  readonly id: string | null
}

/** How long ago it was heard of, whole ms: its commit is at least as old. */
export interface PastChange {
  readonly entity: Entity
  readonly ago_ms: number
}

/** Means every company: what the screens of a supervisor receive. */
export const ALL_COMPANIES = '*'

export interface LiveListener {
  hear(change: LiveChange): void
  /** The source is lost: nothing comes until it is found again, and then everything counts as changed. */
  lost?(): void
  /** Rights of a person or of a company changed; sessions are forgotten already. */
  rights?(change: RightsChange): void
}

export interface LiveChanges {
  /** Hears the changes of one company, or of all, until the returned function is called. */
  listen(companyId: string, listener: LiveListener): () => void
  /** False while no change can be received: a new listener would miss what is committed. */
  readonly connected: boolean
  /** What changed in the last milliseconds; everything, and now, when the connection was down for part of them. */
  changed(companyId: string, ms: number): readonly PastChange[]
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
  /** For the connection and each answer on it. */
  answerMs?: number
}

/** One connection that listens for committed changes and passes them to the screens of this process. */
export async function openLiveChanges(settings: Settings): Promise<LiveChanges> {
  const listeners = openListeners()
  const memory = rememberChanges()
  const listening = await keepListening({
    ...settings,
    name: 'priyomka-live',
    channels: [LIVE_CHANNEL, RIGHTS_CHANNEL],
    hear(channel, payload) {
      if (channel === LIVE_CHANNEL) return hear(payload)
      const change = JSON.parse(payload) as RightsChange
      settings.onRights(change)
      for (const listener of listeners.all()) listener.rights?.(change)
    },
    onConnected(connected) {
      settings.onConnected(connected)
      if (!connected) for (const listener of listeners.all()) listener.lost?.()
      else begin()
    },
  })

  function hear(payload: string): void {
    const { c, e, i } = JSON.parse(payload) as { c: string; e: Entity; i: string | null }
    for (const whose of [c, ALL_COMPANIES]) {
      memory.add(whose, e)
      listeners.tell(whose, { companyId: c, entity: e, id: i })
    }
  }

  // What was committed while the connection was down is not known, so everything counts as changed.
  function begin(): void {
    memory.begin()
    for (const companyId of listeners.companies())
      for (const entity of entities) listeners.tell(companyId, { companyId, entity, id: null })
  }

  return {
    listen: listeners.add,
    get connected() {
      return listening.connected
    },
    changed: memory.changed,
    stop: listening.stop,
  }
}

function openListeners() {
  const listeners = new Map<string, Set<LiveListener>>()
  return {
    companies: () => [...listeners.keys()],
    all: () => [...listeners.values()].flatMap((set) => [...set]),
    tell(whose: string, change: LiveChange): void {
      for (const listener of listeners.get(whose) ?? []) listener.hear(change)
    },
    add(companyId: string, listener: LiveListener): () => void {
      const set = listeners.get(companyId) ?? new Set()
      listeners.set(companyId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0) listeners.delete(companyId)
      }
    },
  }
}

/** When each entity of a company changed last, since this process listens to all changes. */
function rememberChanges() {
  const lastChanges = new Map<string, Map<Entity, number>>()
  let listening = Infinity
  return {
    begin: () => void (listening = performance.now()),
    add(companyId: string, entity: Entity) {
      const own = lastChanges.get(companyId) ?? new Map<Entity, number>()
      lastChanges.set(companyId, own.set(entity, performance.now()))
    },
    changed(companyId: string, ms: number): readonly PastChange[] {
      const now = performance.now()
      if (now - ms < listening) return entities.map((entity) => ({ entity, ago_ms: 0 }))
      const own = [...(lastChanges.get(companyId) ?? [])]
      return own
        .filter(([, at]) => at >= now - ms)
        .map(([entity, at]) => ({ entity, ago_ms: Math.floor(now - at) }))
    },
  }
}
