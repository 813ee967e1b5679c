/** One load on one scale as it truly was; tests compare the product with it. */
export interface LoadRecord {
  load: number
  post: number
  kind: 'vehicle' | 'goods'
  plate: string | null
  trailer_plate: string | null
  /** The last mass of the load; `masses` has every step when products were added or taken. */
  true_g: number
  rounded_g: number
  masses: { at: string; true_g: number; rounded_g: number }[]
  on_at: string
  /** First moment at which the indicator was stable on the last mass. */
  settled_at: string | null
  off_at: string | null
  faults: string[]
}

/** What else happened: passes of zero, zero commands, faults set and cut. */
export interface YardEvent {
  at: string
  post: number | null
  type: 'zero-pass' | 'zero' | 'fault-on' | 'fault-off' | 'residue' | 'scenario'
  detail: string
}

export interface Journal {
  loads: LoadRecord[]
  events: YardEvent[]
  openLoad(record: Omit<LoadRecord, 'load' | 'masses' | 'settled_at' | 'off_at'>): LoadRecord
  note(event: Omit<YardEvent, 'at'>): void
  clear(): void
}

/** A full day is 120 vehicles; the oldest records go first beyond this. */
const MOST_RECORDS = 10_000

/**
 * Times are the wall's, in UTC, because the agent and the server stamp with the wall's time too.
 */
export function createJournal(): Journal {
  let last = 0
  const journal: Journal = {
    loads: [],
    events: [],
    openLoad(record) {
      const { on_at: at, true_g, rounded_g } = record
      const load: LoadRecord = {
        load: ++last,
        ...record,
        masses: [{ at, true_g, rounded_g }],
        settled_at: null,
        off_at: null,
      }
      journal.loads.push(load)
      if (journal.loads.length > MOST_RECORDS) journal.loads.shift()
      return load
    },
    note(event) {
      journal.events.push({ at: new Date().toISOString(), ...event })
      if (journal.events.length > MOST_RECORDS) journal.events.shift()
    },
    clear() {
      journal.loads.length = 0
      journal.events.length = 0
    },
  }
  return journal
}
