import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { MAX_STATE_ROWS, StateRow } from './state-rows.ts'

/** A statement does not show what a bank has still in work. */
const BY_PERSON = 'сверьте по выписке и по поручениям в работе в кабинете банка'

/** How far a bank has told what happened since the last proven moment of a restored database. */
export const askedStates = {
  compared: 'Сверено',
  unlisted: `Сверено то, что знает база; о пропавших выплатах банк не скажет: ${BY_PERSON}`,
  comparing: 'Сверяется',
  cut: 'Сверено не до конца: банк не отвечает или расхождений слишком много',
  silent: `Банк не отвечает больше часа: ${BY_PERSON}`,
  stopped: `Выплаты этого счёта остановлены, банк не спрашивается: ${BY_PERSON}`,
  by_hand: `Банк не отвечает на вопросы: ${BY_PERSON}`,
} as const
export type AskedState = keyof typeof askedStates

const Backup = z.strictObject({
  /** `BACKUP_DIR` and `BACKUP_RECIPIENT` are set. */
  is_set_up: z.boolean(),
  /** The newest whole one is older than a day and two hours. */
  is_late: z.boolean(),
  last: z.nullable(
    z.strictObject({
      name: s.displayText(40),
      ended_at: s.instant,
      row_count: s.count,
      file_count: s.count,
      missing_count: s.count,
      byte_count: s.count,
    }),
  ),
  /** What went wrong after the newest whole one. */
  failed: z.nullable(z.strictObject({ ended_at: s.instant, failure: s.displayText(500) })),
})

const Hold = z.strictObject({
  since: s.instant,
  why: s.displayText(300),
  proven_at: s.instant,
  banks: s.list(
    z.strictObject({
      bank_config_id: s.id('bank_config'),
      company_name: s.displayText(320),
      title: s.displayText(60),
      state: z.enum(Object.keys(askedStates) as AskedState[]),
    }),
    200,
  ),
  /** Agreements with banks that were made after the copy; null: nobody remembers, the companies are asked. */
  lost_agreements: z.nullable(
    s.list(z.strictObject({ company_name: s.displayText(320), title: s.displayText(60) }), 200),
  ),
  /**
   * Payouts that banks know and our records do not, or know as not sent. People of the company decide about each; until then it alone pays
   * nobody, also after payouts were let go.
   */
  open_cases: s.list(z.strictObject({ company_name: s.displayText(320), count: s.count }), 200),
  /** Who has let payouts go first; another person does it second. */
  first: z.nullable(
    z.strictObject({ name: s.displayText(150), at: s.instant, reason: s.displayText(500) }),
  ),
})

/** The installation as its super administrators see it: how each part stands, backups, and what a restore holds (operations.md). */
export const InstallationState = z.strictObject({
  backup: Backup,
  hold: z.nullable(Hold),
  /** By part, and within it what does worst first. */
  rows: s.list(StateRow, MAX_STATE_ROWS),
})
export type InstallationState = z.output<typeof InstallationState>

export const installation = {
  getState: call({
    method: 'GET',
    path: '/api/v1/installation/getState',
    access: 'super',
    action: 'company.manage',
    summary: 'How each part stands, backups, and what is held after a restore',
    result: InstallationState,
    about: ['installation', 'payment_discrepancy', 'bank_config'],
  }),
  release: call({
    method: 'POST',
    path: '/api/v1/installation/release',
    access: 'super',
    action: 'company.manage',
    fresh: true,
    summary: 'Lets payouts go after a restore; the second of two people does it',
    body: z.strictObject({ reason: s.text(500, 20) }),
    result: InstallationState,
    refusals: ['installation.not-held', 'installation.not-compared', 'installation.second-person'],
  }),
} as const
