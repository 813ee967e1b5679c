import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { KEPT_ACTIONS } from './archive-company.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/**
 * Why a reader of the journal may find less in it once old events have left for the archive:
 * - `recent`: it asks for less than a year, which stays whole;
 * - `kept`: it asks for actions of KEPT_ACTIONS alone;
 * - `approved`: it takes nothing but who confirmed, and confirmed events stay;
 * - `approved at`: it takes people of events at the moment of a row whose own maker it takes from the row, so that only who confirmed is new;
 * - `platform`: the journal of the platform is not archived;
 * - `newest`: it asks for the end of a chain, which the record of the archive itself is after each archive;
 * - `told`: a person reads the answer, and its file or the one named here says that events are in the archive;
 * - `chain`: it proves or moves whole chains, whose archived parts are read beside it.
 */
type Class =
  | 'recent'
  | 'kept'
  | 'approved'
  | 'approved at'
  | 'platform'
  | 'newest'
  | `told ${string}`
  | 'chain'

/** Each file that reads the journal, with the class of each of its readings in their order. */
const READERS: Record<string, readonly Class[]> = {
  'auth/opened-account-queries.ts': ['platform'],
  'auth/rights/own-flags-queries.ts': [
    'kept',
    'approved',
    'kept',
    'approved',
    'approved at',
    'kept',
    'kept',
  ],
  'damage/damage-queries.ts': ['recent'],
  'db/standby/prove-standby.ts': ['newest'],
  'features/audit/audit-queries.ts': [
    'told features/audit/read-audit.ts',
    'told features/audit/read-audit.ts',
    'kept',
  ],
  'features/audit/chain-queries.ts': ['newest', 'chain', 'kept', 'chain'],
  'features/auth/auth-queries.ts': ['recent'],
  'features/company/prices/price-step-queries.ts': ['recent'],
  'features/payment/prepare/payee/payee-queries.ts': ['recent'],
  'features/payment/review/read/timeline-queries.ts': ['approved'],
  'features/price/price-step-queries.ts': ['approved'],
  'features/report/bundle/evidence-queries.ts': ['told features/report/bundle/journal-proof.ts'],
  'features/report/kinds/control/audit-events.ts': [
    'told features/report/kinds/control/audit-events.ts',
  ],
  'features/user/own/preference-queries.ts': ['told features/user/own/get-history.ts'],
  'features/visit/change/change-queries.ts': ['kept', 'kept'],
  'installation/installation-queries.ts': ['newest'],
  'journal/archive-queries.ts': ['chain', 'chain', 'chain'],
  'keys/seal-key-queries.ts': ['platform'],
}

// The journal of the demo is made and moved in time before anything is archived.
const NOT_SERVED = /^demo\//

const READING = /\b(?:from|join)\s+audit_event\b|(?:selectFrom|[jJ]oin)\(\s*'audit_event\b/g

interface Reading {
  readonly file: string
  /** The statement about the journal, from what it selects to its end. */
  readonly text: string
}

function readingsOf(file: string, text: string): Reading[] {
  return [...text.matchAll(READING)].map(({ index }) => {
    const isBuilt = /^\w+\(/.test(text.slice(index))
    const start = isBuilt ? index : text.lastIndexOf('select', index)
    const length = text.slice(index).search(isBuilt ? /\n\n|\n\}/ : /`(?!\))/)
    return { file, text: text.slice(start, index + length) }
  })
}

const sources = globSync('**/*.ts', { cwd: path.join(root, 'src/server') })
  .filter((file) => !file.endsWith('.test.ts') && !NOT_SERVED.test(file))
  .toSorted()
const read = (file: string) => readFileSync(path.join(root, 'src/server', file), 'utf8')
const readings = sources.flatMap((file) => readingsOf(file, read(file)))

/** What the statement must show for its class; that a chain is proven with its archived parts is tested where it is proven. */
function fits({ text }: Reading, of: Class): boolean {
  const actions = [...text.matchAll(/'([a-z_]+\.[a-z_-]+)'/g)].map(([, action]) => action!)
  const days = [...text.matchAll(/now\(\) - interval '(\d+) days?'/g)].map(([, n]) => Number(n))
  switch (of) {
    case 'recent':
      return days.length > 0 && days.every((n) => n < 365)
    case 'kept':
      return actions.length > 0 && actions.every((action) => KEPT_ACTIONS.includes(action))
    case 'approved':
      return /approver_id is not null/.test(text) || /^select (?:[a-z]\.)?approver_id\b/.test(text)
    case 'approved at':
      return /e\.at = made\.at/.test(text)
    case 'platform':
      return text.includes('NO_COMPANY')
    case 'newest':
      return /\bseq = h\.seq|max\(seq\)|'seq', '=', seq/.test(text)
    case 'chain':
      return true
    default:
      return /'audit\.archive'|find(?:Last)?Archive/.test(read(of.slice('told '.length)))
  }
}

test('every reader of the journal has a class, and its statement shows it', () => {
  const found = Object.groupBy(readings, ({ file }) => file)
  assert.deepEqual(
    Object.fromEntries(Object.entries(found).map(([file, of]) => [file, of!.length])),
    Object.fromEntries(Object.entries(READERS).map(([file, of]) => [file, of.length])),
    'Write the class of a new reader here; what older events decide needs KEPT_ACTIONS',
  )
  const wrong = readings.flatMap((reading) => {
    const of = READERS[reading.file]![found[reading.file]!.indexOf(reading)]!
    return fits(reading, of) ? [] : [`${reading.file}: ${of}: ${reading.text}`]
  })
  assert.deepEqual(wrong, [])
})

test('no migration after those of the archive reads the journal', () => {
  const files = globSync('*.sql', { cwd: path.join(root, 'migrations') }).toSorted()
  const reading = files.filter((file) =>
    /\b(?:from|join)\s+audit_event\b/i.test(
      readFileSync(path.join(root, 'migrations', file), 'utf8'),
    ),
  )
  assert.equal(reading.at(-1), '0401_archived_events_leave.sql')
})
