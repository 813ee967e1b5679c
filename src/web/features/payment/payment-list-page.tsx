import { Button } from '@mantine/core'
import { actsOf, paymentColumns, TEST_PAYMENT } from '#contract/lists/payment-columns.ts'
import { useNavigate, useSearchParams } from '#web/router/hooks.ts'
import { methodKinds } from '#contract/bank/method-kinds.ts'
import type { CallResult } from '#contract/core/call.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { paymentStatuses, type Payment } from '#contract/payment/payment-entities.ts'
import { paymentOrder } from '#contract/payment/order.ts'
import { payment } from '#contract/payment/payment.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#contract/screen-paths.ts'
import { money, shortDateTime } from '#web/ui/format.ts'
import { quote } from '#contract/words/quote.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { kindLabels, describePaymentsTotal, describeUncounted } from './payment-labels.ts'
import { PaymentTabs } from './payment-tabs.tsx'
import styles from './payment.module.css'
import { stoppedConfigs } from './agreement/stopped-configs.ts'

const SignInNotices = lazyPart(
  async () => (await import('./agreement/sign-in-notices.tsx')).SignInNotices,
)
const PaymentCard = lazyPart(async () => (await import('./payment-card.tsx')).PaymentCard)

const COLUMNS = screenColumns(paymentColumns, {
  saved_at: {
    card: 'subtitle',
    width: 100,
    cell: (row) => shortDateTime(row.saved_at),
  },
  supplier: { card: 'title', found: true, width: 220, grow: true },
  amount: { card: 'amount', total: describePaymentsTotal, width: 110 },
  status: { card: 'status', width: 190 },
  method: { width: 190 },
  acts: {
    width: 104,
    cell: (row) =>
      row.is_test ? <Badge tone="gray" label={TEST_PAYMENT} icon="question" /> : actsOf(row),
  },
  reason: { width: 120, grow: true },
  people: { width: 170, wide: true },
  bank: {
    width: 140,
    wide: true,
    cell: (row) =>
      row.training ? <Badge tone="yellow" label="УЧЕБНЫЙ БАНК" icon="circle" /> : row.bank_name,
  },
})

const FILTERS = [
  {
    key: 'kind',
    label: 'Способ',
    options: methodKinds.map((kind) => ({ value: kind, label: kindLabels[kind] })),
    toFilter: (value: string) => ({ kind: [value] }),
  },
  {
    key: 'attention',
    label: 'Внимание',
    options: [{ value: 'yes', label: 'Требуют внимания' }],
    toFilter: () => ({ attention: true }),
  },
]

/** What a sum of money is made of: shown where a link asks for it. */
const MONEY_FILTERS = [
  {
    key: 'day_of',
    label: 'Период по дню',
    options: [
      { value: 'finished', label: 'День завершения' },
      { value: 'returned', label: 'День возврата' },
    ],
  },
  {
    key: 'file',
    label: 'Файл для банка',
    options: [
      { value: 'yes', label: 'Ждут файла' },
      { value: 'no', label: 'Без ждущих файла' },
    ],
    toFilter: (value: string) => ({ waits_for_file: value === 'yes' }),
  },
  {
    key: 'test',
    label: 'Проверочные',
    options: [
      { value: 'no', label: 'Без проверочных' },
      { value: 'only', label: 'Только проверочные' },
    ],
    toFilter: (value: string) => ({ is_test: value === 'only' }),
  },
  {
    key: 'receipt',
    label: 'Чек самозанятого',
    options: [{ value: 'missing', label: 'Нет чека' }],
    toFilter: () => ({ no_receipt: true as const }),
  },
]

type Config = CallResult<typeof ownCompany.getOwn>['bank_configs'][number]

/** An agreement that is named in the address narrows the list also before its title is known. */
const bankFilter = (configs: readonly Config[], chosen: string | null) => ({
  key: 'bank',
  label: 'Банк',
  options: [
    ...configs.map(({ id, title }) => ({ value: id, label: title })),
    ...(chosen && configs.every(({ id }) => id !== chosen)
      ? [{ value: chosen, label: 'Выбранный банк' }]
      : []),
  ],
  toFilter: (value: string) => ({ bank_config_id: [value] }),
})

/** The content of one registry: the link from its row. */
const registryFilter = (id: string) => ({
  key: 'registry',
  label: 'Реестр',
  options: [{ value: id, label: 'Выбранный реестр' }],
  toFilter: (value: string) => ({ registry_id: value }),
})

