import type { CompanyRules } from '#contract/company/company-settings.ts'
import type { PayeeCheck } from '#contract/supplier/payee-check.ts'
import { roubles } from './limit-rules.ts'

/** The facts that decide whether the person who prepared a payment may confirm it. */
export interface SecondPersonFacts {
  readonly rules: Pick<CompanyRules, 'approval_over_kop'>
  readonly method: {
    readonly holder_match: string
    readonly shared: boolean
    readonly recently_changed: boolean
    readonly payee_check: PayeeCheck | null
  }
  readonly paidBefore: boolean
  /** With this payment, so that a sum cannot be split below the threshold. */
  readonly payeeTodayKop: number
  readonly decidedByHand: boolean
}

/** Why a payment takes another person's PIN, in words; none: its maker's own is enough (payments.md 10). */
export function secondPersonReasons(facts: SecondPersonFacts): string[] {
  const { method } = facts
  const limitKop = facts.rules.approval_over_kop
  return [
    limitKop === 0
      ? 'для любой суммы'
      : facts.payeeTodayKop > limitKop && `получателю за день больше ${roubles(limitKop)} ₽`,
    !facts.paidBefore && 'первая выплата поставщику',
    method.recently_changed && 'реквизиты недавно менялись',
    method.shared && 'реквизиты общие с другим поставщиком',
    method.holder_match !== 'match' && 'владелец не подтверждён',
    method.payee_check?.outcome === 'differs' && 'банк назвал другого получателя',
    facts.decidedByHand && 'прежнюю выплату решали вручную',
  ].filter((reason) => typeof reason === 'string')
}
