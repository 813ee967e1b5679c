import type { Approvers } from '#contract/payment/approvers.ts'
import { hasOwnPin } from '../../../../auth/rights/approval-queries.ts'
import { describeApprover, othersWhoConfirm } from '../../../../auth/rights/approvals.ts'
import { maybeSamePerson } from '../../../../auth/rights/one-person.ts'
import { may } from '../../../../auth/rights/rights.ts'
import type { Db } from '../../../../db/handle.ts'

/** payment/getApprovers: whose PIN would hand payments of the caller over, before anybody is asked for it (payments.md 10.1). */
export async function getApprovers(db: Db): Promise<Approvers> {
  const grant = db.caller.session?.grants.get('payment.register')
  if (!grant) return { ...NOBODY, own_problem: NO_RIGHT, nobody: NO_RIGHT }
  const { people, nobody } = await othersWhoConfirm(db, 'payment.register')
  const { userId } = db.caller
  const same_person = [...(await maybeSamePerson(db, userId))]
  const hasPin = userId !== null && (await hasOwnPin(db, userId))
  return {
    own_problem: hasPin ? null : NO_PIN,
    others: people.map(describeApprover),
    same_person,
    is_second: may(db, 'approval.payment'),
    nobody,
    max_kop: grant.maxKop,
  }
}

const NOBODY = { others: [], same_person: [], is_second: false, max_kop: null }
const NO_RIGHT =
  'Отправлять выплаты вам нельзя: нужно право «Отправка выплат в банк». Сохраните выплату, её отправит сотрудник с этим правом'
const NO_PIN =
  'Подтвердить нечем: у вас нет постоянного пин-кода. Смените временный на свой или попросите управляющего дать новый'
