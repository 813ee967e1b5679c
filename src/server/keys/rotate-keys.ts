import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { addAuditEvent } from '../db/audit.ts'
import { inTransaction, serverOf } from '../db/handle.ts'
import { alone } from '../db/query/alone.ts'
import type { DB } from '../db/schema.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import { keepHeads } from '../features/user/notices/sealed-heads.ts'
import type { Services } from '../services.ts'
import { GREATEST_ID, listSealFiles, sealFileName, type KeyFolder } from '../storage/key-files.ts'
import { UNNOTICED_MS } from '../storage/key-ring.ts'
import { assertProved, noteKey } from './known-keys.ts'
import { findUnder, resealValues, type ValuesUnder } from './reseal-values.ts'
import { listSealKeys, noteEnd, outlastWriters, type SealKeyFacts } from './seal-key-queries.ts'
import {
  countByKey,
  countLetters,
  sealedColumns,
  type SealedColumn,
} from './sealed-values-queries.ts'

/** What cannot be done with a key, in words for the administrator. */
export class KeyRefused extends Error {}

export interface KeyWork {
  readonly services: Services
  /** The owner of the tables, who alone closes frozen documents anew and ends a key. */
  readonly owner: Kysely<DB>
  say(words: string): void
}

/** Makes a key that only opens, for machines that must all have it before one of them closes by it. */
export async function prepareKey(work: KeyWork): Promise<void> {
  const { services, say } = work
  const id = await makeKey(services.config.keyFolders, await usedKeys(work), true)
  if (id === undefined) throw new KeyRefused(`номера ключей кончились: их ${GREATEST_ID}`)
  say(
    `Сделан ${sealFileName(id, true)}: разнесите его по всем машинам, затем npm run keys -- rotate`,
  )
}

/**
 * The next key closes from now on, first the heads of the journal, then everything that the former ones closed. Servers notice by
 * themselves. After a crash `resealAll` goes on.
 */
export async function rotateKeys(work: KeyWork): Promise<void> {
  const { services, owner, say } = work
  const { keyFolders } = services.config
  const id = (await useNext(keyFolders)) ?? (await makeKey(keyFolders, await usedKeys(work), false))
  if (id === undefined) throw new KeyRefused(`номера ключей кончились: их ${GREATEST_ID}`)
  const bytes = services.ring.find(id)!
  say(`Ключ ${id}: ${sealFileName(id)}`)
  // The ring of this very process looks again after a second.
  while (services.ring.newest().id !== id) await sleep(100)
  await inTransaction(serverOf(services, NO_COMPANY), async (tx) => {
    const isNew = await alone(tx, () => noteKey(tx.q, { id, bytes }).then(() => true))
    if (!isNew) await assertProved(tx.q, { id, bytes })
    addAuditEvent(tx, {
      action: 'key.rotate',
      entity: 'installation',
      id: NO_COMPANY,
      after: { number: id },
    })
  })
  await signHeads(work)
  // Every process has noticed the key, and what it closed by the former one is there to be found.
  await sleep(UNNOTICED_MS + SLOW_WRITE_MS)
  await outlastAll(owner)
  await resealAll(work)
}

/** Closes by the newest key what others closed, and says what is left. */
export async function resealAll(work: KeyWork): Promise<void> {
  const { services, owner, say } = work
  const { id } = services.ring.newest()
  const from = (await usedKeys(work)).filter((key) => key !== id)
  const { changed, unreadable } = await resealValues(owner, services.ring, from, say)
  for (const { column, count } of unreadable)
    say(`${nameOf(column)}: не открываются ничем и остались как были: ${count}`)
  say(`Перешифровано ключом ${id}: ${changed}`)
}

export interface EndOfKey {
  /** From then on somebody else has had the key. */
  readonly leakedFrom?: string | undefined
  /** Its file is gone for good, and with it what it closed. */
  readonly isLost?: boolean | undefined
}

