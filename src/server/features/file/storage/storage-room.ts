import type { Entity } from '#contract/core/entities.ts'
import { evidenceKinds, type FileKind } from '#contract/file/file-entities.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import { settingsNow } from '../../company/settings.ts'
import { sumOfSizes } from './storage-queries.ts'

/** Whether a full store refuses the bytes; what proves money is stored in any case. */
export type Room = 'counted' | 'evidence'

/** Pages of an act or a weight act are evidence whatever they are called. */
export function roomFor(kind: FileKind, entity?: Entity): Room {
  const isPaper = entity === 'act' || entity === 'weight_act' || entity === 'payment'
  return isPaper || evidenceKinds.includes(kind) ? 'evidence' : 'counted'
}

const GB = 1024 ** 3

/** The storage of a company, in bytes. */
export async function roomOf(db: Db): Promise<number> {
  return (await settingsNow(db)).rules.storage_gb * GB
}

const MB = 1024 ** 2

/** Refuses a file that a person sends and that is larger than the company takes (`files.max_mb`). */
export async function assertUploadSize(db: Db, size: number): Promise<void> {
  const { max_mb } = (await settingsNow(db)).modules_cfg.files!
  if (size > max_mb * MB)
    refuse('file.too-large', { message: `Файл слишком велик: не больше ${max_mb} МБ` })
}

declare module '../../../services.ts' {
  interface ProcessState {
    /** Bytes that are being stored and have no row yet, by company. */
    arrivingBytes?: Map<string, number>
  }
}

/**
 * Counts bytes that are about to be stored until the returned function is called, when their rows are there or never will be; refuses
 * `file.quota` where they find no room.
 */
export async function takeRoom(db: Db, adding: number, room: Room): Promise<() => void> {
  const arriving = (db.services.state.arrivingBytes ??= new Map<string, number>())
  const count = (bytes: number) =>
    void arriving.set(db.companyId, (arriving.get(db.companyId) ?? 0) + bytes)
  // A full store refuses no evidence, so nothing is asked for it.
  if (room === 'counted') {
    const [stored, most] = [await sumOfSizes(db), await roomOf(db)]
    if (stored + (arriving.get(db.companyId) ?? 0) + adding > most) refuse('file.quota')
  }
  count(adding)
  return () => count(-adding)
}
