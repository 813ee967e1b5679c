import type { CallInput } from '#contract/core/call.ts'
import type { installation } from '#contract/installation/installation.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { openedOther } from '../../auth/opened-account-queries.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import { readHold, readInstallation } from '../../installation/installation-queries.ts'
import { SOON } from '../payment/reconcile/compare/compare-night.ts'
import { COMPARE } from '../payment/reconcile/compare/compare-queries.ts'
import { stateRows } from './figures/state-rows.ts'
import {
  askedBanks,
  firstRelease,
  lockInstallation,
  noteFirst,
  noteReleased,
  openCases,
  openQuestions,
  readBackups,
} from './release-queries.ts'

const MOST_NAMED = 200

type State = Answer<typeof installation.getState>

/** installation/getState. */
export async function getState(db: Db): Promise<State> {
  const { q, services } = db
  const { is_late: isLate, last, failed } = await readBackups(q)
  const isSetUp = services.config.backup !== undefined
  const hold = await readHold(q)
  const first = hold && (await firstRelease(q))
  return {
    rows: await stateRows(services),
    backup: { last, failed, is_set_up: isSetUp, is_late: isSetUp && isLate },
    hold: hold
      ? {
          ...hold,
          lost_agreements:
            hold.lost_agreements &&
            Object.values(hold.lost_agreements)
              .map(({ company_name, title }) => ({ company_name, title }))
              .slice(0, MOST_NAMED),
          banks: await askedBanks(q, hold.since),
          open_cases: await openCases(q),
          first: first ? { name: first.name, at: first.at, reason: first.reason } : null,
        }
      : null,
  }
}

/**
 * installation/release: two people, one after the other, each with a reason, once every bank that can be asked has told what it did since
 * the last proven moment. A company in which something that it told is open, or whose bank has not told all, stays held by itself.
 */
export async function release(
  db: Db,
  { body: { reason } }: CallInput<typeof installation.release>,
): Promise<State> {
  const userId = db.caller.userId!
  await inTransaction(db, async (tx) => {
    await lockInstallation(tx)
    const hold = (await readHold(tx.q)) ?? refuse('installation.not-held')
    const banks = await askedBanks(tx.q, hold.since)
    if (banks.some(({ state }) => state === 'comparing')) refuse('installation.not-compared')
    const { id } = await readInstallation(tx.q)
    const first = await firstRelease(tx.q)
    const isSecond = first !== undefined
    if (isSecond && (first.by === userId || (await openedOther(tx.q, first.by, userId))))
      refuse('installation.second-person')
    if (isSecond) {
      await openQuestions(tx, hold.lost_agreements ?? {})
      await noteReleased(tx, userId)
      // Once more, of what they did until now.
      await db.services.jobs.enqueue(tx, COMPARE, {}, SOON)
    } else await noteFirst(tx, userId, reason)
    addAuditEvent(tx, {
      action: isSecond ? 'installation.release' : 'installation.release-first',
      entity: 'installation',
      id,
      after: { reason },
    })
  })
  return getState(db)
}
