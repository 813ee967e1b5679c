import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type pg from 'pg'
import { beginSnapshot, endSnapshot } from '../backup/backup-queries.ts'
import { writePiece } from '../backup/sealed-pieces.ts'
import { addAuditEvent } from '../db/audit.ts'
import { inTransaction, serverOf } from '../db/handle.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import { readArchivedParts } from '../features/audit/archived-parts.ts'
import { findBrokenLink } from '../features/audit/verify-links.ts'
import { closeForMove } from '../features/company/save-company.ts'
import { readInstallation } from '../installation/installation-queries.ts'
import type { Services } from '../services.ts'
import { carrierOf } from './carry-values.ts'
import { hashRows } from './copy-lines.ts'
import { readMovedTables, readOutsiders, type MovedTable } from './move-plan-queries.ts'
import {
  MoveRefused,
  pieceOfOutsiders,
  pieceOfTable,
  writePackage,
  type PackedTable,
} from './move-package.ts'
import { packFiles } from './pack-files.ts'
import {
  findCompany,
  fixTexts,
  keepOthersOut,
  outlastOthers,
  readHead,
  readRows,
  readRelease,
  readStoredNames,
  type FoundCompany,
} from './read-rows-queries.ts'

export interface MoveWork {
  readonly services: Services
  /** The owner of the tables, on a connection of its own. */
  readonly owner: pg.Client
  say(words: string): void
}

export interface ExportOrder {
  /** ИНН or id. */
  readonly company: string
  /** Where it goes to, as its people read it. */
  readonly to: string
  /** The public half of an age key of the other installation. */
  readonly recipient: string
  readonly dir: string
}

/** A command of a person ends within its deadlines; a longer one is a job that writes nothing of this company any more. */
const OTHERS_MS = 60_000

/**
 * Closes a stopped company for good, tells its people where it went, and packs it: rows, files, journal. An export that was
 * interrupted, or is made once more, ends with the same rows. Answers the fingerprint.
 */
export async function exportCompany(work: MoveWork, order: ExportOrder): Promise<string> {
  const { services, owner, say } = work
  if (!(await keepOthersOut(owner))) throw new MoveRefused('другая компания этой базы уже в пути')
  await fixTexts(owner)
  const company = await assertStopped(owner, order)
  await claimFolder(order, company.id)
  await assertChain(services, company.id)
  await closeForMove(serverOf(services, company.id), order.to)
  if (!(await outlastOthers(owner, OTHERS_MS)))
    throw new MoveRefused('в базе есть незаконченная работа. Повторите через минуту')
  say(`Компания ${company.short_name} закрыта здесь, её люди увидят новый адрес: ${order.to}`)
  const { id: from } = await readInstallation(services.q)
  const print = await packCompany(work, order, { company, from })
  await noteExport(services, company.id, { moved_to: order.to, print })
  return print
}

async function packCompany(
  { services, owner, say }: MoveWork,
  { dir, recipient, to }: ExportOrder,
  { company, from }: { readonly company: FoundCompany; readonly from: string },
): Promise<string> {
  await beginSnapshot(owner)
  const of = { companyId: company.id, without: [] }
  const moved = await readMovedTables(owner)
  const tables: PackedTable[] = []
  for (const table of moved) {
    const carrier = carrierOf(table, { companyId: of.companyId, ring: services.ring })
    const lines = readRows(owner, table, of, carrier)
    tables.push(await packTable(dir, recipient, table, lines))
  }
  const people = await readOutsiders(owner, moved, company.id)
  const plain = Readable.from([JSON.stringify(people)])
  const outsiders = await writePiece(pieceOfOutsiders(dir), plain, recipient)
  const release = await readRelease(owner)
  const chain = await readHead(owner, company.id)
  const names = await readStoredNames(owner, company.id)
  await endSnapshot(owner)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(`База: таблиц ${tables.length}, строк ${rows}, записей журнала ${chain.seq}`)
  const files = await packFiles(names, { dir, recipient, files: services.files, say })
  say(`Файлы: ${files.count}, нет в хранилище: ${files.missing}`)
  const { id, inn, short_name } = company
  return writePackage(dir, {
    format: 1,
    company: { id, inn, short_name },
    from,
    moved_to: to,
    release,
    tables,
    outsiders: { rows: people.length, piece: outsiders },
    chain,
    files,
  })
}

async function packTable(
  dir: string,
  recipient: string,
  { name, columns }: MovedTable,
  lines: AsyncIterable<string>,
): Promise<PackedTable> {
  const hash = hashRows()
  const texts = async function* () {
    for await (const line of lines) {
      hash.add(line)
      yield `${line}\n`
    }
  }
  // The encryption behind it is the slower part.
  const packed = createGzip({ level: constants.Z_BEST_SPEED })
  const piece = await writePiece(
    pieceOfTable(dir, name),
    [Readable.from(texts(), { objectMode: false }), packed],
    recipient,
  )
  return { name, columns: [...columns], ...hash.end(), piece }
}

async function assertStopped(
  owner: pg.Client,
  { company: name, to }: ExportOrder,
): Promise<FoundCompany> {
  const company = await findCompany(owner, name)
  if (!company) throw new MoveRefused(`компании ${name} здесь нет: назовите её ИНН`)
  const { short_name: title, status, moved_to: movedTo } = company
  if (movedTo !== null && movedTo !== to)
    throw new MoveRefused(
      `компания ${title} уже переехала (${movedTo}): второй установке она не отдаётся`,
    )
  if (status === 'new' || status === 'active')
    throw new MoveRefused(
      `компания ${title} не остановлена. Суперадминистратор приостанавливает её в «Компаниях», затем повторите`,
    )
  return company
}

/** A folder is one company's and one recipient's: pieces of another would not open. */
async function claimFolder({ dir, recipient }: ExportOrder, companyId: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const file = path.join(dir, 'order.txt')
  const text = `${companyId}\n${recipient}\n`
  const found = await readFile(file, 'utf8').catch(() => undefined)
  if (found === undefined) return writeFile(file, text, { mode: 0o600, flush: true })
  if (found !== text)
    throw new MoveRefused(`в ${dir} начата другая выгрузка: назовите пустую папку`)
}

/** What is broken here would be refused on the other side, after the company was closed. */
async function assertChain({ q, ring }: Services, companyId: string): Promise<void> {
  const findKey = (key: number) => ring.find(key)
  const parts = await readArchivedParts(q, companyId, findKey)
  if (parts.length > 0)
    throw new MoveRefused(
      `записи журнала № 1–${parts.at(-1)!.last_seq} в архиве, подписанном здешним ключом: другая установка его не докажет. Компания с архивом журнала не переносится`,
    )
  const broken = await findBrokenLink(q, companyId, { findKey })
  if (broken)
    throw new MoveRefused(
      `журнал изменений компании нарушен, другая установка её не примет. ${broken.problem}`,
    )
}

/** In the platform's journal: the company's own ends with its last record before the move. */
async function noteExport(
  services: Services,
  id: string,
  after: { readonly moved_to: string; readonly print: string },
): Promise<void> {
  await inTransaction(serverOf(services, NO_COMPANY), async (tx) =>
    addAuditEvent(tx, { action: 'company.export', entity: 'company', id, after }),
  )
}
