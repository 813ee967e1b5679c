import { Radio, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { PaymentCard } from '#contract/payment/payment-entities.ts'
import { MOST_PAYOUTS } from '#contract/payment/review.ts'
import { ProofPictureButton, type ProofPicture } from '#web/features/file/file-button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx'
import { IntInput } from '#web/ui/inputs/int-input.tsx'
import { MoneyInput } from '#web/ui/inputs/amount-input.tsx'
import { Facts } from '#web/ui/layout/facts.tsx'
import { money, writtenWords } from '#web/ui/format.ts'
import styles from '../payment.module.css'

/** The payment that is decided, as its card and a discrepancy know it. */
export type DecidedPayment = Pick<PaymentCard, 'id' | 'supplier_name' | 'amount_kop' | 'status'> & {
  readonly held: PaymentCard['held']
}

export interface DecisionWords {
  readonly note: string
  /** Of a bank that said something: whether it paid, and how much. */
  readonly isPaid?: boolean | undefined
  readonly paidKop?: number | null | undefined
  readonly paidCount?: number | null | undefined
  readonly letter?: ProofPicture | undefined
}

interface BankDecisionProps {
  about: DecidedPayment
  /** What was told before and refused. */
  before: DecisionWords | undefined
  close: (told?: DecisionWords) => void
}

const SHORTEST = 20

/**
 * What two people say of a payment whose end no bank tells: words, and the bank's letter. Of a bank that contradicts itself it is also
 * asked whether it paid, and how much.
 */
export function BankDecision({ about, before, close }: BankDecisionProps) {
  const [words, setWords] = useState<DecisionWords>(before ?? { note: '' })
  const [isSending, setSending] = useState(false)
  const add = (more: Partial<DecisionWords>) => setWords((had) => ({ ...had, ...more }))
  const { held } = about
  const note = words.note.trim()
  const missing = SHORTEST - note.length
  const isUnclear = held !== null && !isWhole(about, words)
  return (
    <div className={styles['stack']}>
      <Facts
        facts={[
          { label: 'Получатель', value: about.supplier_name },
          { label: 'Сумма', value: money(about.amount_kop) },
          ...(held ? [{ label: 'Банк сказал', value: saidBy(held) }] : []),
        ]}
      />
      <p className={styles['notice']} data-tone="orange">
        {held ? HELD_RULE : SILENT_RULE}
      </p>
      {held && <WhatWasPaid about={about} words={words} add={add} />}
      <Textarea
        label="Что сообщил банк, кто и когда"
        value={words.note}
        onChange={(event) => add({ note: event.currentTarget.value })}
        description={writtenWords(note.length, SHORTEST, 500)}
        maxLength={500}
        autosize
        minRows={held ? 2 : 4}
        data-autofocus={held ? undefined : true}
      />
      <ProofPictureButton
        label="Письмо банка, снимок"
        of={{ entity: 'payment', entity_id: about.id, kind: 'other' }}
        picture={words.letter}
        take={(letter) => add({ letter })}
        setSending={setSending}
      />
      <DialogButtons
        main="Подтвердить вдвоём"
        run={() => close({ ...words, note })}
        cancel={() => close()}
        disabled={missing > 0 || isSending || isUnclear}
      />
    </div>
  )
}

const HELD_RULE =
  'Ответам банка об этой выплате верить нельзя: они расходятся. Запросите у банка письмо о том, сколько денег ушло получателю, и приложите его снимок. Решение подтверждает пин-кодом другой сотрудник, отменить его нельзя.'
const SILENT_RULE =
  'Решение нужно, когда с отправки прошли сутки, а банк трижды подряд ответил, что выплаты у него нет. Доказательство — загруженные выписки счёта за день отправки и трое суток после или снимок письма банка. Если банк всё же исполнит выплату, её покажет выписка.'

const saidBy = ({ title, told }: NonNullable<DecidedPayment['held']>) =>
  told === null ? title : `${title}: ${told}`

/** Everything that the server needs of the decision is told. */
function isWhole({ held }: DecidedPayment, { isPaid, paidKop, paidCount }: DecisionWords): boolean {
  if (isPaid === undefined) return false
  if (!isPaid) return true
  const isCount = (paidCount ?? 0) >= 1 && (paidCount ?? 0) <= MOST_PAYOUTS
  return (paidKop ?? 0) > 0 && (!held?.counts_payouts || isCount)
}

interface WhatWasPaidProps {
  about: DecidedPayment
  words: DecisionWords
  add: (more: Partial<DecisionWords>) => void
}

function WhatWasPaid({ about, words, add }: WhatWasPaidProps) {
  const { isPaid, paidKop = null, paidCount = null } = words
  return (
    <>
      <Radio.Group
        label="Что говорит письмо"
        value={isPaid === undefined ? '' : String(isPaid)}
        onChange={(value) =>
          add({ isPaid: value === 'true', paidKop: paidKop ?? about.amount_kop })
        }
      >
        <div className={styles['stack']}>
          <Radio
            value="true"
            label="Деньги ушли получателю"
            description={effectOf(about, paidKop ?? about.amount_kop)}
          />
          <Radio
            value="false"
            label={about.status === 'paid' ? 'Деньги не ушли или вернулись' : 'Банк не исполнил'}
            description="Акты снова станут к выплате. Если деньги всё же ушли, их заплатят второй раз."
          />
        </div>
      </Radio.Group>
      {isPaid && (
        <MoneyInput
          label="Сколько ушло всего, ₽"
          value={paidKop}
          onChange={(kop) => add({ paidKop: kop })}
        />
      )}
      {isPaid && about.held?.counts_payouts && (
        <IntInput
          label="Сколько переводов банк исполнил"
          value={paidCount}
          onChange={(count) => add({ paidCount: count })}
        />
      )}
    </>
  )
}

/** What becomes of the acts by the sum that the letter names. */
function effectOf({ amount_kop: sum }: DecidedPayment, kop: number): string {
  if (Number.isNaN(kop) || kop === sum) return 'Акты оплачены, больше по ним не заплатят.'
  return kop < sum
    ? `Акты оплачены по порядку на эту сумму, остаток ${money(sum - kop)} снова к выплате.`
    : `Акты оплачены целиком. Лишние ${money(kop - sum)} потребуйте назад: их ждём среди расхождений.`
}
