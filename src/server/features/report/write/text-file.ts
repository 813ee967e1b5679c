import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { uuidv7 } from '../../../db/uuid.ts'

/** Written at once: small enough for memory, large enough to cost little. */
const PIECE = 256 * 1024

/** Writes a text to the disk piece by piece, whatever it weighs as a whole. */
export class TextFile {
  readonly path: string
  readonly #file: FileHandle
  #piece = ''
  #size = 0

  private constructor(target: string, file: FileHandle) {
    this.path = target
    this.#file = file
  }

  /** What a killed process left in `dir` is removed as an unfinished upload. */
  static async create(dir: string): Promise<TextFile> {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const target = path.join(dir, `${uuidv7()}.upload`)
    return new TextFile(target, await open(target, 'wx', 0o600))
  }

  async add(text: string): Promise<void> {
    this.#piece += text
    if (this.#piece.length >= PIECE) await this.#flush()
  }

  /** Ends the file; answers its size in bytes. */
  async finish(): Promise<number> {
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
    const bytes = Buffer.from(this.#piece)
    this.#piece = ''
    this.#size += bytes.length
    await this.#file.writeFile(bytes)
  }
}
