import { ownValue } from '#contract/core/own-value.ts'
import { actKindTitles, type Act } from '#contract/act/act-entities.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import { personalFileKinds, type FileKind } from '#contract/file/file-entities.ts'
import { DamagedRecord, damagedParts } from '../../../damage/damaged-record.ts'
import { reportDamage } from '../../../damage/report-damage.ts'
import type { AuditEvent } from '../../../db/audit.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { isMissing, type OpenedFile } from '../../../storage/file-store.ts'
import { wallClock, type SheetColumn, type SheetRow } from '../../../sheets/columns.ts'
import { writeCsv } from '../../../sheets/write-csv.ts'
import { readIssuedPdf } from '../../../documents/issued/issued-pdf.ts'
import { issuedAct } from '../../act/read/issued-act.ts'
import {
  storedBody,
  type StoredBody,
  selectAcceptedScans,
  type AcceptedScan,
} from '../../act/read/print-queries.ts'
import type { WrittenEntry, ZipWriter } from './zip-writer.ts'

/** An act as its list shows it. */
export type ListedAct = Pick<
  Act,
  'id' | 'number' | 'date' | 'kind' | 'status' | 'supplier_name' | 'total_kop' | 'issued_at'
>

const COLUMNS: readonly SheetColumn[] = [
  { header: 'Номер', kind: 'text' },
  { header: 'Дата', kind: 'day' },
  { header: 'Вид', kind: 'text' },
  { header: 'Поставщик', kind: 'text' },
  { header: 'Сумма, ₽', kind: 'money' },
  { header: 'Статус', kind: 'text' },
  { header: 'Файл', kind: 'text' },
  { header: 'Размер, байт', kind: 'integer' },
  { header: 'SHA-256', kind: 'text' },
  { header: 'Примечание', kind: 'text' },
]

const SCANS = 'Сканы/'
const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf' }

/** Signs that Windows allows in no name, and those that no list shows. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[<>:"/\\|?*\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Names of devices of Windows, whatever follows their first dot. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i
const MAX_LENGTH = 100

/** A name that every system can unpack: without forbidden signs, no device of Windows, no dot or space at its end. */
export function safeFileName(name: string): string {
  const plain = name.normalize('NFC').replaceAll(FORBIDDEN, '_').trim()
  const short = [...plain]
    .slice(0, MAX_LENGTH)
    .join('')
    .replace(/[. ]+$/, '')
  if (short === '' || /^\.+$/.test(short)) return '_'
  return DEVICES.test(short) ? `_${short}` : short
}

/** Gives each file of an archive a name of its own; systems that ignore case see different ones too. */
export class FileNames {
  readonly #taken = new Set<string>()

  /** `folder` ends with a slash or is empty; a repeated name gets a number. */
  take(folder: string, name: string, extension: string): string {
    const safe = safeFileName(name)
    for (let n = 1; ; n++) {
      const full = `${folder}${safe}${n > 1 ? ` (${n})` : ''}.${extension}`
      const key = full.toLowerCase()
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return full
    }
  }
}

/** Puts the documents of acts into an archive, and a line about each into its list of contents. */
export class ActFiles {
  readonly events: AuditEvent[] = []
  readonly #db: Db
  readonly #zip: ZipWriter
  readonly #names = new FileNames()
  readonly #lines: SheetRow[] = []
  #damaged = 0
  readonly #clock: (instant: string) => number

  constructor(db: Db, zip: ZipWriter) {
    this.#db = db
    this.#zip = zip
    this.#clock = wallClock(zoneOf(db))
  }

  /** Whether no issued act was added, a damaged one neither. */
  get isEmpty(): boolean {
    return this.events.length === 0 && this.#damaged === 0
  }

