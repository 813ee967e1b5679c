import type { Reading } from '#contract/device/reading.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import type { Capture } from '#web/offline/outbox-store.ts'

export type NextKind = 'capture_out' | 'capture_mid'

interface SeenEpisode {
  plate: string
  reading: Reading
  /** Of the plate, while it is on site. */
  visit: Pick<Visit, 'id' | 'version' | 'number'> | null
  /** The noted exit. */
  note: object | undefined
  comment: object
}

/**
 * A load of a vehicle is the entry of its visit, one of its unloads or the exit. The scale cannot distinguish the last two, and
 * an exit closes the visit, so the operator chooses unless a note says which; undefined = cancelled.
 */
export async function captureCommand(
  { plate, reading, visit, note, comment }: SeenEpisode,
  askWhich: (number: string) => Promise<NextKind | undefined>,
): Promise<Capture | undefined> {
  if (!visit) return { command: 'capture_in', carnumber: plate, reading, ...comment }
  const command = note ? 'capture_out' : await askWhich(visit.number)
  return command && { command, id: visit.id, version: visit.version, reading }
}