/**
 * Ends a key: after that its file may be taken away. Refused while it closes anything that it still opens. First the database is told
 * to take nothing by it any more, and those are waited for who began before that; a process that was asleep through all of it fails
 * with its write instead of closing what nobody will open.
 */
export async function retireKey(work: KeyWork, id: number, end: EndOfKey): Promise<void> {
  const { services, owner, say } = work
  const { ring } = services
  if (!(await usedKeys(work)).includes(id)) throw new KeyRefused(`ключа ${id} не было`)
  if (id >= ring.newest().id)
    throw new KeyRefused(`ключ ${id} новейший, им шифруется всё: сначала npm run keys -- rotate`)
  if (!ring.find(id) && !end.isLost)
    throw new KeyRefused(
      `файла ${sealFileName(id)} нет: верните его или признайте потерянным, тогда потеряно и зашифрованное им: --lost`,
    )
  const bytes = ring.find(id)
  if (bytes && !end.isLost) await assertProved(owner, { id, bytes })
  refuseLeft(id, await findUnder(owner, ring, id))
  await noteEnd(owner, id, 'closed')
  await outlastAll(owner)
  await resealValues(owner, ring, [id], say)
  refuseLeft(id, await findUnder(owner, ring, id))
  const letters = (await countLetters(owner)).find(({ key }) => key === id)?.count ?? 0
  if (letters > 0)
    throw new KeyRefused(
      `ключом ${id} зашифрованы письма, которые ещё не ушли: ${letters}. Повторите позже`,
    )
  if (end.leakedFrom !== undefined) await noteEnd(owner, id, 'leaked', end.leakedFrom)
  await noteEnd(owner, id, 'retired')
  await inTransaction(serverOf(services, NO_COMPANY), async (tx) =>
    addAuditEvent(tx, {
      action: 'key.retire',
      entity: 'installation',
      id: NO_COMPANY,
      after: { number: id, leaked_from: end.leakedFrom },
    }),
  )
  await signHeads(work)
  say(`Ключ ${id} отозван: ${sealFileName(id)} можно убрать с каждой машины`)
  say(`Копии, снятые раньше, несут его в себе; в них то, что было им зашифровано`)
}

/** Proves the journal by the heads that were signed so far, and signs them by the newest key. */
async function signHeads({ services, say }: KeyWork): Promise<void> {
  const { problems, isComplete } = await keepHeads(services)
  for (const { problem } of problems) say(`Журнал изменений НАРУШЕН. ${problem}`)
  if (!isComplete) say('S3 не отвечает: отпечатки журнала в нём подписаны прежним ключом')
}

function refuseLeft(id: number, found: readonly ValuesUnder[]): void {
  const left = found.filter(({ count, unreadable }) => count > unreadable)
  if (left.length === 0) return
  const where = left.map(
    ({ column, count, unreadable }) => `${nameOf(column)}: ${count - unreadable}`,
  )
  throw new KeyRefused(
    `ключом ${id} ещё зашифрованы данные: ${where.join(', ')}. Сначала npm run keys -- reseal`,
  )
}

const MINUTE = 60_000
/** From the closing of a value to the statement that takes it to the database. */
const SLOW_WRITE_MS = 1000

async function outlastAll(owner: Kysely<DB>): Promise<void> {
  for (const table of new Set(sealedColumns.map((column) => column.table)))
    await outlast(owner, table)
}

async function outlast(owner: Kysely<DB>, table: string): Promise<void> {
  const startedAt = performance.now()
  while (!(await outlastWriters(owner, table))) {
    if (performance.now() - startedAt > MINUTE)
      throw new KeyRefused(`таблицу ${table} всё время пишут: повторите, когда станет тише`)
    await sleep(100)
  }
}

/** Keys that were written down, retired ones too, and those of files: no number is given twice. */
async function usedKeys({ owner, services }: KeyWork): Promise<number[]> {
  const written = (await listSealKeys(owner)).map(({ id }) => id)
  return [...new Set([...written, ...services.ring.ids()])]
}

