import { useNavigate } from 'react-router'
import { methodKinds } from '#contract/bank/method-kinds.ts'
import { company } from '#contract/company/company.ts'
import { paymentStatuses, type Payment } from '#contract/payment/payment-entities.ts'
import { payment } from '#contract/payment/payment.ts'
import { sumMeanings } from '#contract/core/sum-meanings.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths } from '#web/paths.ts'
import { dateTime, money } from '#web/ui/format.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import type { Column } from '#web/ui/list/list-types.ts'
import { shortName } from '#web/ui/layout/people.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { PaymentTotals } from './payment-totals.tsx'
import { describePaymentsTotal } from './payments-total.ts'
import styles from './payment.module.css'

const PaymentCard = lazyPart(async () => (await import('./payment-card.tsx')).PaymentCard)

const KINDS: Record<(typeof methodKinds)[number], string> = {
  card: 'Карта',
  sbp: 'СБП',
  account: 'Счёт',
}

const actsOf = (row: Payment) => row.acts.map((part) => part.act_number).join(', ')
const people = (row: Payment) =>
  [row.created_by_name, row.approved_by_name]
    .filter((name) => name !== null)
    .map(shortName)
    .join(' / ')

const COLUMNS: Column<Payment>[] = [
  {
    id: 'saved_at',
    card: 'subtitle',
    title: 'Сохранена',
    width: 150,
    text: (row) => dateTime(row.saved_at),
    sort: 'saved_at',
  },
  {
    id: 'supplier',
    card: 'title',
    found: true,
    title: 'Поставщик',
    width: 200,
    grow: true,
    text: (row) => row.supplier_name,
    sort: 'supplier_name',
  },
  {
    id: 'amount',
    card: 'amount',
    title: 'Сумма',
    width: 130,
    align: 'end',
    text: (row) => money(row.amount_kop),
    sort: 'amount_kop',
    meaning: sumMeanings.payments,
    total: describePaymentsTotal,
  },
  {
    id: 'status',
    card: 'status',
    title: 'Статус',
    width: 180,
    cell: (row) => <StatusBadge kind="payment" status={row.status} />,
    sort: 'status',
  },
  {
    id: 'method',
    title: 'Куда',
    width: 180,
    text: (row) => row.method_label,
  },
  { id: 'acts', title: 'Акты', width: 120, text: actsOf },
  {
    id: 'reason',
    title: 'Причина',
    width: 180,
    text: (row) => row.reason_text ?? '',
  },
  { id: 'people', title: 'Автор / подтвердил', width: 180, text: people },
  {
    id: 'bank',
    title: 'Банк',
    width: 160,
    cell: (row) =>
      row.training ? <Badge tone="yellow" label="УЧЕБНЫЙ БАНК" icon="circle" /> : row.bank_name,
    text: (row) => (row.training ? 'УЧЕБНЫЙ БАНК' : row.bank_name),
  },
]

const FILTERS = [
  {
    key: 'kind',
    label: 'Способ',
    options: methodKinds.map((kind) => ({ value: kind, label: KINDS[kind] })),
    toFilter: (value: string) => ({ kind: [value] }),
  },
  {
    key: 'attention',
    label: 'Внимание',
    options: [{ value: 'yes', label: 'Требуют внимания' }],
    toFilter: () => ({ attention: true }),
  },
]

const cardOf = (id: string) => <PaymentCard key={id} id={id} />
const isSaved = (row: Payment) => row.status === 'saved'

// What is done with chosen payments is loaded with the first press.
const send = async (rows: Payment[]) =>
  void (await (await import('./send-payments.tsx')).sendPayments(rows))
const cancel = async (rows: Payment[]) =>
  void (await (await import('./send-payments.tsx')).cancelPayments(rows))

/** Payments of the company; `?id=` opens one at the right, also when it is not on the page. */
export function Component() {
  const navigate = useNavigate()
  return (
    <ListScreen<Payment>
      id="payments"
      title="Выплаты"
      call={payment.getAll}
      columns={COLUMNS}
      sort="-saved_at"
      search="Поставщик, акт, номер"
      period
      statuses={{ kind: 'payment', values: paymentStatuses }}
      filters={FILTERS}
      above={<Above />}
      card={cardOf}
      create={{ label: 'Новая выплата', run: () => void navigate(paths.createPayment) }}
      bulk={[
        {
          label: 'Отправить выбранные',
          most: 500,
          key: { code: 'Enter', ctrl: true },
          when: isSaved,
          why: 'Отправляют только сохранённые выплаты: снимите выбор с остальных',
          run: send,
        },
        {
          label: 'Отменить',
          most: 100,
          danger: true,
          when: isSaved,
          why: 'Отменяют только сохранённые выплаты: снимите выбор с остальных',
          run: cancel,
        },
      ]}
      rowTone={(row) => (row.status === 'cancelled' ? 'struck' : undefined)}
      empty="Здесь появятся выплаты поставщикам. Первая создаётся из выписанного акта."
    />
  )
}

function Above() {
  const own = useCall(company.getOwn, {}, { quiet: true })
  const stopped = own.data?.bank_configs.filter((config) => config.circuit === 'stopped') ?? []
  return (
    <div className={styles['stack']}>
      {stopped.map((config) => (
        <p key={config.id} className={styles['notice']} data-tone="red" role="alert">
          Выплаты через «{config.title}» остановлены. {config.stopped_reason}
        </p>
      ))}
      <PaymentTotals />
    </div>
  )
}
