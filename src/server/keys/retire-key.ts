import type { Kysely } from 'kysely'
import { addAuditEvent } from '../db/audit.ts'
import { inTransaction, serverOf } from '../db/handle.ts'
import type { DB } from '../db/schema.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import { sealFileName } from '../storage/key-files.ts'
import { KeyRefused } from './key-refused.ts'
import { usedKeys } from './make-key.ts'
import { findUnder, resealValues, type ValuesUnder } from './reseal-values.ts'
import {
  assertAllKeys,
  assertNewest,
  nameOf,
  outlastAll,
  signHeads,
  type KeyWork,
} from './rotate-keys.ts'
import { firstRecordAt, listSealKeys, noteEnd, type SealKeyFacts } from './seal-key-queries.ts'
import { countLetters, keysBeside, sealedColumns } from './sealed-values-queries.ts'

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
  const keys = await listSealKeys(owner)
  if (end.leakedFrom !== undefined) await assertLeakDay(owner, keys, id, end.leakedFrom)
  if (keys.some((key) => key.id === id && key.retired_at !== null)) return tellEnded(work, id, end)
  await assertEnds(work, id, end)
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
  await noteLeak(owner, id, end.leakedFrom)
  await noteEnd(owner, id, 'retired')
  await recordEnd(work, id, end)
  say(`Ключ ${id} отозван: ${sealFileName(id)} можно убрать с каждой машины`)
  say(`Копии, снятые раньше, несут его в себе; в них то, что было им зашифровано`)
  if (id > ring.newest().id) say('Теперь сделайте следующий ключ: npm run keys -- rotate')
}

/** Of a key that ended before only a leak is still news; its file is not needed for that. */
async function tellEnded(work: KeyWork, id: number, end: EndOfKey): Promise<void> {
  const isNews = await noteLeak(work.owner, id, end.leakedFrom)
  if (isNews) await recordEnd(work, id, end)
  const news = isNews ? `, записано, что он известен посторонним с ${end.leakedFrom}` : ''
  work.say(`Ключ ${id} отозван раньше${news}`)
}

async function recordEnd(work: KeyWork, id: number, end: EndOfKey): Promise<void> {
  await inTransaction(serverOf(work.services, NO_COMPANY), async (tx) =>
    addAuditEvent(tx, {
      action: 'key.retire',
      entity: 'installation',
      id: NO_COMPANY,
      after: { number: id, leaked_from: end.leakedFrom },
    }),
  )
  await signHeads(work)
}

/** Refuses to end a key that was never there or is needed still; one whose file is lost for good stands in the way of all else. */
async function assertEnds(work: KeyWork, id: number, { isLost }: EndOfKey): Promise<void> {
  const { services, owner } = work
  const { ring } = services
  const used = await usedKeys(services, owner)
  if (!used.includes(id) && !(isLost && (await isUnknown(owner, id, used))))
    throw new KeyRefused(`ключа ${id} не было`)
  const newest = ring.newest().id
  const isHere = ring.find(id) !== undefined
  if (id === newest || (id > newest && (isHere || !isLost)))
    throw new KeyRefused(`ключ ${id} новейший, им шифруется всё: сначала npm run keys -- rotate`)
  if (!isHere && !isLost)
    throw new KeyRefused(
      `файла ${sealFileName(id)} нет: верните его или признайте потерянным, тогда потеряно и зашифрованное им: --lost`,
    )
  if (isLost) return
  await assertAllKeys(work)
  await assertNewest(work)
}

/** Whether values name a key of which nothing else is known. */
async function isUnknown(owner: Kysely<DB>, id: number, used: readonly number[]) {
  for (const column of sealedColumns)
    if ((await keysBeside(owner, column, used)).includes(id)) return true
  return false
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

/** The day of this machine's calendar. */
const dayOf = (at: string | Date) => {
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/**
 * Refuses a day on which nobody could have had the key: it lies between the key's making and today. The first keys of an installation
 * may be older than what is written of them, so for them the journal's first record counts. A day that was told once stays.
 */
export async function assertLeakDay(
  owner: Kysely<DB>,
  keys: readonly SealKeyFacts[],
  id: number,
  day: string,
): Promise<void> {
  const facts = keys.find((key) => key.id === id)
  const told = facts?.leaked_from?.slice(0, 10)
  if (told !== undefined && told !== day)
    throw new KeyRefused(
      `ключ ${id} уже записан известным посторонним с ${told}, и это не переписать. Если он известен раньше, отметьте день в журнале работ: подписанное ключом с того дня ничего не доказывает`,
    )
  const made =
    keys.at(0)?.id === id ? [facts?.made_at, await firstRecordAt(owner)] : [facts?.made_at]
  const from = made
    .flatMap((at) => (at ? [dayOf(at)] : []))
    .toSorted()
    .at(0)
  const today = dayOf(new Date())
  if (day > today || (from !== undefined && day < from))
    throw new KeyRefused(
      `с ${day} ключ ${id} посторонним известен быть не может: назовите день${from === undefined ? '' : ` от ${from}`} до ${today}`,
    )
}

/** Writes down since when others have a key; false where that is known. */
async function noteLeak(owner: Kysely<DB>, id: number, day: string | undefined): Promise<boolean> {
  return day !== undefined && (await noteEnd(owner, id, 'leaked', day))
}
