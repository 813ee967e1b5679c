import { Button } from '@mantine/core'
import type { CallResult } from '#contract/core/call.ts'
import type { payment } from '#contract/payment/payment.ts'
import { money } from '#web/ui/format.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import tables from './payment-table.module.css'
import styles from './payment.module.css'
import type { Sendable } from './sendable.ts'

interface SendOutcomesProps {
  payments: readonly Sendable[]
  outcomes: CallResult<typeof payment.register>
  close: () => void
}

/** A batch that passed in part: what was refused, and why, by payment. */
export function SendOutcomes({ payments, outcomes, close }: SendOutcomesProps) {
  useKeys([{ hotkey: 'main', label: 'Понятно', run: close }])
  return (
    <div className={styles['card']}>
      <table className={`${wide['frame']} ${tables['table']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            <th scope="col">Поставщик</th>
            <th scope="col" data-end>
              Сумма
            </th>
            <th scope="col">Почему</th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map((outcome) => {
            const row = payments.find(({ id }) => id === outcome.id)
            return (
              <tr key={outcome.id}>
                <td data-told>{row?.supplier_name ?? '—'}</td>
                <td data-end>{money(row?.amount_kop)}</td>
                <td data-told data-whole>
                  {outcome.message ?? outcome.code}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className={styles['buttons']}>
        <Button data-autofocus onClick={close}>
          Понятно
        </Button>
      </div>
    </div>
  )
}
