import type { Instrument, instrument } from '#contract/act/instrument.ts'
import type { instrumentChange } from '#contract/act/instrument-change.ts'
import type { CallInput } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../idempotency.ts'
import { readList } from '../../list/lists.ts'
import {
  changeInstrument,
  findControlSite,
  insertInstrument,
  instrumentList,
  isAhead,
  lockInstrument,
} from './instrument-queries.ts'

/** instrument/getAllInstruments. */
export function listInstruments(
  db: Db,
  { query }: CallInput<typeof instrument.getAll>,
): Promise<Answer<typeof instrument.getAll>> {
  return readList(db, instrumentList(db, query.filter ?? {}))
}

/** instrument/createNewInstrument. */
export function createInstrument(
  db: Db,
  { body }: CallInput<typeof instrumentChange.create>,
): Promise<Instrument> {
  return inTransaction(db, async (tx) => {
    const { client_id: _, ...fields } = body
    const stamp = idempotencyKeyOf(body)
    const earlierId = await findEarlierCopy(tx, 'instrument', stamp)
    if (earlierId) return presentInstrument(tx, earlierId)
    await assertSite(tx, body.site_id)
    await assertVerified(tx, body.verified_on)
    const id = uuidv7()
    await insertInstrument(tx, { ...fields, ...stamp, id })
    addAuditEvent(tx, {
      action: 'instrument.create',
      entity: 'instrument',
      id,
      after: fields,
    })
    return presentInstrument(tx, id)
  })
}

/** instrument/updateInstrument: acts that were issued keep what the instrument was on their day. */
export function updateInstrument(
  db: Db,
  { body }: CallInput<typeof instrumentChange.update>,
): Promise<Instrument> {
  return inTransaction(db, async (tx) => {
    const { id, version, ...fields } = body
    const before = (await lockInstrument(tx, id)) ?? refuse('common.not-found')
    if (before.version !== version) refuse('common.stale')
    await assertSite(tx, body.site_id)
    await assertVerified(tx, body.verified_on)
    await changeInstrument(tx, id, fields)
    const previous = Object.entries(before).filter(([name]) => name in fields)
    addAuditEvent(tx, {
      action: 'instrument.update',
      entity: 'instrument',
      id,
      before: Object.fromEntries(previous),
      after: fields,
    })
    return presentInstrument(tx, id)
  })
}

async function assertSite(db: Db, id: string | null | undefined): Promise<void> {
  if (id && !(await findControlSite(db, id)))
    refuse('common.not-found', { fields: { site_id: 'Такой площадки у компании нет' } })
}

/** An instrument that is yet to be verified measures nothing. */
async function assertVerified(db: Db, day: string | undefined): Promise<void> {
  if (day !== undefined && (await isAhead(db, day)))
    refuse('common.validation', { fields: { verified_on: 'Этот день ещё не наступил' } })
}

async function presentInstrument(db: Db, id: string): Promise<Instrument> {
  const { items } = await readList(db, instrumentList(db, { ids: [id] }))
  return items[0]!
}
