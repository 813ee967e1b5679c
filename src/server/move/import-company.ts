import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import * as z from 'zod/mini'
import { syncActions } from '../auth/rights/sync-actions-queries.ts'
import { openPiece } from '../backup/sealed-pieces.ts'
import { addAuditEvent } from '../db/audit.ts'
import { databaseOn } from '../db/connection/database-on.ts'
import { inTransaction, serverOf } from '../db/handle.ts'
import { noteArrived } from '../features/company/save-queries.ts'
import { findBrokenLink } from '../features/audit/verify-links.ts'
import { keepHeads } from '../features/user/notices/sealed-heads.ts'
import { carrierOf, type Crossing } from './carry-values.ts'
import { cellsOf, hashRows, lineOf, readLines } from './copy-lines.ts'
import type { MoveWork } from './export-company.ts'
import * as queries from './load-rows-queries.ts'
import { orderByTies, readMovedTables, type MovedTable } from './move-plan-queries.ts'
import {
  MoveRefused,
  pieceOfOutsiders,
  pieceOfTable,
  readPackage,
  type MoveManifest,
} from './move-package.ts'
import {
  findCompany,
  fixTexts,
  keepOthersOut,
  readHead,
  readRelease,
  readRows,
} from './read-rows-queries.ts'
import { openSearchHashes, TABLES_OF_HASHES } from './search-hashes.ts'
import { assertFilesOpen, assertWhole, unpackFiles } from './unpack-files.ts'

export interface ImportOrder {
  readonly dir: string
  /** The private half of the key that the package was closed to. */
  readonly identity: string
  /** What `export` said, from person to person. */
  readonly print: string
}

/**
 * Takes a company in: its rows at once or not at all, then its files, then the proof of its journal. An import that was interrupted goes on
 * when it is repeated. The company arrives suspended, and two people let it work.
 */
export async function importCompany(work: MoveWork, order: ImportOrder): Promise<void> {
  const { services, owner, say } = work
  if (!(await keepOthersOut(owner))) throw new MoveRefused('другая компания этой базы уже в пути')
  await fixTexts(owner)
  const manifest = await readPackage(order.dir, order.print)
  const { id, short_name: title } = manifest.company
  await assertFits(owner, manifest)
  await assertWhole(order.dir, manifest)
  const arrived = await assertNew(owner, manifest, order.print)
  if (!arrived) {
    await assertFilesOpen(order).catch(wrongKey)
    await syncActions(services.q, services.config.demo)
    await storeCompany(work, order, manifest)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    say(`База: таблиц ${manifest.tables.length}, строк ${rows}, каждая сверена`)
  }
  const { place } = services.config.files
  const count = await unpackFiles({ ...order, files: services.files, place })
  say(`Файлы: ${count}, каждый сверен`)
  await inTransaction(serverOf(services, id), async (tx) => {
    const isFirst = await noteArrived(tx)
    const after = { print: order.print }
    if (isFirst) addAuditEvent(tx, { action: 'company.import', entity: 'company', id, after })
  })
  await keepHeads(services)
  say(`Компания ${title} здесь и приостановлена: в работу её пускают два суперадминистратора`)
}

/** Both sides are of one release, or a column would be lost. */
async function assertFits(owner: pg.Client, { release }: MoveManifest): Promise<void> {
  const own = await readRelease(owner)
  const differing = [...own, ...release].find(
    (name) => !own.includes(name) || !release.includes(name),
  )
  if (differing !== undefined)
    throw new MoveRefused(
      `установки разных версий (${differing.split(' ')[0]}): обновите обе до одной и повторите export`,
    )
}

/** True where an earlier run has stored the rows of this very package and did not end. */
async function assertNew(
  owner: pg.Client,
  { company }: MoveManifest,
  print: string,
): Promise<boolean> {
  const found = (await findCompany(owner, company.id)) ?? (await findCompany(owner, company.inn))
  if (!found) return false
  if (found.id === company.id && found.arrived_print === print && found.arrived_at === null)
    return true
  throw new MoveRefused(
    found.id === company.id
      ? `компания ${found.short_name} уже здесь: второй раз она не принимается`
      : `компания с ИНН ${company.inn} здесь уже есть (${found.short_name}): две с одним ИНН не работают`,
  )
}