const cardOf = (id: string) => <PaymentCard key={id} id={id} />
const isSaved = (row: Payment) => row.status === 'saved'

// What is done with chosen payments is loaded with the first press.
const send = async (rows: Payment[]) =>
  void (await (await import('./send-payments.tsx')).sendPayments(rows))
const test = async () => (await import('./agreement/test-payment.tsx')).openTestPayment()
const cancel = async (rows: Payment[]) =>
  void (await (await import('./send-payments.tsx')).cancelPayments(rows))

const BankFiles = lazyPart(async () => (await import('./bank-files/bank-files.tsx')).BankFiles)

const LazyPaper = lazyPart(async () => (await import('#web/ui/print/paper.tsx')).Paper)

/** Payments of the company; `?tab=` shows the files that go to the bank and come from it, `?order=` a payment order. */
export function Component() {
  const [address] = useSearchParams()
  const tab = address.get('tab')
  const order = address.get('order')
  if (order) return <OrderPaper id={order} />
  return tab ? <BankFiles tab={tab} /> : <PaymentList />
}

function OrderPaper({ id }: { id: string }) {
  const { data, error } = useCall(paymentOrder.getOrder, { query: { id } }, { quiet: true })
  const pdf = useSend(paymentOrder.getOrderPdf)
  return (
    <LazyPaper
      paper={data}
      failure={error && { error, title: 'Платёжное поручение', back: 'Вернуться к выплате' }}
      record={`${paths.payments}?id=${id}`}
      back="Назад к выплате"
      pdf={(copies) => pdf.send({ query: { id, copies } })}
    />
  )
}

/** `?id=` opens one at the right, also when it is not on the page. */
function PaymentList() {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const registry = address.get('registry')
  const bank = address.get('bank')
  const configs = useCall(ownCompany.getOwn, {}, { quiet: true }).data?.bank_configs ?? []
  return (
    <ListScreen<Payment>
      id="payments"
      title="Выплаты"
      call={payment.getAll}
      columns={COLUMNS}
      sort="-saved_at"
      search="Поставщик, акт, номер"
      period
      statuses={{ kind: 'payment', values: paymentStatuses, sum: money }}
      filters={[
        ...FILTERS,
        ...(bank || configs.length > 1 ? [bankFilter(configs, bank)] : []),
        ...MONEY_FILTERS.filter(({ key }) => address.has(key)),
        ...(registry ? [registryFilter(registry)] : []),
      ]}
      tabs={<PaymentTabs tab="payments" />}
      above={<Above />}
      actions={<TestPaymentButton />}
      card={cardOf}
      create={{
        label: 'Новая выплата',
        right: 'payment.save',
        run: () => navigate(paths.createPayment),
      }}
      bulk={[
        {
          label: 'Отправить выбранные',
          right: 'payment.register',
          most: 500,
          hotkey: 'main',
          when: isSaved,
          why: 'Отправляют только сохранённые выплаты: снимите выбор с остальных',
          run: send,
        },
        {
          label: 'Отменить',
          right: 'payment.cancel',
          most: 100,
          danger: true,
          when: isSaved,
          why: 'Отменяют только сохранённые выплаты: снимите выбор с остальных',
          run: cancel,
        },
      ]}
      leftOut={describeUncounted}
      rowTone={(row) => (row.status === 'cancelled' ? 'struck' : undefined)}
      empty="Здесь появятся выплаты поставщикам. Первая создаётся из выписанного акта."
    />
  )
}

/** For who holds the right: a manager whose agreement waits to be proven (payments.md 3.9). */
function TestPaymentButton() {
  const mayTest = useMay('payment.test')
  if (!mayTest) return null
  return (
    <Button variant="default" onClick={() => void test()}>
      Проверочный платёж
    </Button>
  )
}

function Above() {
  const own = useCall(ownCompany.getOwn, {}, { quiet: true })
  const configs = own.data?.bank_configs ?? []
  const stopped = stoppedConfigs(configs)
  const awaitsSignIn = configs.some((one) => one.awaits_sign_in)
  if (stopped.length === 0 && !awaitsSignIn) return null
  return (
    <div className={styles['stack']}>
      {stopped.map((config) => (
        <p key={config.id} className={styles['notice']} data-tone="red" role="alert">
          Выплаты через {quote(config.title)} остановлены.{' '}
          {config.stopped_reason ?? config.off_reason}
        </p>
      ))}
      {awaitsSignIn && <SignInNotices configs={configs} />}
    </div>
  )
}
