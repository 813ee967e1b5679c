import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { incomingDir } from '../../../../body/receive-file.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Services } from '../../../../services.ts'
import { hashOfStored, isMissing, type FileStore } from '../../../../storage/file-store.ts'
import { S3Refusal } from '../../../../storage/s3/s3-client.ts'
import { StoreAway } from '../../../../storage/store-away.ts'
import { keyOf, parseKey, type PlaceName } from '../../../../storage/storage-key.ts'
import * as queries from './move-queries.ts'

export interface MoveProgress {
  readonly moved: number
  readonly of: number
  readonly bytes: number
}

export interface MoveResult extends MoveProgress {
  /** Files that stay where they were, with the reason. */
  readonly failed: readonly { readonly id: string; readonly problem: string }[]
  /** Bytes of earlier, interrupted moves that were removed. */
  readonly leftovers: number
  readonly stopped: boolean
  /** Why no further file was tried: a store refused, was silent or was full. */
  readonly away: string | undefined
}

export interface MoveOrder {
  readonly to: PlaceName
  readonly stop?: AbortSignal
  readonly onProgress?: (progress: MoveProgress) => void
}

const WRONG_COPY =
  'в новом месте его байтов нет или они другие; прежние оставлены, из них его и читают'

/** Codes of a disk that takes nothing more. */
const DISK_CLOSED = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'])

/** Words for a store to which no file can be moved now; undefined for a matter of this file alone. */
function describeAway(error: unknown): string | undefined {
  if (error instanceof S3Refusal)
    return `хранилище отказало: ${error.status}${error.reason && ` ${error.reason}`}`
  if (error instanceof StoreAway) return 'хранилище не отвечает'
  const isClosed = error instanceof Error && 'code' in error && DISK_CLOSED.has(String(error.code))
  return isClosed ? 'на диске нет места или прав' : undefined
}

/** Enough to fill a line; each holds one file of the disk open. */
const AT_ONCE = 4

/**
 * Moves the bytes of every file to `to` while the server runs: copied, read again and compared with the hash of the row, then
 * the row names the new place, then the old bytes go. Killed at any point it loses nothing and goes on with the next run.
 * Undefined while another move runs.
 */
export function moveFiles(services: Services, order: MoveOrder): Promise<MoveResult | undefined> {
  // The lock belongs to the connection: it ends with the process, however that ends.
  return services.q.connection().execute(async (own) => {
    if (!(await queries.lockMove(own))) return undefined
    try {
      return await new Move(services, order).run()
    } finally {
      await queries.unlockMove(own)
    }
  })
}

class Move {
  readonly #services: Services
  readonly #order: MoveOrder
  readonly #source: FileStore
  readonly #target: FileStore
  readonly #failed: { id: string; problem: string }[] = []
  #away: string | undefined
  #moved = 0
  #bytes = 0

  constructor(services: Services, order: MoveOrder) {
    const { disk, s3 } = services.files
    if (!s3) throw new Error('no S3 is named')
    this.#services = services
    this.#order = order
    this.#source = order.to === 's3' ? disk : s3
    this.#target = order.to === 's3' ? s3 : disk
  }

  async run(): Promise<MoveResult> {
    const { q } = this.#services
    const { to } = this.#order
    const isStopped = () => this.#away !== undefined || (this.#order.stop?.aborted ?? false)
    const { files: of } = await queries.countFilesToMove(q, to)
    let page = await queries.listFilesToMove(q, to, undefined)
    while (page.length > 0 && !isStopped()) {
      for (let at = 0; at < page.length && !isStopped(); at += AT_ONCE) {
        await Promise.all(page.slice(at, at + AT_ONCE).map((file) => this.#tryFile(file)))
        this.#order.onProgress?.({ moved: this.#moved, of, bytes: this.#bytes })
      }
      page = await queries.listFilesToMove(q, to, page.at(-1))
    }
    const stopped = isStopped()
    const leftovers = stopped ? 0 : await this.#removeLeftovers()
    const done = { moved: this.#moved, of, bytes: this.#bytes, failed: this.#failed }
    return { ...done, leftovers, stopped, away: this.#away }
  }

  async #tryFile(file: queries.FileToMove): Promise<void> {
    try {
      await this.#moveFile(file)
    } catch (error) {
      // The other thousands would fail alike.
      const away = describeAway(error)
      if (away !== undefined) return void (this.#away ??= away)
      const problem = isMissing(error) ? 'байтов нет в хранилище' : String(error)
      this.#failed.push({ id: file.id, problem })
    }
  }

  async #moveFile(file: queries.FileToMove): Promise<void> {
    const { name } = parseKey(file.storage_key)
    const sha256 = file.sha256.toString('hex')
    if ((await hashOfStored(this.#source, name)) !== sha256) return this.#leave(file)
    await this.#copy(name)
    if ((await hashOfStored(this.#target, name)) !== sha256) {
      await this.#target.remove(name)
      return this.#leave(file)
    }
    const key = keyOf(this.#order.to, name)
    const { q } = this.#services
    if (!(await queries.switchKey(q, file, key))) {
      // Deleted meanwhile, which may have removed both before this copy was whole. After a lost connection, and with it the lock,
      // another move may have switched the row: then the row reads this very copy.
      if (!(await queries.isReadUnder(q, file, key))) await this.#target.remove(name)
      return
    }
    this.#moved++
    this.#bytes += file.size
    await this.#source.remove(name)
  }

  #leave({ id }: queries.FileToMove): void {
    this.#failed.push({ id, problem: 'отпечаток SHA-256 не совпал с записанным' })
  }

  async #copy(name: string): Promise<void> {
    const { files, config } = this.#services
    if (this.#order.to === 's3') return this.#target.put(name, { path: files.disk.pathOf(name) })
    const dir = incomingDir(config.dataDir)
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const tempPath = path.join(dir, `${uuidv7()}.upload`)
    try {
      await pipeline(
        (await this.#source.open(name)).body,
        createWriteStream(tempPath, { mode: 0o600 }),
      )
      await this.#target.put(name, { path: tempPath })
    } finally {
      await rm(tempPath, { force: true })
    }
  }

  /** What a move that was killed between the row and the old bytes left behind. */
  async #removeLeftovers(): Promise<number> {
    let removed = 0
    let batch: string[] = []
    const clear = async () => {
      for (const [companyId, names] of Map.groupBy(batch, (name) => name.slice(0, 36))) {
        const { q } = this.#services
        const moved = await queries.namesReadFrom(q, companyId, this.#order.to, names)
        for (const [name, sha256] of moved)
          if (await this.#isWhole(name, sha256)) {
            await this.#source.remove(name)
            removed++
          }
      }
      batch = []
    }
    for await (const name of this.#source.names()) if (batch.push(name) === 500) await clear()
    await clear()
    return removed
  }

  /** What was left behind may be the last copy: a bucket may have been emptied or changed since. */
  async #isWhole(name: string, sha256: string): Promise<boolean> {
    const stored = await hashOfStored(this.#target, name).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    if (stored !== sha256) this.#failed.push({ id: name, problem: WRONG_COPY })
    return stored === sha256
  }
}
