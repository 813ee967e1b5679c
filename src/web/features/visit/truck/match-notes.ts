import type { Episode } from '#contract/visit/episode.ts'
import type { NoteRecord } from '#web/offline/outbox-store.ts'

/** screens.md 13.4: a note belongs to a load that was on the scale at most this long before or after it. */
const NEAR_MS = 5 * 60_000

type EpisodeSpan = Pick<Episode, 'id' | 'post' | 'started_at' | 'ended_at'>

/** For each load the note nearest to it in time at its own post; neither is used twice, the nearest pairs come first. */
export function matchNotes(loads: EpisodeSpan[], notes: NoteRecord[]): Map<string, NoteRecord> {
  const pairs = loads
    .flatMap((load) => notes.map((note) => ({ load, note, apart: msApart(load, note) })))
    .filter(({ load, note, apart: ms }) => load.post === note.body.post && ms <= NEAR_MS)
    .toSorted((a, b) => a.apart - b.apart || a.note.no - b.note.no)
  const matched = new Map<string, NoteRecord>()
  const used = new Set<number>()
  for (const { load, note } of pairs) {
    if (matched.has(load.id) || used.has(note.no)) continue
    matched.set(load.id, note)
    used.add(note.no)
  }
  return matched
}

/** Milliseconds between a note and the time when the load was on the scale; 0 = it was written during that time. */
function msApart({ started_at, ended_at }: EpisodeSpan, { at }: NoteRecord): number {
  const said = Date.parse(at)
  const from = Date.parse(started_at)
  const till = ended_at ? Date.parse(ended_at) : from
  return Math.max(0, from - said, said - till)
}
