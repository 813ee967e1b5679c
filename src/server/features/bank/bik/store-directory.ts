import { createHash } from 'node:crypto'
import type { BikQuestion } from '#contract/bank/bik-directory.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../../db/handle.ts'
import { canonical, addAuditEvent } from '../../../db/audit.ts'
import type { BikDirectory } from './bik-directory.ts'
import {
  knownBanks,
  lockLoads,
  presentDirectory,
  putDirectory,
  selectToday,
  type PresentDirectory,
} from './bik-queries.ts'
import { compareDirectories, type DirectoryChange, type KnownBank } from './compare-directories.ts'
import { directoryDayProblem, isAhead } from './directory-day.ts'
import { countMethods, insertLoad, updateChanges } from './load-queries.ts'

interface DirectoryOffer {
  readonly directory: BikDirectory
  readonly source: 'product' | 'upload'
  /** What a person has confirmed, and the hash of the file that it is confirmed for. */
  readonly confirmed?: { readonly plan: string | undefined; readonly fileHash: string }
}

/**
 * Stores a directory that is newer than the current one, or of the same day and different; otherwise returns the reason, and
 * nothing changes. A file that closes many banks is not stored until that very question is confirmed.
 */
export async function storeDirectory(db: Tx, offer: DirectoryOffer): Promise<BikQuestion | null> {
  const { directory, source, confirmed } = offer
  await lockLoads(db)
  const today = await selectToday(db)
  const wrongDay = directoryDayProblem(directory.day, today)
  if (wrongDay) refuse('bik.bad-file', { message: wrongDay })
  const hash = hashOf(directory)
  const present = await presentDirectory(db)
  if (present) refuseOlder(present, { directory, hash, today })
  const existingBanks = present ? await knownBanks(db, present.day) : []
  // The first directory of all adds every bank: that is not worth a list.
  const changes = present ? compareDirectories(existingBanks, directory) : []
  const plan = confirmed && planOf(confirmed.fileHash, present)
  if (confirmed?.plan !== undefined && confirmed.plan !== plan)
    refuse('common.stale', { message: 'Файл или справочник уже другой. Загрузите файл ещё раз' })
  if (
    present &&
    plan !== undefined &&
    confirmed?.plan === undefined &&
    closesMany(existingBanks, changes)
  )
    return askAboutClosures(db, { plan, directory, present, known: existingBanks, changes })
  await writeDirectory(db, { directory, source, changes, hash, present })
  return null
}

const hashOf = (directory: BikDirectory) =>
  createHash('sha256').update(canonical(directory)).digest()

/** The answer to a question holds for one file over one directory. */
function planOf(fileHash: string, present: PresentDirectory | undefined): string {
  return createHash('sha256').update(`${fileHash} ${present?.id}`).digest('hex')
}

interface Candidate {
  readonly directory: BikDirectory
  readonly hash: Buffer
  readonly today: string
}

function refuseOlder(present: PresentDirectory, { directory, hash, today }: Candidate): void {
  const { day, version, participants } = directory
  // Before days were validated a file of 2099 could be stored: it must not block the real ones.
  const isBelieved = !isAhead(present.day, today)
  const isOlder = day < present.day || (day === present.day && version < present.version)
  // Loads of before have no hash; their version is all that is known of them.
  const isSame = day === present.day && (present.hash?.equals(hash) ?? version === present.version)
  if (isBelieved && (isOlder || isSame))
    refuse('bik.not-newer', {
      message:
        `Этот справочник — на ${russianDay(day)}, а загружен уже на ${russianDay(present.day)}. ` +
        'Скачайте новый с сайта Банка России',
    })
  // Banks go by dozens a year: a directory of half the size was cut, however well it is formed.
  if (participants.length * 2 < present.bank_count)
    refuse('bik.bad-file', {
      message: `В файле только ${participants.length} из ${present.bank_count} участников: похоже, он неполный`,
    })
}

// In the year of most withdrawn licences one bank of nine went; in a month never one of twenty.
const MANY = 0.05

const isOpen = ({ closed }: KnownBank) => !closed
const isClosing = ({ change }: DirectoryChange) => change === 'closed'

function closesMany(
  existingBanks: readonly KnownBank[],
  changes: readonly DirectoryChange[],
): boolean {
  return changes.filter(isClosing).length > existingBanks.filter(isOpen).length * MANY
}

const BANKS_SHOWN = 200

interface Closures {
  readonly plan: string
  readonly directory: BikDirectory
  readonly present: PresentDirectory
  readonly known: readonly KnownBank[]
  readonly changes: readonly DirectoryChange[]
}

async function askAboutClosures(db: Tx, closures: Closures): Promise<BikQuestion> {
  const { plan, directory, present, known, changes } = closures
  const closing = changes.filter(isClosing)
  const used = await countMethods(
    db,
    closing.map(({ bik }) => bik),
  )
  const banks = closing
    .map(({ bik, name }) => ({ bik, name, methods: used.get(bik) ?? 0 }))
    .toSorted((a, b) => b.methods - a.methods)
  return {
    plan,
    business_day: directory.day,
    bank_count: directory.participants.length,
    present_day: present.day,
    present_bank_count: present.bank_count,
    closed: closing.length,
    open: known.filter(isOpen).length,
    methods: [...used.values()].reduce((sum, n) => sum + n, 0),
    banks: banks.slice(0, BANKS_SHOWN),
  }
}

interface NewDirectory {
  readonly directory: BikDirectory
  readonly source: 'product' | 'upload'
  readonly changes: readonly DirectoryChange[]
  readonly hash: Buffer
  readonly present: PresentDirectory | undefined
}

async function writeDirectory(db: Tx, next: NewDirectory): Promise<void> {
  const { directory, source, changes, hash, present } = next
  const { day, version, participants } = directory
  const accounts = participants.reduce((n, { accounts: list }) => n + list.length, 0)
  const id = await insertLoad(db, {
    directory,
    counts: { banks: participants.length, accounts },
    source,
    hash,
    formerLoad: present?.id ?? null,
  })
  await updateChanges(db, id, changes)
  await putDirectory(db, directory)
  const before = present ? { ...present, hash: undefined } : null
  const after = { day, version, banks: participants.length, changes: changes.length }
  addAuditEvent(db, { action: 'bank.bik_directory', entity: 'bank', id, before, after })
}