const nameOf = ({ table, column }: SealedColumn): string => `${table}.${column}`

/** Makes the key that follows all others; `isNext`: it opens, and closes nothing until the rotation. */
async function makeKey(
  folders: readonly KeyFolder[],
  used: readonly number[],
  isNext: boolean,
): Promise<number | undefined> {
  const id = Math.max(0, ...used, ...listSealFiles(folders).map((file) => file.id)) + 1
  if (id > GREATEST_ID) return undefined
  const { dir } = folders.at(-1)!
  const target = path.join(dir, sealFileName(id, isNext))
  await mkdir(dir, { recursive: true, mode: 0o700 })
  // The key is whole under its name or not there: a server may look at any moment.
  const part = path.join(dir, `${sealFileName(id)}.part`)
  const file = await open(part, 'w', 0o600)
  await file.writeFile(randomBytes(32))
  await file.sync()
  await file.close()
  // A key of root's would be none for the server: it would close by the former one what this command closes by the next.
  const { uid, gid } = await stat(dir)
  await chown(part, uid, gid)
  await rename(part, target)
  await syncFolder(dir)
  return id
}

/** Lets a key that was prepared close from now on; undefined where none waits. */
async function useNext(folders: readonly KeyFolder[]): Promise<number | undefined> {
  const waiting = listSealFiles(folders).filter((file) => file.isNext)
  const { dir } = folders.at(-1)!
  for (const { id, name } of waiting)
    await rename(path.join(dir, name), path.join(dir, sealFileName(id)))
  if (waiting.length > 0) await syncFolder(dir)
  return waiting.at(-1)?.id
}

/** A file of which the database knows must be there after a power cut as well. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir)
  await folder.sync()
  await folder.close()
}

/** What each key closes now, table by table, and what happened to it. */
export async function tellStatus({ services, owner, say }: KeyWork): Promise<void> {
  const counts = new Map<number, string[]>()
  const totals = new Map<number, number>()
  const add = (where: string, found: readonly { key: number; count: number }[]) => {
    for (const { key, count } of found) {
      counts.set(key, [...(counts.get(key) ?? []), `  ${where}: ${count}`])
      totals.set(key, (totals.get(key) ?? 0) + count)
    }
  }
  for (const column of sealedColumns) add(nameOf(column), await countByKey(owner, column))
  add('письма в очереди', await countLetters(owner))
  const facts = new Map((await listSealKeys(owner)).map((one) => [one.id, one]))
  const files = new Map(listSealFiles(services.config.keyFolders).map((one) => [one.id, one]))
  const newest = services.ring.newest().id
  const all = new Set([...facts.keys(), ...files.keys(), ...counts.keys()])
  for (const id of [...all].toSorted((a, b) => a - b)) {
    const about = [
      ...(files.has(id) ? [files.get(id)!.name] : [`файла ${sealFileName(id)} нет`]),
      ...(id === newest ? ['шифрует'] : []),
      ...(files.get(id)?.isNext ? ['ждёт rotate'] : []),
      ...historyOf(facts.get(id)),
      `значений ${totals.get(id) ?? 0}`,
    ]
    say(`Ключ ${id}: ${about.join(', ')}`)
    for (const line of counts.get(id) ?? []) say(line)
  }
  const sum = [...totals.values()].reduce((a, b) => a + b, 0)
  const done = totals.get(newest) ?? 0
  say(`Новейшим ключом зашифровано ${done} из ${sum}`)
}

function historyOf(facts: SealKeyFacts | undefined): string[] {
  if (!facts) return ['в базе не записан']
  const { made_at: made, closed_at: closed, retired_at: retired, leaked_from: leaked } = facts
  return [
    ...(made === null ? [] : [`записан ${made}`]),
    ...(closed === null || retired !== null ? [] : [`закрыт для записи ${closed}`]),
    ...(leaked === null ? [] : [`известен посторонним с ${leaked}`]),
    ...(retired === null ? [] : [`отозван ${retired}`]),
  ]
}
