import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { personalFileKinds, type FileKind } from '#contract/file/file-entities.ts'
import { may } from '../../../auth/rights/rights.ts'
import { reportDamage } from '../../../damage/report-damage.ts'
import type { AuditEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/handle.ts'
import { isMissing } from '../../../storage/file-store.ts'
import { drawPdfPages } from './draw-pages.ts'
import type { FileRow } from './evidence-queries.ts'

/**
 * `whole`: the bytes have the hash that was recorded when they came; `changed`: they have another; `destroyed`: retention took them;
 * `gone`: the disk lost them; `hidden`: the person who asked may not see them.
 */
type PartState = 'whole' | 'changed' | 'destroyed' | 'gone' | 'hidden'

/** A stored file as the bundle shows it. */
export interface StoredPart {
  readonly id: string
  readonly mime: string
  readonly size: number
  /** The hash that was recorded when the file came, in hex. */
  readonly sha256: string
  readonly state: PartState
  /** The hash that the bytes have now, where it is another. */
  readonly found?: string
  readonly destroyedAt: string | null
  /** Scaled down, as `data:` addresses; none where nothing can or may be shown. */
  readonly pictures: readonly string[]
}

interface Scale {
  readonly edge: number
  readonly quality: number
}

/** Legible plates and faces of loads at a third of a sheet. */
export const PHOTO_SCALE: Scale = { edge: 900, quality: 60 }
/** A whole sheet of small print. */
export const SHEET_SCALE: Scale = { edge: 1700, quality: 55 }

/** More pictures make a file that mail refuses; the rest is told with its hashes. */
const MAX_PICTURES = 200

/** Reads the files of one bundle one after the other, holds each against its hash and scales its pictures. */
export class PartReader {
  readonly #db: Db
  readonly #hidesDocuments: boolean
  readonly #viewed: AuditEvent[] = []
  #left = MAX_PICTURES

  /** `hidesDocuments`: signed sheets show an identity document, which the person who asked may not see. */
  constructor(db: Db, hidesDocuments: boolean) {
    this.#db = db
    this.#hidesDocuments = hidesDocuments
  }

  /** The views of personal files that the journal has to tell. */
  get viewed(): readonly AuditEvent[] {
    return this.#viewed
  }

  async read(file: FileRow, scale: Scale): Promise<StoredPart> {
    const { id, mime, size, deleted_at } = file
    const sha256 = file.sha256.toString('hex')
    const part = { id, mime, size: Number(size), sha256, destroyedAt: deleted_at, pictures: [] }
    if (deleted_at !== null) return { ...part, state: 'destroyed' }
    const bytes = await this.#bytesOf(file.storage_key)
    const damage = { entity: 'file', id, part: 'file', recorded: sha256 } as const
    if (!bytes) {
      await reportDamage(this.#db, damage)
      return { ...part, state: 'gone' }
    }
    const found = createHash('sha256').update(bytes).digest('hex')
    if (found !== sha256) {
      await reportDamage(this.#db, { ...damage, found })
      return { ...part, state: 'changed', found }
    }
    if (this.#isHidden(file)) return { ...part, state: 'hidden' }
    this.#noteView(file)
    return { ...part, state: 'whole', pictures: await this.#pictures(bytes, mime, scale) }
  }

  #isHidden({ kind }: FileRow): boolean {
    if (this.#hidesDocuments && kind === 'signed_act') return true
    return personalFileKinds.includes(kind as FileKind) && !may(this.#db, 'supplier.personal')
  }

  #noteView({ id, kind, entity, entity_id }: FileRow): void {
    if (!personalFileKinds.includes(kind as FileKind)) return
    const after = { kind, entity, entity_id }
    this.#viewed.push({ action: 'file.view', entity: 'file', id, after, quiet: true })
  }

  /** Undefined where the disk has no such file. */
  async #bytesOf(key: string): Promise<Buffer | undefined> {
    try {
      return await buffer((await this.#db.services.files.open(key)).body)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async #pictures(bytes: Buffer, mime: string, scale: Scale): Promise<string[]> {
    const originals = mime.startsWith('image/')
      ? [bytes]
      : mime === 'application/pdf'
        ? await drawPdfPages(bytes, this.#left)
        : []
    const shown = originals.slice(0, this.#left)
    this.#left -= shown.length
    const scaled: string[] = []
    for (const original of shown) {
      const picture = await scaleDown(original, scale).catch(() => undefined)
      if (picture) scaled.push(picture)
    }
    return scaled
  }
}

/** Upright, without transparency and in the colours that PDF/A expects. */
async function scaleDown(bytes: Buffer, { edge, quality }: Scale): Promise<string> {
  const { default: sharp } = await import('sharp')
  const small = await sharp(bytes)
    .rotate()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .toBuffer()
  return `data:image/jpeg;base64,${small.toString('base64')}`
}