  /** The form as it was issued: the bytes that the card of the act gives, or will give, since the first print is stored. */
  async addAct(act: ListedAct): Promise<void> {
    const row = await storedBody(this.#db, act.id)
    if (!row || row.body_html === null || act.kind === null)
      return this.#note(act, 'Черновик: документа ещё нет')
    if (row.body_blocks === null)
      return this.#note(act, 'Выписан до того, как формы стали храниться: печатается с карточки')
    const bytes = await this.#print(act, row)
    if (!bytes) return
    const name = this.#names.take('', this.#nameOf(act), 'pdf')
    const written = await this.#zip.add(name, [bytes], { at: this.#wallDate(row.issued_at!) })
    this.#line(act, name, written, row.status === 'void' ? 'Аннулирован' : '')
    const after = { file: name, sha256: written.sha256 }
    this.events.push({ action: 'act.archive', entity: 'act', id: act.id, after, quiet: true })
  }

  /** Undefined where its stored print or the form that it is made of is not what was stored; the list of contents says so. */
  async #print(act: ListedAct, row: StoredBody): Promise<Buffer | undefined> {
    try {
      return (await readIssuedPdf(this.#db, issuedAct(this.#db, row))).bytes
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error
      const { part, recorded } = error.damage
      this.#damaged++
      await reportDamage(this.#db, error.damage)
      const was = recorded === undefined ? '' : `, был записан ${recorded}`
      this.#note(
        act,
        `ПОВРЕЖДЁН, не выдан: ${damagedParts[part]}, байты не те, что были сохранены${was}`,
      )
      return undefined
    }
  }

  /** Accepted pages of the act as they are stored. */
  async addScans(act: ListedAct): Promise<void> {
    for (const scan of await selectAcceptedScans(this.#db, act.id)) await this.#addScan(act, scan)
  }

  /** The list of all that is inside; a text that reads as a formula is made harmless. */
  async addContents(): Promise<void> {
    const csv = await writeCsv({ name: 'Опись', columns: COLUMNS, rows: this.#lines })
    const at = this.#wallDate(new Date().toISOString())
    await this.#zip.add('Опись.csv', [csv], { at, deflated: true })
  }

  async #addScan(act: ListedAct, scan: AcceptedScan): Promise<void> {
    const title = `${this.#nameOf(act)}, лист ${scan.page}`
    if (scan.deleted_at !== null)
      return this.#note(act, `Скан, лист ${scan.page}: удалён по сроку хранения`)
    const opened = await this.#open(scan.storage_key)
    const recorded = scan.sha256.toString('hex')
    const damage = { entity: 'file', id: scan.id, part: 'file', recorded } as const
    if (!opened) {
      await reportDamage(this.#db, damage)
      return this.#note(act, `Скан, лист ${scan.page}: НЕ НАЙДЕН в хранилище`)
    }
    const name = this.#names.take(SCANS, title, ownValue(EXTENSIONS, scan.mime) ?? 'bin')
    const written = await this.#zip.add(name, opened.body, { at: this.#wallDate(scan.created_at) })
    const isWhole = written.sha256 === recorded
    if (!isWhole) await reportDamage(this.#db, { ...damage, found: written.sha256 })
    this.#line(act, name, written, isWhole ? 'Скан' : `Скан ИЗМЕНЁН, был записан ${recorded}`)
    if (personalFileKinds.includes(scan.kind as FileKind)) {
      const after = { kind: scan.kind, entity: 'act', entity_id: act.id }
      this.events.push({ action: 'file.view', entity: 'file', id: scan.id, after, quiet: true })
    }
  }

  /** Undefined where the store has no such file. */
  async #open(key: string): Promise<OpenedFile | undefined> {
    try {
      return await this.#db.services.files.open(key)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  #nameOf({ number, date }: ListedAct): string {
    return `Акт ${number} от ${date}`
  }

  #note(act: ListedAct, note: string): void {
    this.#line(act, null, null, note)
  }

  #line(act: ListedAct, name: string | null, file: WrittenEntry | null, note: string): void {
    this.#lines.push([
      act.number,
      act.date,
      act.kind && actKindTitles[act.kind],
      act.supplier_name,
      act.total_kop,
      statusTitle('act', act.status),
      name,
      file?.size ?? null,
      file?.sha256 ?? null,
      note,
    ])
  }

  /** The moment by the company's clock, as archives write it: they know no zones. */
  #wallDate(instant: string): Date {
    const wall = new Date(this.#clock(instant))
    return new Date(
      wall.getUTCFullYear(),
      wall.getUTCMonth(),
      wall.getUTCDate(),
      wall.getUTCHours(),
      wall.getUTCMinutes(),
    )
  }
}
