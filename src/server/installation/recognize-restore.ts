import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import type { Services } from '../services.ts'
import {
  countStart,
  holdPayouts,
  journalLengths,
  noteLostAgreements,
  oneStartAtATime,
  readAgreements,
  readHold,
  readInstallation,
  type Hold,
  type InstallationRow,
} from './installation-queries.ts'

/** What this machine knows of the database, outside of it. */
const Remembered = z.strictObject({
  id: z.uuid(),
  starts: z.int(),
  /** The length of each journal by company; it only ever grows. */
  journals: z.record(z.string(), z.int()),
  /** Agreements with banks: through one that was made after a copy, money may have left that the copy knows nothing of. */
  agreements: z.optional(
    z.record(
      z.string(),
      z.strictObject({ company_id: z.uuid(), company_name: z.string(), title: z.string() }),
    ),
  ),
})
type Remembered = z.output<typeof Remembered>

const REMEMBER_MS = 60_000

/**
 * Compares the database with what this machine remembers of it, before any job runs: a database that was restored from a backup
 * has paid people whom it does not know to be paid. Answers the hold that is in force.
 */
export function recognizeRestore(services: Services): Promise<Hold | undefined> {
  // Of the first two processes of an installation the second would find the database used and nothing remembered.
  return oneStartAtATime(services.q, () => recognizeNow(services))
}

async function recognizeNow(services: Services): Promise<Hold | undefined> {
  const { q, config, log } = services
  const remembered = await readRemembered(config.dataDir)
  const hold = await compareDatabase(services, remembered, await countStart(q))
  if (hold) log.root.warn({ why: hold.why }, 'payouts are held: the database was restored')
  return hold
}

/** Holds payouts of a database that is not the remembered one, and remembers one that is. */
async function compareDatabase(
  services: Services,
  remembered: Remembered | undefined,
  row: InstallationRow,
): Promise<Hold | undefined> {
  const { q, config } = services
  const why = whyRestored(remembered, row, {
    journals: await journalLengths(q),
    isDemo: config.demo,
  })
  if (why !== undefined) await holdPayouts(q, why)
  // What was remembered stays while payouts are held: it is the proof.
  if (!(await readHold(q))) {
    await remember(services)
    return undefined
  }
  if (remembered?.id === row.id && remembered.agreements) {
    const known = await readAgreements(q)
    const lost = Object.entries(remembered.agreements).filter(([id]) => !(id in known))
    await noteLostAgreements(q, Object.fromEntries(lost))
  }
  return readHold(q)
}

interface Present {
  readonly journals: Readonly<Record<string, number>>
  readonly isDemo: boolean
}

/** Why the database is not the one that was remembered, as a sentence; undefined where it is. */
export function whyRestored(
  remembered: Remembered | undefined,
  { id, starts }: InstallationRow,
  { journals, isDemo }: Present,
): string | undefined {
  if (remembered === undefined)
    return starts > 1 && !isDemo
      ? 'Сервер запущен на новом месте: в DATA_DIR нет installation.json'
      : undefined
  if (remembered.id !== id) return 'База принадлежит другой установке, чем DATA_DIR'
  if (remembered.starts >= starts)
    return `База знает о ${starts - 1} запусках сервера, а их было ${remembered.starts}`
  const shorter = Object.entries(remembered.journals).find(
    ([company, length]) => (journals[company] ?? 0) < length,
  )
  if (shorter === undefined) return undefined
  const [company, length] = shorter
  return `Записей в журнале ${journals[company] ?? 0}, а было ${length}: база вернулась в прошлое`
}

/**
 * Remembers the state of the database each minute; `onRestored` where it went back under this very process, or where another process has
 * found that it did.
 */
export function keepRemembering(
  services: Services,
  stopping: AbortSignal,
  onRestored: () => void,
): void {
  const timer = setInterval(() => {
    rememberOrHold(services)
      .then((hold) => hold && onRestored())
      .catch((error: unknown) =>
        services.log.failure({ event: 'the state of the database was not remembered' }, error),
      )
  }, REMEMBER_MS).unref()
  stopping.addEventListener('abort', () => clearInterval(timer), { once: true })
}

/** The hold, where the database is not the remembered one any more; else remembers it as it is now. */
export async function rememberOrHold(services: Services): Promise<Hold | undefined> {
  const { q, config, log } = services
  // The file before the database, which another process may have moved on since.
  const remembered = await readRemembered(config.dataDir)
  const { id, starts } = await readInstallation(q)
  // No start is counted now.
  const hold = await compareDatabase(services, remembered, { id, starts: starts + 1 })
  if (hold) log.root.error({ why: hold.why }, 'the database went back under this server')
  return hold
}

export async function remember({ q, config }: Services): Promise<void> {
  const { id, starts } = await readInstallation(q)
  const [journals, agreements] = [await journalLengths(q), await readAgreements(q)]
  const known: Remembered = { id, starts, journals, agreements }
  const file = fileIn(config.dataDir)
  const part = `${file}.${process.pid}`
  await writeFile(part, JSON.stringify(known), { mode: 0o600, flush: true })
  await rename(part, file)
}

const fileIn = (dataDir: string) => path.join(dataDir, 'installation.json')

/** A file that cannot be read proves nothing, as one that is not there. */
async function readRemembered(dataDir: string): Promise<Remembered | undefined> {
  try {
    return z.parse(Remembered, JSON.parse(await readFile(fileIn(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}
