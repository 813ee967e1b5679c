import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CallResult } from '#contract/core/call.ts'
import { price } from '#contract/price/price.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { dateTime } from '#web/ui/format.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { orNone } from '../price-messages.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import styles from './price-dialogs.module.css'

interface HistoryOf {
  /** Absent: of all goods of the column. */
  productId: string | undefined
  columnId: string
  /** The good and its column, as the window names them. */
  title: string
  canEdit: boolean
}

/** Who set a price and when, and what is planned for it. */
export function showHistory(of: HistoryOf): Promise<void> {
  return openDialog({ title: of.title, width: 640 }, () => <HistoryDialog {...of} />)
}

type Past = CallResult<typeof price.getHistory>

const REASONS: Record<Past['items'][number]['reason'], string> = {
  cell: 'Правка',
  bulk: 'Изменение колонки',
  plan: 'По плану',
}

function HistoryDialog({ productId, columnId, canEdit }: HistoryOf) {
  const [marks, setMarks] = useState<(string | undefined)[]>([undefined])
  const query = { ...(productId && { product_id: productId }), column_id: columnId }
  const first = useCall(price.getHistory, { query })
  if (first.error) return <p role="alert">{first.error.message}</p>
  if (!first.data) return <Waiting />
  const { plans, items } = first.data
  return (
    <div className={styles['body']} tabIndex={-1} data-autofocus>
      {plans.length > 0 && <Plans plans={plans} canEdit={canEdit} named={!productId} />}
      {items.length === 0 && plans.length === 0 && (
        <p>{productId ? 'Эту цену ещё не меняли.' : 'Цены этой колонки ещё не меняли.'}</p>
      )}
      {items.length > 0 && (
        <div className={styles['scroller']}>
          <table className={`${styles['table']} ${stacked['stacked']}`}>
            <thead>
              <tr>
                <th scope="col">Когда</th>
                {!productId && <th scope="col">Товар</th>}
                <th scope="col" data-end>
                  Было
                </th>
                <th scope="col" data-end>
                  Стало
                </th>
                <th scope="col">Кто</th>
                <th scope="col">Как</th>
              </tr>
            </thead>
            {marks.map((after, i) => (
              <PastPage
                key={after ?? ''}
                query={{ ...query, ...(after && { after }) }}
                more={i === marks.length - 1 ? (next) => setMarks([...marks, next]) : undefined}
              />
            ))}
          </table>
        </div>
      )}
    </div>
  )
}

interface PastPageProps {
  query: { product_id?: string; column_id: string; after?: string }
  more: ((next: string) => void) | undefined
}

function PastPage({ query, more }: PastPageProps) {
  const { data } = useCall(price.getHistory, { query })
  return (
    <tbody>
      {data?.items.map((item) => (
        <tr key={item.id}>
          <td>{dateTime(item.at)}</td>
          {!query.product_id && <td data-label="Товар">{item.product_name}</td>}
          <td data-end data-label="Было">
            {orNone(item.old_kop)}
          </td>
          <td data-end data-label="Стало">
            {orNone(item.new_kop)}
          </td>
          <td data-label="Кто">{item.by_name ?? 'Сервер'}</td>
          <td data-label="Как">{REASONS[item.reason]}</td>
        </tr>
      ))}
      {data?.next && more && (
        <tr>
          <td colSpan={query.product_id ? 5 : 6}>
            <Button variant="default" size="xs" onClick={() => more(data.next!)}>
              Показать раньше
            </Button>
          </td>
        </tr>
      )}
    </tbody>
  )
}

interface PlansProps {
  plans: Past['plans']
  canEdit: boolean
  /** Of a whole column: each says of what. */
  named: boolean
}

function Plans({ plans, canEdit, named }: PlansProps) {
  const cancel = useSend(price.cancelPlan, { refreshes: [price.get, price.getHistory] })
  return (
    <section className={styles['plans']}>
      <h2>Запланировано</h2>
      <ul>
        {plans.map((plan) => (
          <li key={plan.id}>
            <span>
              {named && `${plan.product_name}, `}
              {named ? 'с' : 'С'} {dateTime(plan.from_at)}: <b>{orNone(plan.price_kop)}</b>
              {plan.by_name && `, ${plan.by_name}`}
            </span>
            {canEdit && (
              <Button
                variant="default"
                size="xs"
                disabled={cancel.sending}
                onClick={() => void cancel.send({ query: { id: plan.id } })}
              >
                Снять
              </Button>
            )}
          </li>
        ))}
      </ul>
      {cancel.refusal && <p role="alert">{cancel.refusal.explanation}</p>}
    </section>
  )
}
