import type { BankStatement } from '#contract/payment/statement.ts'
import { plural } from '#web/ui/format.ts'
import shared from '../payment.module.css'
import styles from './bank-files.module.css'

/** What is doubtful about a statement as a whole, and what of its file was not taken. */
export function Reservations({ statement }: { statement: BankStatement }) {
  const { doubts, left_out: leftOut } = statement
  return (
    <>
      {doubts.length > 0 && (
        <p className={shared['notice']} data-tone="orange" role="status">
          {doubts.join('. ')}.
        </p>
      )}
      {leftOut.length > 0 && (
        <div className={shared['notice']} role="status">
          Из файла не взято:
          <ul className={styles['reasons']} aria-label="Из файла не взято">
            {leftOut.map(({ what, records }) => (
              <li key={what}>
                {what}: {plural(records, 'запись', 'записи', 'записей')}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** What is doubtful about a line or a file that was just taken. */
export function Doubts({ doubts }: { doubts: readonly string[] }) {
  if (doubts.length === 0) return null
  return (
    <ul className={styles['doubts']} aria-label="Сомнения">
      {doubts.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  )
}
