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

// The sum of a company is read at most once a minute: weighings store photos all day long.
const FRESH_MS = 60_000

interface FileSum {
  bytes: number
  readonly readAt: number
}

declare module '../../../services.ts' {
  interface ProcessState {
    fileSums?: Map<string, FileSum>
  }
}

/** Counts bytes that are about to be stored; refuses `file.quota` where they find no room. */
export async function takeRoom(db: Db, adding: number, room: Room): Promise<void> {
  const sums = sumsOf(db)
  const companySum = sums.get(db.companyId)
  const fresh = companySum && performance.now() - companySum.readAt < FRESH_MS
  const sum = fresh ? companySum : { bytes: await sumOfSizes(db), readAt: performance.now() }
  if (room === 'counted' && sum.bytes + adding > (await roomOf(db))) refuse('file.quota')
  sum.bytes += adding
  sums.set(db.companyId, sum)
}

function sumsOf({ services }: Db): Map<string, FileSum> {
  return (services.state.fileSums ??= new Map())
}
