import { Radio, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { DebitOutcome, PaymentDiscrepancy } from '#contract/payment/review.ts'
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx'
import { day, money, writtenWords } from '#web/ui/format.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import styles from '../payment.module.css'

export interface DebitWords {
  readonly outcome: DebitOutcome
  readonly resolution: string
}

interface CloseDebitProps {
  found: PaymentDiscrepancy
  /** What was told before and refused. */
  before: DebitWords | undefined
  close: (told?: DebitWords) => void
}

const SHORTEST = 10

const OUTCOMES: readonly { value: DebitOutcome; label: string }[] = [
  { value: 'debit_pays', label: 'Банк заплатил: списание оплачивает акты' },
  { value: 'not_paid', label: 'Не наша выплата, или деньги возвращаются' },
]

/** What either outcome brings; a debit of another sum says what becomes of the difference. */
function effectsOf({ line, payment: ours }: PaymentDiscrepancy): Record<DebitOutcome, string> {
  const excessKop = (line?.amount_kop ?? 0) - (ours?.amount_kop ?? 0)
  const isRunning = ours?.status === 'registered' || ours?.status === 'processing'
  const pays = [
    'Появится оплаченная выплата по этой строке.',
    isRunning ? 'Прежняя закончится отклонённой.' : 'Прежняя останется как была.',
    excessKop < 0 && `Остаток ${money(-excessKop)} останется к выплате.`,
    excessKop > 0 && `Лишние ${money(excessKop)} потребуйте назад: актов они не оплатят.`,
    excessKop === 0 && 'По актам больше не заплатят.',
  ]
  return {
    debit_pays: pays.filter(Boolean).join(' '),
    not_paid: isRunning
      ? 'Выплата ждёт своего списания, как и ждала: потом её можно отозвать или отклонить.'
      : 'Акты останутся к выплате: их оплатит новая выплата.',
  }
}

/** What became of a debit of a payment that is held for over: two outcomes, and words for either. */
export function CloseDebit({ found, before, close }: CloseDebitProps) {
  const [outcome, setOutcome] = useState(before?.outcome)
  const [words, setWords] = useState(before?.resolution ?? '')
  const resolution = words.trim()
  const missing = SHORTEST - resolution.length
  const { line, payment: ours } = found
  const effects = effectsOf(found)
  return (
    <div className={styles['stack']}>
      <Facts
        facts={[
          {
            label: 'Списание',
            value:
              line &&
              `${money(line.amount_kop)}, ${day(line.booked_on)}${line.doc_number ? `, № ${line.doc_number}` : ''}`,
          },
          { label: 'Получатель', value: line?.counterparty ?? ours?.supplier_name },
          { label: 'Счёт', value: line?.account },
        ]}
      />
      <Radio.Group
        label="Чем это кончилось"
        value={outcome ?? ''}
        onChange={(value) => setOutcome(OUTCOMES.find((one) => one.value === value)?.value)}
      >
        <div className={styles['stack']}>
          {OUTCOMES.map((one) => (
            <Radio key={one.value} {...one} description={effects[one.value]} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label="Откуда это известно"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        description={writtenWords(resolution.length, SHORTEST, 500)}
        maxLength={500}
        autosize
        minRows={3}
        data-autofocus
      />
      <DialogButtons
        main="Подтвердить вдвоём"
        run={() => outcome && close({ outcome, resolution })}
        cancel={() => close()}
        disabled={missing > 0 || outcome === undefined}
      />
    </div>
  )
}
