import { createHash } from 'node:crypto'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { uuidv7 } from '../../../db/uuid.ts'

/** Above it the addresses of the plain form of ZIP end, which every program reads. */
const MAX_ENTRIES = 60_000

const UNIX = 3
/** The mode of a plain file, readable by all, in the upper half of the attributes. */
const PLAIN_FILE = (0o100644 << 16) >>> 0

/** The archive holds more than it may. */
export class ArchiveFull extends Error {}

interface EntryOptions {
  /** Wall clock that the entry shows. */
  readonly at: Date
  /** Texts shrink; pictures and PDFs are compressed already. */
  readonly deflated?: boolean
}

/** The written entry, for the list of parts. */
export interface WrittenEntry {
  readonly sha256: string
  readonly size: number
}

/** Writes a ZIP to the disk piece by piece: memory holds one piece of one file, whatever the archive weighs. */
export class ZipWriter {
  readonly path: string
  readonly #file: FileHandle
  readonly #maxBytes: number
  readonly #zip: Zip
  #pieces: Uint8Array[] = []
  #failure: Error | undefined
  #size = 0
  #entries = 0

  private constructor(target: string, file: FileHandle, maxBytes: number) {
    this.path = target
    this.#file = file
    this.#maxBytes = maxBytes
    this.#zip = new Zip((error, piece) => {
      if (error) this.#failure = error
      else this.#pieces.push(piece)
    })
  }

  /** What a killed process left in `dir` is removed as an unfinished upload. */
  static async create(dir: string, maxBytes: number): Promise<ZipWriter> {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const target = path.join(dir, `${uuidv7()}.upload`)
    return new ZipWriter(target, await open(target, 'wx', 0o600), maxBytes)
  }

  /** Adds a file; refuses with `ArchiveFull` what no longer fits. */
  async add(
    name: string,
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    { at, deflated = false }: EntryOptions,
  ): Promise<WrittenEntry> {
    if (++this.#entries > MAX_ENTRIES) throw new ArchiveFull()
    const entry = deflated ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
    entry.mtime = at
    // As Unix writes it: programs take names for UTF-8 and do not read them in a code page of DOS.
    entry.os = UNIX
    entry.attrs = PLAIN_FILE
    this.#zip.add(entry)
    const hash = createHash('sha256')
    let size = 0
    for await (const piece of source) {
      hash.update(piece)
      size += piece.length
      entry.push(piece)
      await this.#flush()
    }
    entry.push(new Uint8Array(0), true)
    await this.#flush()
    return { sha256: hash.digest('hex'), size }
  }

  /** Ends the archive; answers its size. */
  async finish(): Promise<number> {
    this.#zip.end()
    await this.#flush()
    await this.#file.close()
    return this.#size
  }

  /** Leaves nothing behind. */
  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined)
    await rm(this.path, { force: true })
  }

  async #flush(): Promise<void> {
    if (this.#failure) throw this.#failure
    const pieces = this.#pieces
    this.#pieces = []
    for (const piece of pieces) {
      this.#size += piece.length
      if (this.#size > this.#maxBytes) throw new ArchiveFull()
      await this.#file.writeFile(piece)
    }
  }
}
