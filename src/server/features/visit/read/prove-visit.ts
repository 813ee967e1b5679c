import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { CallInput } from '#contract/core/call.ts'
import type { StoredReading } from '#contract/device/reading.ts'
import type { visitCalls } from '#contract/visit/visit.ts'
import type { WeighingProof } from '#contract/visit/visit-entities.ts'
import { refuse } from '#http/refusal.ts'
import type { Damage } from '../../../damage/damaged-record.ts'
import { reportDamage } from '../../../damage/report-damage.ts'
import type { Db } from '../../../db/handle.ts'
import { isMissing } from '../../../storage/file-store.ts'
import { photosById } from '../../file/photo-queries.ts'
import { checkSignature } from '../capture/reading-signature.ts'
import { picturesToProve, visitExists, weighingsToProve } from './proof-queries.ts'

type Row = Awaited<ReturnType<typeof weighingsToProve>>[number]
type Pictures = ReadonlyMap<string, WeighingProof['photos'][number]>

/**
 * transactions/getProof: each weighing is held against what was stored with it (domain.md 14). The signature is made again
 * by the scale's key, the hash of each picture is made again of its bytes.
 */
export async function proveVisit(
  db: Db,
  { query }: CallInput<typeof visitCalls.getProof>,
): Promise<WeighingProof[]> {
  if (!(await visitExists(db, query.id))) refuse('common.not-found')
  return proveWeighings(db, query.id)
}

/** Every weighing of a visit of the company, cancelled ones too. */
export async function proveWeighings(db: Db, visitId: string): Promise<WeighingProof[]> {
  const rows = await weighingsToProve(db, visitId)
  const pictures = await provePictures(
    db,
    rows.flatMap(({ photos }) => photos),
  )
  return Promise.all(rows.map((row) => proofOf(db, row, pictures)))
}

async function proofOf(db: Db, row: Row, pictures: Pictures): Promise<WeighingProof> {
  const { device_id: _device, agent_key: _key, reading, photos, ...weighing } = row
  return {
    ...weighing,
    kind: weighing.kind as WeighingProof['kind'],
    source: weighing.source as WeighingProof['source'],
    plate_by: weighing.plate_by as WeighingProof['plate_by'],
    reading: reading === null ? null : await proveReading(db, row, reading),
    photos: photos.flatMap((id) => pictures.get(id) ?? []),
  }
}

async function proveReading(
  db: Db,
  { device_id, agent_key, weight_g: recorded_g }: Row,
  reading: StoredReading,
): Promise<WeighingProof['reading']> {
  const { weight_g, stable, zero, ts, seq, episode_id, raw } = reading
  const scale = device_id === null ? undefined : { id: device_id, agent_key }
  const made = await checkSignature(db, scale, reading)
  const isRecorded = weight_g === recorded_g && reading.device_id === device_id
  return {
    weight_g,
    stable,
    zero,
    ts,
    seq,
    episode_id,
    raw,
    alibi: reading.alibi ?? null,
    doubt_ms: reading.doubt_ms ?? null,
    signature: made === 'fits' && !isRecorded ? 'broken' : made,
    covers: reading.agent_id === undefined ? 'weight' : 'all',
  }
}

async function provePictures(db: Db, ids: readonly string[]): Promise<Pictures> {
  const views = await photosById(db, ids)
  const proven = new Map<string, WeighingProof['photos'][number]>()
  // One after the other: a proof may wait, and the disk is the weighings'.
  for (const { id, sha256, storage_key, deleted_at, is_given } of await picturesToProve(db, ids)) {
    const hash = deleted_at === null ? await hashOfStored(db, storage_key) : undefined
    const state = hash === undefined ? 'gone' : hash.equals(sha256) ? 'whole' : 'changed'
    if (deleted_at === null && state !== 'whole') await reportDamage(db, damageOf(id, sha256, hash))
    const { view = 'Фото', given = is_given } = views.get(id) ?? {}
    proven.set(id, { file_id: id, view, sha256: sha256.toString('hex'), state, given })
  }
  return proven
}

function damageOf(id: string, recorded: Buffer, found: Buffer | undefined): Damage {
  const damage = { entity: 'file', id, part: 'file', recorded: recorded.toString('hex') } as const
  return { ...damage, ...(found && { found: found.toString('hex') }) }
}

/** Undefined where the disk has no such file. */
async function hashOfStored(db: Db, key: string): Promise<Buffer | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline((await db.services.files.open(key)).body, hash)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  return hash.digest()
}
