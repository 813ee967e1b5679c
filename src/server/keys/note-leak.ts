import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { KeyRefused } from './key-refused.ts'
import { firstRecordAt, noteEnd, type SealKeyFacts } from './seal-key-queries.ts'

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
export async function noteLeak(
  owner: Kysely<DB>,
  id: number,
  day: string | undefined,
): Promise<boolean> {
  return day !== undefined && (await noteEnd(owner, id, 'leaked', day))
}
