import type { ReactNode } from 'react'
import { Link } from '#web/router/link.tsx'
import { askedFields } from '#contract/act/position-fields.ts'
import { act } from '#contract/act/act.ts'
import { shownStatus } from '#contract/payment/payment-entities.ts'
import { payment } from '#contract/payment/payment.ts'
import type { SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { dateTime, day, kg, money } from '#web/ui/format.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import stacked from '#web/ui/layout/stacked.module.css'
import styles from './supplier-card.module.css'

// As many rows as fit a card; the whole list has a screen of its own.
const SHOWN_ROWS = 50

/** The last acts of a supplier. */
export function SupplierActs({ id }: { id: string }) {
  const filter = { supplier_id: [id], limit: SHOWN_ROWS, with: ['rows' as const] }
  const { data, error } = useCall(act.getAll, { query: { filter } })
  if (error) throw error
  if (!data) return <Waiting />
  return (
    <Rows
      heads={['Номер', 'Дата', 'Товар', 'Нетто', 'Сумма', 'Статус', 'Оплата']}
      empty="Актов ещё не было."
      rows={data.items.map((row) => [
        <Link key="n" to={to(paths.act, { actId: row.id })}>
          {row.number ?? 'черновик'}
        </Link>,
        day(row.date ?? row.created_at),
        row.products,
        kg(row.net_g),
        money(row.total_kop),
        <StatusBadge key="s" kind="act" status={row.status} />,
        <StatusBadge key="p" kind="act_payment" status={row.payment_state} />,
      ])}
    />
  )
}

/** The last payments to a supplier. */
export function SupplierPayments({ id }: { id: string }) {
  const filter = { supplier_id: [id], limit: SHOWN_ROWS, with: ['rows' as const] }
  const { data, error } = useCall(payment.getAll, { query: { filter } })
  if (error) throw error
  if (!data) return <Waiting />
  return (
    <Rows
      heads={['Сохранён', 'Куда', 'Назначение', 'Сумма', 'Статус']}
      empty="Выплат ещё не было."
      rows={data.items.map((row) => [
        <Link key="n" to={`${paths.payments}?id=${row.id}`}>
          {dateTime(row.saved_at)}
        </Link>,
        row.method_label,
        row.purpose,
        money(row.amount_kop),
        <StatusBadge key="s" kind="payment" status={shownStatus(row)} />,
      ])}
    />
  )
}

/** The last visits with the vehicles that were seen. */
export function SupplierVisits({ card }: { card: SupplierCard }) {
  const filter = { supplier_id: [card.id], limit: SHOWN_ROWS, with: ['rows' as const] }
  const { data, error } = useCall(visitCalls.getAll, { query: { filter } })
  if (error) throw error
  if (!data) return <Waiting />
  return (
    <div className={styles['stack']}>
      {card.vehicles.length > 0 && (
        <p className={styles['dim']}>Приезжал на: {card.vehicles.join(' · ')}</p>
      )}
      <Rows
        heads={['Номер', 'Въезд', 'Машина', 'Товар', 'Брутто', 'Тара', 'Нетто', 'Статус']}
        empty="Взвешиваний ещё не было."
        rows={data.items.map((row) => [
          <Link key="n" to={`${paths.transactions}?peek=${row.id}`}>
            {row.number}
          </Link>,
          dateTime(row.in_at),
          row.carnumber ?? '—',
          row.product_name ?? '—',
          kg(row.gross_g),
          kg(row.tare_g),
          kg(row.net_g),
          <StatusBadge key="s" kind="transaction" status={row.status} />,
        ])}
      />
    </div>
  )
}

interface RowsProps {
  heads: string[]
  rows: ReactNode[][]
  empty: string
}

/** Amounts that are compared down a column are aligned to the right, so that kopecks are under one another. */
const TRADE_AMOUNTS = ['Физ. вес', 'Засор', 'Брутто', 'Тара', 'Нетто', 'Цена', 'Сумма']
const AMOUNTS = new Set<string>([...TRADE_AMOUNTS, ...askedFields.map(({ label }) => label)])

/** A short table inside a card; columns of amounts are known by their titles. */
export function Rows({ heads, rows, empty }: RowsProps) {
  if (rows.length === 0) return <p className={styles['dim']}>{empty}</p>
  return (
    <div className={styles['tablePlace']}>
      <table className={`${styles['table']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" data-end={AMOUNTS.has(head) || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, place) => (
            // Rows never change their order while they are shown.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={place}>
              {cells.map((cell, column) => (
                <td
                  key={heads[column]}
                  data-label={column > 0 ? heads[column] : undefined}
                  data-whole={column === 0 || undefined}
                  data-end={AMOUNTS.has(heads[column]!) || undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
