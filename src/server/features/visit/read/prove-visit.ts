import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { CallInput } from '#contract/core/call.ts'
import type { Reading } from '#contract/device/reading.ts'
import type { visitCalls } from '#contract/visit/visit.ts'
import type { WeighingProof } from '#contract/visit/visit-entities.ts'
import { refuse } from '#http/refusal.ts'
import type { Damage } from '../../../damage/damaged-record.ts'
import { reportDamage } from '../../../damage/report-damage.ts'
import type { Db } from '../../../db/handle.ts'
import { isMissing } from '../../../storage/file-store.ts'
import { photosById } from '../../file/photo-queries.ts'
import { signatureFits } from '../capture/validate-reading.ts'
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
  return rows.map((row) => proofOf(db, row, pictures))
}

function proofOf(db: Db, row: Row, pictures: Pictures): WeighingProof {
  const { device_id: _device, agent_key: _key, reading, photos, ...weighing } = row
  return {
    ...weighing,
    kind: weighing.kind as WeighingProof['kind'],
    source: weighing.source as WeighingProof['source'],
    reading: reading === null ? null : proveReading(db, row, reading),
    photos: photos.flatMap((id) => pictures.get(id) ?? []),
  }
}

function proveReading(
  db: Db,
  { device_id, agent_key, weight_g: recorded_g }: Row,
  reading: Reading,
): WeighingProof['reading'] {
  const { weight_g, stable, zero, ts, seq, episode_id, raw } = reading
  const scale = device_id !== null && agent_key && { id: device_id, agent_key }
  const isSound = scale && weight_g === recorded_g && signatureFits(db, scale, reading)
  const signature = scale ? (isSound ? 'fits' : 'broken') : 'no_key'
  return { weight_g, stable, zero, ts, seq, episode_id, raw, signature }
}

async function provePictures(db: Db, ids: readonly string[]): Promise<Pictures> {
  const views = await photosById(db, ids)
  const proven = new Map<string, WeighingProof['photos'][number]>()
  // One after the other: a proof may wait, and the disk is the weighings'.
  for (const { id, sha256, storage_key, deleted_at } of await picturesToProve(db, ids)) {
    const hash = deleted_at === null ? await hashOfStored(db, storage_key) : undefined
    const state = hash === undefined ? 'gone' : hash.equals(sha256) ? 'whole' : 'changed'
    if (deleted_at === null && state !== 'whole') await reportDamage(db, damageOf(id, sha256, hash))
    const view = views.get(id)?.view ?? 'Фото'
    proven.set(id, { file_id: id, view, sha256: sha256.toString('hex'), state })
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
