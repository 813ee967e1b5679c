import type { CallInput } from '#contract/core/call.ts'
import type { payment } from '#contract/payment/payment.ts'
import { fitsMaskedName } from '#contract/requisites/names.ts'
import type { PayeeCheck } from '#contract/supplier/payee-check.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { inTransaction, type Db } from '../../../../db/handle.ts'
import { readConfig } from '../../../bank/config-queries.ts'
import { openBank, type OpenBank } from '../../../bank/providers/open-bank.ts'
import type { PayeeAnswer } from '../../../bank/providers/provider.ts'
import { defaultConfig } from '../create/party-queries.ts'
import { namesPayee } from './payee-marks.ts'
import {
  knownChecks,
  lockNames,
  payeesToAsk,
  storeCheck,
  type AskedPayee,
  type KnownCheck,
  type PayeeNames,
} from './payee-queries.ts'

// A person waits for the answer with a payment half prepared: longer than this the bank counts as silent.
const DEADLINE_MS = 10_000
// Questions at once to one bank.
const AT_ONCE = 4

/** payment/checkPayees: asked once a method and kept for thirty days; a silent bank is told and stops nothing. */
export async function checkPayees(
  db: Db,
  { body }: CallInput<typeof payment.checkPayees>,
): Promise<Answer<typeof payment.checkPayees>> {
  const ids = [...new Set(body.payment_method_ids)]
  const payees = await payeesToAsk(db, ids)
  if (payees.length < ids.length) return refuse('common.not-found')
  const known = new Map((await knownChecks(db, ids)).map((row) => [row.payment_method_id, row]))
  const bank = await namingBank(db)
  const isAsked = ({ id, kind, status }: AskedPayee) =>
    bank !== undefined &&
    kind === 'sbp' &&
    status !== 'archived' &&
    needsAnswer(known.get(id), body.again === true)
  const waiting = payees.filter(isAsked)
  const until = AbortSignal.timeout(DEADLINE_MS)
  const fresh = new Map<string, PayeeCheck>()
  const askNext = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift())
      fresh.set(one.id, await askOne(db, bank!, one, until))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askNext))
  return ids.map((id) => ({
    payment_method_id: id,
    check: fresh.get(id) ?? presentCheck(known.get(id)),
  }))
}

const presentCheck = (check: KnownCheck | undefined): PayeeCheck | null =>
  check
    ? {
        outcome: check.outcome,
        told_name: check.told_name,
        ...(check.unexplained && { unexplained: check.unexplained }),
      }
    : null

function needsAnswer(check: KnownCheck | undefined, asksAgain: boolean): boolean {
  if (!check) return true
  const isNamed = check.outcome === 'match' || check.outcome === 'differs'
  return !isNamed && (asksAgain || !check.is_final)
}

interface NamingBank {
  readonly configId: string
  readonly bank: OpenBank
}

/** The bank that phones are paid through by default, when it names owners and can be asked now. */
async function namingBank(db: Db): Promise<NamingBank | undefined> {
  const chosen = await defaultConfig(db, 'sbp')
  if (!chosen || !namesPayee(chosen.adapter, 'sbp')) return undefined
  if (chosen.status !== 'active' || chosen.bank_status !== 'active' || chosen.circuit === 'stopped')
    return undefined
  const config = (await readConfig(db, chosen.id))!
  const { id, adapter, base_url: baseUrl, credentials, account } = config
  const bank = openBank(db, { id, adapter, baseUrl, credentials, account, kind: 'sbp' })
  return bank?.payeeName ? { configId: id, bank } : undefined
}

async function askOne(
  db: Db,
  { bank, configId }: NamingBank,
  payee: AskedPayee,
  until: AbortSignal,
): Promise<PayeeCheck> {
  const to = { kind: 'sbp', phone: payee.sbp_phone!, bankId: payee.sbp_bank_id! } as const
  const answer = await bank.payeeName!(to, until)
  return inTransaction(db, async (tx) => {
    // Compared with the name that the supplier has now: the bank's answer took its time.
    const check = checkOf(await lockNames(tx, payee.supplier_id), answer)
    await storeCheck(tx, payee, configId, check)
    addAuditEvent(tx, {
      action: 'method.payee-check',
      entity: 'payment_method',
      id: payee.id,
      after: { outcome: check.outcome },
    })
    return check
  })
}

/** The name is compared and then forgotten unless it differs: people must see what they confirm. */
function checkOf(payee: PayeeNames, answer: PayeeAnswer): PayeeCheck {
  if (answer.said !== 'name') return { outcome: answer.said, told_name: null }
  // A bank writes an entrepreneur with the letters of the legal form.
  const told = payee.type === 'ip' ? answer.name.replace(/^\s*ип\s+/iu, '') : answer.name
  return fitsMaskedName(told, payee)
    ? { outcome: 'match', told_name: null }
    : { outcome: 'differs', told_name: answer.name }
}
