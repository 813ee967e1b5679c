import type { PlateReading, Reading, StoredReading } from '#contract/device/reading.ts'
import { isNoRoom, isStoreAway } from '#http/no-room.ts'
import { Refusal } from '#http/refusal.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { RaisedMark } from '../../../flags.ts'
import { findEarlierCopy, idempotencyKeyOf, type IdempotencyKey } from '../../../idempotency.ts'
import type { Scale } from '../../device/setup/device-queries.ts'
import { weighEpisode, type OfflineEpisode } from '../../device/loads/episode-queries.ts'
import { zeroBefore } from '../../device/loads/zero-queries.ts'
import { hubOf } from '../../device/link/hub.ts'
import { settingsOfSession } from '../../company/settings.ts'
import { storeFiles, storing } from '../../file/storage/store-file.ts'
import type { StoredFile } from '../../file/storage/stored-file.ts'
import type { CleanFile } from '../../file/pictures/picture.ts'
import { insertWeighing } from '../visit-queries.ts'
import { noteAppearance } from './capture-queries.ts'
import { assertGivenPhotos, markSamePhoto } from './given-photos.ts'
import { assertLoad, assertZero, validateReading, type ValidReading } from './validate-reading.ts'
import { expectedPhotos, seenPlate, takePhotos, type YardPhoto } from './take-photos.ts'
import { sightingFlags, captureFlags } from './capture-flags.ts'

export interface CaptureInput {
  readonly client_id?: string | undefined
  readonly reading: Reading
  readonly post?: number | undefined
  readonly plate_reading?: PlateReading | null | undefined
  readonly photos?: readonly string[] | undefined
}

/** A validated load with its pictures, inside the transaction that stores it as a weighing. */
export interface CheckedCapture {
  readonly tx: Tx
  readonly scale: Scale
  /** When the load was on the scale, for a load seen without a link; undefined = now. */
  readonly seenAt: string | undefined
  /** What the load weighs, by our own copy of the reading. */
  readonly weight_g: number
  /** Adds the weighing with its photos; answers its id and the marks of this capture. */
  readonly record: (weighing: {
    visitId: string | null
    kind: 'in' | 'mid' | 'out' | 'tare'
    plate: string | null
    stamp?: IdempotencyKey
  }) => Promise<{
    weighingId: string
    flags: RaisedMark[]
  }>
}

/**
 * The row that an earlier copy of this capture made: read before any check, since a repeated reading is
 * old by then.
 */
export async function capturedBefore(
  db: Db,
  captured: CaptureInput,
  table: 'visit' | 'weighing' | 'stored_tare',
): Promise<string | undefined> {
  const stamp = idempotencyKeyOf(captured)
  return stamp.client_id === null
    ? undefined
    : inTransaction(db, (tx) => findEarlierCopy(tx, table, stamp))
}

/**
 * Validates the reading, takes pictures, runs the command in one transaction, and notifies the agent after the commit.
 */
export async function capturing<T>(
  db: Db,
  captured: CaptureInput,
  work: (capture: CheckedCapture) => Promise<T>,
): Promise<T> {
  const { max_age_ms } = settingsOfSession(db).modules_cfg.weight!
  const valid = await validateReading(db, captured.reading, captured.post, max_age_ms)
  const { reading, offline } = valid
  const { device_id } = reading
  // The vehicle on the scale now is not the vehicle that was seen without a link.
  const [pictures, seen] = offline
    ? [[], plateOf(offline)]
    : await Promise.all([takePhotos(db, device_id), seenPlate(db, device_id)])
  // What no camera of ours saw is the operator's word, and stays marked as such.
  const plate = seen
    ? ({ plate_by: 'camera', read: seen } as const)
    : ({ plate_by: 'operator', read: captured.plate_reading } as const)
  return storingIfRoom(
    db,
    pictures.map(({ file }) => file),
    (stored) =>
      inTransaction(db, async (tx) => {
        const scale = await assertLoad(tx, reading, offline !== undefined)
        const zero_g = await zeroBefore(tx, scale.id, reading.ts)
        // What is over cannot be weighed again: it is marked, and only that.
        if (!offline) assertZero(db, scale, zero_g)
        const result = await work({
          tx,
          scale,
          seenAt: offline && reading.ts,
          weight_g: reading.weight_g!,
          record: (weighing) =>
            recordWeighing(tx, scale, {
              ...weighing,
              ...valid,
              zero_g,
              given: captured.photos ?? [],
              seen: plate,
              stored,
              pictures,
            }),
        })
        tx.onCommit.push(() => announce(tx, scale, reading))
        return result
      }),
  )
}

