import type { PlateReading, Reading } from '#contract/reading.ts'
import type { FlagCode } from '#contract/flags.ts'
import { isNoRoom } from '#http/no-room.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { onConstraint } from '../../db/constraints.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { repeated, stampOf, type Stamp } from '../../repeats.ts'
import type { Scale } from '../device/device-queries.ts'
import { weighEpisode, type OfflineEpisode } from '../device/episode-queries.ts'
import { hubOf } from '../device/hub.ts'
import { settingsOfSession } from '../device/read-post.ts'
import { keepFiles, storing, type StoredFile } from '../file/keep-file.ts'
import type { CleanFile } from '../file/picture.ts'
import { judgeLoad, judgeReading } from './judge-reading.ts'
import { expectedPhotos, seenPlate, takePhotos, type YardPhoto } from './take-photos.ts'
import { filesExist } from '../file/file-queries.ts'
import { insertWeighing } from './transaction-queries.ts'
import { captureFlags } from './visit-flags.ts'

export interface Captured {
  readonly client_id?: string | undefined
  readonly reading: Reading
  readonly post?: number | undefined
  readonly plate_reading?: PlateReading | null | undefined
  readonly photos?: readonly string[] | undefined
}

/** A judged load with its pictures, inside the transaction that will make a weighing of it. */
export interface Load {
  readonly tx: Tx
  readonly scale: Scale
  /** When the load stood there, for a load seen without a link; undefined = now. */
  readonly seenAt: string | undefined
  /** Adds the weighing with its photos; answers its id and the marks of this capture. */
  readonly keep: (weighing: {
    visitId: string | null
    kind: 'in' | 'mid' | 'out' | 'tare'
    plate: string | null
    stamp?: Stamp
  }) => Promise<{
    weighingId: string
    flags: FlagCode[]
  }>
}

/**
 * The row that an earlier copy of this capture made: asked before anything is judged, since a reading that came twice is
 * old by then.
 */
export async function capturedBefore(
  db: Db,
  captured: Captured,
  table: 'transaction' | 'weighing' | 'stored_tare',
): Promise<string | undefined> {
  const stamp = stampOf(captured)
  return stamp.client_id === null
    ? undefined
    : inTransaction(db, (tx) => repeated(tx, table, stamp))
}

/**
 * Judges the reading, takes pictures, then runs the verb in one transaction; the agent hears of it after the commit.
 */
export async function capturing<T>(
  db: Db,
  captured: Captured,
  work: (load: Load) => Promise<T>,
): Promise<T> {
  const { max_age_ms } = settingsOfSession(db).modules_cfg.weight!
  const offline = await judgeReading(db, captured.reading, captured.post, max_age_ms)
  const { device_id } = captured.reading
  // What stands on the scale now is another vehicle than the one that was seen without a link.
  const [pictures, seen] = offline
    ? [[], plateOf(offline)]
    : await Promise.all([takePhotos(db, device_id), seenPlate(db, device_id)])
  const plate_reading = seen ?? captured.plate_reading
  return storingIfRoom(
    db,
    pictures.map(({ file }) => file),
    (stored) =>
      inTransaction(db, async (tx) => {
        if (!(await filesExist(tx, captured.photos ?? []))) refuse('common.not-found')
        const scale = await judgeLoad(tx, captured.reading, offline !== undefined)
        const result = await work({
          tx,
          scale,
          seenAt: offline && captured.reading.ts,
          keep: (weighing) =>
            keep(tx, { ...captured, plate_reading }, scale, {
              ...weighing,
              stored,
              pictures,
              offline,
            }),
        })
        tx.onCommit.push(() => announce(tx, scale, captured.reading))
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

/** A full store, or a full disk, costs the pictures, never the weighing (domain.md 6.2). */
async function storingIfRoom<T>(
  db: Db,
  files: readonly CleanFile[],
  work: (stored: StoredFile[]) => Promise<T>,
): Promise<T> {
  try {
    return await storing(db, files, work)
  } catch (error) {
    const isFull = error instanceof Refusal ? error.code === 'file.quota' : isNoRoom(error)
    if (isFull) return work([])
    throw error
  }
}

interface Kept {
  visitId: string | null
  kind: 'in' | 'mid' | 'out' | 'tare'
  plate: string | null
  stamp?: Stamp
  stored: readonly StoredFile[]
  pictures: readonly YardPhoto[]
  offline: OfflineEpisode | undefined
}

async function keep(
  tx: Tx,
  captured: Captured,
  scale: Scale,
  kept: Kept,
): Promise<{ weighingId: string; flags: FlagCode[] }> {
  const { reading, plate_reading } = captured
  const weighingId = uuidv7()
  // Pictures of a load without a link may still be on their way; their ids are known already.
  const photos = [...(captured.photos ?? []), ...(kept.offline?.photos ?? [])]
  const owner = kept.visitId ? ({ entity: 'transaction', entityId: kept.visitId } as const) : {}
  const taken = kept.stored.map((stored, i) => {
    const { kind, camera, post, taken_at } = kept.pictures[i]!
    return { stored, facts: { kind, ...owner, params: { camera, post, taken_at } } }
  })
  photos.push(...(await keepFiles(tx, taken)))
  await insertWeighing(tx, {
    id: weighingId,
    transaction_id: kept.visitId,
    kind: kept.kind,
    weight_g: reading.weight_g!,
    source: 'scale',
    device_id: scale.id,
    reading,
    seq: reading.seq,
    episode_id: reading.episode_id,
    plate_read: plate_reading?.plate ?? null,
    plate_confidence_bp: plate_reading?.confidence_bp ?? null,
    photos,
    ...(kept.offline && { offline: true, taken_at: reading.ts }),
    ...kept.stamp,
  }).catch((error: unknown) =>
    onConstraint(error, {
      weighing_same_load: 'weighing.same-load',
      weighing_seq_used: 'weighing.stale-reading',
    }),
  )
  await weighEpisode(tx, scale.id, reading.episode_id!, weighingId)
  const facts = {
    reading,
    scale,
    plate: kept.plate,
    plateReading: plate_reading,
    photos: photos.length,
    minPhotos: await expectedPhotos(tx, scale.post_id),
    offline: kept.offline !== undefined,
  }
  return { weighingId, flags: captureFlags(facts) }
}

/** The agent closes the load's episode, so that it cannot be offered again. */
function announce(db: Db, scale: Scale, reading: Reading): void {
  hubOf(db.services).linkOf(db.companyId, scale.site_id)?.send({
    msg: 'captured',
    device_id: scale.id,
    episode_id: reading.episode_id,
    seq: reading.seq,
  })
}