async function storeCompany(
  work: MoveWork,
  order: ImportOrder,
  manifest: MoveManifest,
): Promise<void> {
  const { owner, say } = work
  const { id } = manifest.company
  const tables = await readMovedTables(owner)
  assertTables(tables, manifest)
  const crossing = await openCrossing(work, order, manifest)
  await queries.wholeOrNothing(owner, async () => {
    for (const table of tables) {
      const carrier = carrierOf(table, crossing)
      await queries.stageRows(owner, table, arrivingRows(order, table, carrier))
    }
    const logins = await queries.takenLogins(owner)
    if (logins.length > 0)
      throw new MoveRefused(
        `эти логины здесь заняты: ${logins.join(', ')}. Смените их здесь и повторите`,
      )
    const { order: sorted, late } = await orderByTies(owner, tables)
    const guarded = await queries.tablesWithTriggers(owner)
    await queries.restGuards(owner, guarded, late)
    const without: string[] = []
    for (const table of sorted) {
      const own = { from: manifest.from, print: order.print }
      const stored = await queries.storeRows(owner, table, id, own)
      const { rows } = manifest.tables.find(({ name }) => name === table.name)!
      if (stored !== rows)
        throw new MoveRefused(
          `в таблице ${table.name} есть чужие строки: такая выгрузка не принимается`,
        )
      if (table.name === 'company')
        without.push(...(await queries.storeOutsiders(owner, id, await readPeople(order))))
    }
    if ((await queries.foreignFiles(owner, id)) > 0)
      throw new MoveRefused('строки называют чужие файлы: такая выгрузка не принимается')
    await queries.raiseGuards(owner, guarded, late)
    await queries.raiseSequences(owner, tables)
    for (const table of tables) await assertArrived(owner, table, crossing, manifest, without)
    const head = await readHead(owner, id)
    if (head.hash !== manifest.chain.hash || head.seq !== manifest.chain.seq)
      throw new MoveRefused('журнал изменений кончается не там, где у прежней установки')
    const broken = await findBrokenLink(databaseOn(owner), id)
    if (broken) throw new MoveRefused(`журнал изменений компании нарушен. ${broken.problem}`)
    say(`Журнал цел, записей ${head.seq}`)
  })
}

function assertTables(tables: readonly MovedTable[], { tables: packed }: MoveManifest): void {
  const textOf = (all: readonly { name: string; columns: readonly string[] }[]) =>
    JSON.stringify(all.map(({ name, columns }) => [name, columns]))
  if (textOf(tables) !== textOf(packed))
    throw new MoveRefused(
      'таблицы выгрузки не те, что здесь: обновите обе установки до одной версии',
    )
}

async function* openRows({ dir, identity }: ImportOrder, name: string): AsyncGenerator<string> {
  const piece = await openPiece(pieceOfTable(dir, name), identity).catch(wrongKey)
  yield* readLines(piece.pipe(createGunzip()))
}

function wrongKey(error: Error): never {
  if ('code' in error || error instanceof MoveRefused) throw error
  throw new MoveRefused('этот ключ не открывает выгрузку: назовите тот, для которого она сделана')
}

async function* arrivingRows(
  order: ImportOrder,
  table: MovedTable,
  carrier: ReturnType<typeof carrierOf>,
): AsyncGenerator<string> {
  for await (const line of openRows(order, table.name))
    yield carrier ? lineOf(carrier.inward(cellsOf(line))) : line
}

const People = z.array(z.strictObject({ id: z.uuid(), full_name: z.string() }))

async function readPeople({ dir, identity }: ImportOrder) {
  const bytes = await buffer(await openPiece(pieceOfOutsiders(dir), identity))
  return z.parse(People, JSON.parse(bytes.toString('utf8')))
}

/** What every value becomes here; hashes are learnt from the rows that say what they are made of. */
async function openCrossing(
  { services, owner }: MoveWork,
  order: ImportOrder,
  { company, tables }: MoveManifest,
): Promise<Crossing> {
  const hashes = openSearchHashes(serverOf(services, company.id))
  for (const name of TABLES_OF_HASHES) {
    const { columns } = tables.find((table) => table.name === name)!
    for await (const line of openRows(order, name)) hashes.learn(name, columns, cellsOf(line))
  }
  const codes = await queries.readCodes(owner)
  const idOf = (of: 'action' | 'bank', code: string): string => {
    const id = codes[of].get(code)
    if (id !== undefined) return id
    throw new MoveRefused(
      of === 'bank'
        ? `банка ${code} здесь нет: добавьте его в «Банки» и повторите`
        : `права ${code} здесь нет: обновите обе установки до одной версии`,
    )
  }
  const { ring, config } = services
  return { companyId: company.id, ring, arrival: { place: config.files.place, idOf, hashes } }
}

/** Reads a table back in the form in which it travelled: every row is there, opens by a key of this installation, and is no other. */
async function assertArrived(
  owner: pg.Client,
  table: MovedTable,
  crossing: Crossing,
  { tables, company }: MoveManifest,
  without: readonly string[],
): Promise<void> {
  const hash = hashRows()
  const of = { companyId: company.id, without }
  for await (const line of readRows(owner, table, of, carrierOf(table, crossing))) hash.add(line)
  const { rows, sha256 } = hash.end()
  const packed = tables.find(({ name }) => name === table.name)!
  if (rows !== packed.rows || sha256 !== packed.sha256)
    throw new MoveRefused(
      `таблица ${table.name} здесь не та, что у прежней установки: ничего не принято`,
    )
}
