import { money, plural } from '#web/ui/format.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import styles from './money.module.css'
import type { MoneyFlow } from './money-table.tsx'

/** Less than a fifth left is told as the matter of the day is. */
const isNearlyUsed = ({ cap_kop, left_kop }: MoneyFlow['limits'][number]) =>
  cap_kop > 0 && left_kop <= cap_kop / 5

/** What the limits of the company and of its agreements still allow now. */
export function MoneyLimits({ limits }: { limits: MoneyFlow['limits'] | undefined }) {
  return (
    <Panel title="Осталось по пределам">
      <ul className={styles['limits']}>
        {limits?.map((limit) => (
          <li
            key={`${limit.bank_config_id} ${limit.period}`}
            data-tone={isNearlyUsed(limit) ? 'orange' : undefined}
          >
            <span>
              {limit.title} <small>{limit.period === 'day' ? 'на сегодня' : 'на этот месяц'}</small>
            </span>
            <span>
              <b>{money(limit.left_kop)}</b> <small>из {money(limit.cap_kop)}</small>
              {limit.left_count !== null && (
                <small>, ещё {plural(limit.left_count, 'выплата', 'выплаты', 'выплат')}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
