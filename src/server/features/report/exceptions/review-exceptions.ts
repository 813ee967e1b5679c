import type { CallInput } from '#contract/core/call.ts'
import type { flagReview, FlaggedEntity } from '#contract/report/exceptions.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { maybeSamePerson } from '../../../auth/rights/one-person.ts'
import { refuseOwnFlags } from '../../../auth/rights/own-flags-queries.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { reviewFlags } from '../../../flags.ts'
import { unrecordedLoads } from '../../device/loads/episode-queries.ts'
import { lockFlags, storeFlags, type FlagPlace } from './exception-queries.ts'
import { kindsSeenBy } from './exception-words.ts'

const EVENTS = {
  transaction: 'transaction.review',
  weight_act: 'weight_act.review',
  act: 'act.review',
  supplier: 'supplier.review',
  payment: 'payment.review',
  weight_episode: 'weight.explain',
  zero_departure: 'zero_departure.review',
} as const satisfies Record<FlaggedEntity, string>

type Body = CallInput<typeof flagReview.reviewExceptions>['body']

/**
 * report/reviewExceptions: all or nothing. The records keep their versions, so that a form that is open over one of them can
 * still be saved.
 */
export function reviewExceptions(
  db: Db,
  { body }: { body: Body },
): Promise<Answer<typeof flagReview.reviewExceptions>> {
  const seen = kindsSeenBy(db)
  return inTransaction(db, async (tx) => {
    const at = new Date().toISOString()
    await confirmLoads(tx, body)
    let reviewed = 0
    for (const record of recordsOf(body.items)) {
      if (!seen.includes(record.entity)) refuse('common.not-found')
      reviewed += await reviewRecord(tx, record, { at, note: body.note })
    }
    return { reviewed }
  })
}

/**
 * Loads without a record are explained with a PIN: another's, where the caller, or who may be the same person, was on duty at that scale
 * (domain.md 6.5).
 */
async function confirmLoads(tx: Tx, { items, note }: Body): Promise<void> {
  const ids = items.filter(({ entity }) => entity === 'weight_episode').map((one) => one.entity_id)
  if (ids.length === 0) return
  const { userId } = tx.caller
  const people = [userId, ...(await maybeSamePerson(tx, userId))]
  const { load_g, plates, own } = await unrecordedLoads(tx, ids, people)
  const about = { weight_g: load_g, carnumber: plates.join(', ') || null, note }
  const object = { entity: 'weight_episode', ids, about } as const
  await requireApproval(tx, 'exception.review', object, own ? 'other' : 'self')
}

type Item = Body['items'][number]

interface FlaggedRecord extends Pick<FlagPlace, 'entity' | 'id'> {
  readonly codes: FlagPlace['code'][]
}

/** One entry per record, in an order that two people who review the same records lock alike. */
function recordsOf(items: readonly Item[]): FlaggedRecord[] {
  const records = new Map<string, FlaggedRecord>()
  for (const { entity, entity_id: id, code } of items) {
    const record = records.get(`${entity} ${id}`) ?? { entity, id, codes: [] }
    record.codes.push(code)
    records.set(`${entity} ${id}`, record)
  }
  return [...records].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record)
}

async function reviewRecord(
  tx: Tx,
  { entity, id, codes }: FlaggedRecord,
  { at, note }: { at: string; note: string },
): Promise<number> {
  const before = (await lockFlags(tx, entity, id)) ?? refuse('common.not-found')
  const open = before.filter((flag) => codes.includes(flag.code) && !flag.reviewed_at)
  if (open.length === 0) return 0
  const flags = open.map(({ code }) => code)
  await refuseOwnFlags(tx, entity, id, flags)
  const by = tx.caller.session?.fullName ?? ''
  await storeFlags(tx, { entity, id }, reviewFlags(before, flags, { at, by, note }))
  addAuditEvent(tx, { action: EVENTS[entity], entity, id, after: { flags, note } })
  return open.length
}
