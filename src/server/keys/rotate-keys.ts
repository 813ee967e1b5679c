import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { addAuditEvent } from '../db/audit.ts'
import { inTransaction, serverOf } from '../db/handle.ts'
import { alone } from '../db/query/alone.ts'
import type { DB } from '../db/schema.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import { keepHeads } from '../features/user/notices/sealed-heads.ts'
import type { Services } from '../services.ts'
import { listSealFiles, sealFileName } from '../storage/key-files.ts'
import { UNNOTICED_MS } from '../storage/key-ring.ts'
import { KeyRefused } from './key-refused.ts'
import { assertKeys, assertNoUnknown, assertProved, noteKey } from './known-keys.ts'
import { makeNext, usedKeys, useWaiting, waitingKeys } from './make-key.ts'
import { resealValues } from './reseal-values.ts'
import { listSealKeys, outlastWriters, type SealKeyFacts } from './seal-key-queries.ts'
import {
  countByKey,
  countLetters,
  sealedColumns,
  type SealedColumn,
} from './sealed-values-queries.ts'

export interface KeyWork {
  readonly services: Services
  /** The owner of the tables, who alone closes frozen documents anew and ends a key. */
  readonly owner: Kysely<DB>
  say(words: string): void
}

/** Makes a key that only opens, for machines that must all have it before one of them closes by it. */
export async function prepareKey(work: KeyWork): Promise<void> {
  await assertAllKeys(work)
  const id = await makeNext(work.services, work.owner)
  work.say(
    `Сделан ${sealFileName(id, true)}: разнесите его по всем машинам, затем npm run keys -- rotate`,
  )
}

/**
 * The next key closes from now on, first the heads of the journal, then everything that the former ones closed. The database knows
 * it before its file has the name under which it closes. Servers notice by themselves. After a crash the next rotation takes up a key
 * that closes nothing so far, and otherwise `resealAll` goes on.
 */
export async function rotateKeys(work: KeyWork): Promise<void> {
  const { services, owner, say } = work
  await assertAllKeys(work)
  const waiting = await waitingKeys(services, owner)
  if (waiting.length === 0) await makeNext(services, owner)
  for (const key of waiting.length > 0 ? waiting : await waitingKeys(services, owner)) {
    say(`Ключ ${key.id}: ${sealFileName(key.id)}`)
    await inTransaction(serverOf(services, NO_COMPANY), async (tx) => {
      const isNew = await alone(tx, () => noteKey(tx.q, key).then(() => true))
      if (!isNew) await assertProved(tx.q, key)
      addAuditEvent(tx, {
        action: 'key.rotate',
        entity: 'installation',
        id: NO_COMPANY,
        after: { number: key.id },
      })
    })
  }
  await useWaiting(services.config.keyFolders)
  await services.ring.learn()
  await signHeads(work)
  // Every process has noticed the key, and what it closed by the former one is there to be found.
  await sleep(UNNOTICED_MS + SLOW_WRITE_MS)
  await outlastAll(owner)
  await closeAllAnew(work)
}

/** Closes by the newest key what others closed, and says what is left. */
export async function resealAll(work: KeyWork): Promise<void> {
  await assertAllKeys(work)
  await assertNewest(work)
  await closeAllAnew(work)
}

/** Refuses on a machine that lacks a key: what it closed would be passed over as damaged. */
export async function assertAllKeys({ services, owner }: KeyWork): Promise<void> {
  await assertKeys({ q: owner, ring: services.ring })
  await assertNoUnknown(owner, services.ring)
}

/** Refuses where another machine closes by a newer key already: nothing is closed anew by a former one. */
export async function assertNewest({ services, owner }: KeyWork): Promise<void> {
  const here = services.ring.newest().id
  const written = (await listSealKeys(owner)).filter(
    ({ proof, retired_at }) => proof && !retired_at,
  )
  const newest = written.at(-1)?.id ?? here
  if (newest > here)
    throw new KeyRefused(
      `ключ ${newest} новейший, а на этой машине шифрует ещё ключ ${here}: сначала npm run keys -- rotate`,
    )
}

async function closeAllAnew(work: KeyWork): Promise<void> {
  const { services, owner, say } = work
  const { id } = services.ring.newest()
  const from = (await usedKeys(services, owner)).filter((key) => key < id)
  const { changed, unreadable } = await resealValues(owner, services.ring, from, say)
  for (const { column, count } of unreadable)
    say(`${nameOf(column)}: не открываются ничем и остались как были: ${count}`)
  say(`Перешифровано ключом ${id}: ${changed}`)
}

/** Proves the journal by the heads that were signed so far, and signs them by the newest key. */
export async function signHeads({ services, say }: KeyWork): Promise<void> {
  const { problems, isComplete } = await keepHeads(services)
  for (const { problem } of problems) say(`Журнал изменений НАРУШЕН. ${problem}`)
  if (!isComplete) say('S3 не отвечает: отпечатки журнала в нём подписаны прежним ключом')
}

const MINUTE = 60_000
/** From the closing of a value to the statement that takes it to the database. */
const SLOW_WRITE_MS = 1000

export async function outlastAll(owner: Kysely<DB>): Promise<void> {
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

export const nameOf = ({ table, column }: SealedColumn): string => `${table}.${column}`

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
  const waiting = (id: number) => files.get(id)?.isNext || (files.has(id) && id > newest)
  const all = new Set([...facts.keys(), ...files.keys(), ...counts.keys()])
  for (const id of [...all].toSorted((a, b) => a - b)) {
    const about = [
      ...(files.has(id) ? [files.get(id)!.name] : [`файла ${sealFileName(id)} нет`]),
      ...(id === newest ? ['шифрует'] : []),
      ...(waiting(id) ? ['ждёт rotate'] : []),
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
