import type { ReactNode } from 'react'
import type { ActCard } from '#contract/act/act-entities.ts'
import { flagTitles } from '#contract/core/flags.ts'
import { shownStatus } from '#contract/payment/payment-entities.ts'
import { listMeanings } from '#contract/core/sum-meanings.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { Link } from '#web/router/link.tsx'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { day, kg, money, plural } from '#web/ui/format.ts'
import { OtherReaders } from '../user/other-readers.tsx'
import { openSupplierCard } from '../supplier/open-supplier-card.ts'
import styles from './act-head.module.css'

/** From whom and for how much, first and large; below it the way of the purchase, each step the link to its record. */
export function ActHead({ card }: { card: ActCard }) {
  const { supplier, total_kop, payable_kop } = card
  return (
    <section className={styles['head']} aria-label="Поставщик и сумма">
      <div className={styles['whom']}>
        <button type="button" onClick={() => void openSupplierCard(supplier.id)}>
          {supplier.name}
        </button>
        <small>
          {[supplier.inn && `ИНН ${supplier.inn}`, supplier.doc_masked, supplier.phone]
            .filter(Boolean)
            .join(' · ') || '\u00a0'}
        </small>
      </div>
      <div className={styles['sum']} title={listMeanings.purchases}>
        <b>{money(total_kop)}</b>
        <small>
          {payable_kop > 0 && card.status !== 'void'
            ? `к выплате ${money(payable_kop)}`
            : `выплачено ${money(card.paid_kop)}`}
        </small>
      </div>
      <div className={styles['flags']}>
        {card.flags.map(({ code, reviewed_at }) => (
          <Badge key={code} tone={reviewed_at ? 'gray' : 'orange'} label={flagTitles[code]} />
        ))}
        <OtherReaders record={{ entity: 'act', id: card.id }} />
      </div>
      <ol className={styles['way']} aria-label="Путь закупки">
        {stepsOf(card).map(({ title, value, href, isHere }) => (
          <li key={title} aria-current={isHere ? 'step' : undefined}>
            <small>{title}</small>
            {href ? <Link to={href}>{value}</Link> : <span>{value}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

interface Step {
  readonly title: string
  readonly value: ReactNode
  readonly href?: string | undefined
  readonly isHere?: boolean
}

/** Several records of one kind lead to one, of payments to the newest; the panels below name them all. */
function stepsOf(card: ActCard): Step[] {
  const { transactions, weight_acts, payments, scans } = card
  const [visit] = transactions
  const [weightAct] = weight_acts
  const [payment] = payments
  const pages = scans.filter(({ kind, status }) => kind === 'signed_act' && status !== 'rejected')
  return [
    {
      title: countTitle('Взвешивание', transactions.length),
      value: visit ? `${visit.carnumber ?? visit.number}, ${kg(card.net_g)}` : 'без весов',
      href: visit && `${paths.transactions}?id=${visit.id}`,
    },
    ...(weightAct
      ? [
          {
            title: countTitle('Весовой акт', weight_acts.length),
            value: `№ ${weightAct.number}`,
            href: to(paths.printWeightAct, { weightActId: weightAct.id }),
          },
        ]
      : []),
    {
      title: `Акт от ${day(card.date ?? card.created_at)}`,
      value: `№ ${card.number ?? '—'}`,
      isHere: true,
    },
    {
      title: 'Подпись',
      value:
        pages.length > 0
          ? plural(pages.length, 'лист', 'листа', 'листов')
          : card.status === 'void'
            ? '—'
            : 'скана нет',
    },
    {
      title: countTitle('Выплата', payments.length),
      value: payment ? (
        <>
          {money(payment.act_amount_kop)}{' '}
          <StatusBadge kind="payment" status={shownStatus(payment)} />
        </>
      ) : (
        'не было'
      ),
      href: payment && `${paths.payments}?id=${payment.id}`,
    },
  ]
}

const countTitle = (title: string, number: number) => (number > 1 ? `${title} · ${number}` : title)