/** What the agent's own camera made of the load; undefined when it saw no plate. */
function plateOf({ plate, plate_confidence_bp, started_at }: OfflineEpisode) {
  if (plate === null) return undefined
  const confidence_bp = plate_confidence_bp ?? 0
  return { plate, raw: plate, confidence_bp, ts: started_at, candidates: [] }
}

/** A full store, a full disk, or a store that does not answer costs the pictures, never the weighing (domain.md 6.2). */
async function storingIfRoom<T>(
  db: Db,
  files: readonly CleanFile[],
  work: (stored: StoredFile[]) => Promise<T>,
): Promise<T> {
  try {
    return await storing(db, files, work)
  } catch (error) {
    const isFull = error instanceof Refusal && error.code === 'file.quota'
    if (isFull || isNoRoom(error) || isStoreAway(error)) return work([])
    throw error
  }
}

interface RecordedWeighing extends ValidReading {
  visitId: string | null
  kind: 'in' | 'mid' | 'out' | 'tare'
  plate: string | null
  stamp?: IdempotencyKey
  zero_g: number | null
  /** Pictures that the operator brought. */
  given: readonly string[]
  seen: { plate_by: 'camera' | 'operator'; read: PlateReading | null | undefined }
  stored: readonly StoredFile[]
  pictures: readonly YardPhoto[]
}

async function recordWeighing(
  tx: Tx,
  scale: Scale,
  recorded: RecordedWeighing,
): Promise<{ weighingId: string; flags: RaisedMark[] }> {
  const { reading, offline, given, seen, zero_g } = recorded
  const weighingId = uuidv7()
  // Pictures of a load without a link may still be on their way; their ids are known already.
  const own = [...(offline?.photos ?? [])]
  const owner = recorded.visitId
    ? ({ entity: 'transaction', entityId: recorded.visitId } as const)
    : {}
  const taken = recorded.stored.map((stored, i) => {
    const { kind, camera, post, taken_at } = recorded.pictures[i]!
    return { stored, facts: { kind, ...owner, params: { camera, post, taken_at } } }
  })
  own.push(...(await storeFiles(tx, taken)))
  await assertGivenPhotos(tx, given, recorded.visitId)
  await insertWeighing(tx, {
    id: weighingId,
    visit_id: recorded.visitId,
    kind: recorded.kind,
    weight_g: reading.weight_g!,
    source: 'scale',
    device_id: scale.id,
    reading,
    seq: reading.seq,
    episode_id: reading.episode_id,
    zero_before_g: zero_g,
    plate_read: seen.read?.plate ?? null,
    plate_confidence_bp: seen.read?.confidence_bp ?? null,
    plate_by: seen.read?.plate ? seen.plate_by : null,
    photos: [...given, ...own],
    ...(offline && { offline: true, taken_at: reading.ts }),
    ...recorded.stamp,
  }).catch((error: unknown) =>
    onConstraint(error, {
      weighing_same_load: 'weighing.same-load',
      weighing_seq_used: 'weighing.stale-reading',
    }),
  )
  const sameLooks: number[] = []
  for (const { device_id, look } of recorded.pictures)
    if (look) sameLooks.push(await noteAppearance(tx, device_id, look))
  await weighEpisode(tx, scale.id, reading.episode_id!, weighingId)
  const facts = {
    reading,
    scale,
    plate: recorded.plate,
    plateReading: seen.read,
    photos: own.length,
    minPhotos: await expectedPhotos(tx, scale.post_id),
    offline: offline !== undefined,
    sameLooks: Math.max(0, ...sameLooks),
    zero_g,
    peak_g:
      hubOf(tx.services).memory(scale.id).settledPeak(reading.episode_id!) ?? reading.weight_g!,
  }
  const { visitId, plate } = recorded
  const same = visitId ? await markSamePhoto(tx, given, visitId) : []
  const around = visitId ? await sightingFlags(tx, scale, { weighingId, visitId, plate }) : []
  return { weighingId, flags: [...captureFlags(facts), ...same, ...around] }
}

/** The agent closes the load's episode, so that it cannot be offered again. */
function announce(db: Db, scale: Scale, reading: StoredReading): void {
  hubOf(db.services).linkOf(db.companyId, scale.site_id)?.send({
    msg: 'captured',
    device_id: scale.id,
    episode_id: reading.episode_id,
    seq: reading.seq,
  })
}
