import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { incomingDir } from '../../../../body/receive-file.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Services } from '../../../../services.ts'
import { hashOfStored, isMissing, type FileStore } from '../../../../storage/file-store.ts'
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
}

export interface MoveOrder {
  readonly to: PlaceName
  readonly stop?: AbortSignal
  readonly onProgress?: (progress: MoveProgress) => void
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
    const isStopped = () => this.#order.stop?.aborted ?? false
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
    return { moved: this.#moved, of, bytes: this.#bytes, failed: this.#failed, leftovers, stopped }
  }

  async #tryFile(file: queries.FileToMove): Promise<void> {
    try {
      await this.#moveFile(file)
    } catch (error) {
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
    if (!(await queries.switchKey(this.#services.q, file, key))) {
      // Deleted meanwhile, which may have removed both before this copy was whole.
      await this.#target.remove(name)
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
    const held = path.join(dir, `${uuidv7()}.upload`)
    try {
      await pipeline((await this.#source.open(name)).body, createWriteStream(held, { mode: 0o600 }))
      await this.#target.put(name, { path: held })
    } finally {
      await rm(held, { force: true })
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
        for (const name of moved) await this.#source.remove(name)
        removed += moved.size
      }
      batch = []
    }
    for await (const name of this.#source.names()) if (batch.push(name) === 500) await clear()
    await clear()
    return removed
  }
}
