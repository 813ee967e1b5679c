import { actColumns } from '#contract/lists/act-columns.ts'
import { useNavigate, useSearchParams } from '#web/router/hooks.ts'
import { act } from '#contract/act/act.ts'
import { actStatuses, paymentStates, type Act } from '#contract/act/act-entities.ts'
import { flagAreas, flagCodes, openMarks } from '#contract/core/flags.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { paymentAddress } from './pay-act.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'
import type { ListFilter } from '#web/ui/list/list-types.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { describeLeftOut } from '#web/ui/list/describe-left-out.ts'
import { money } from '#web/ui/format.ts'
import styles from '#web/ui/list/list.module.css'
import { statusAppearance } from '#web/ui/feedback/status.ts'
import { hashKey, useQuery } from '@tanstack/react-query'
import { REFERENCE_MS } from '#web/api/use-call.ts'
import { userId, useStore } from '#web/state/store.ts'
import { untilAnswered } from '#web/state/until-answered.ts'
import { linkFilter, MAX_OWN } from '#web/ui/list/address/list-address.ts'

const ActInfo = lazyPart(async () => (await import('./act-chain.tsx')).ActInfo)

/** Every act with something left to pay: the same filter that the workplace counts. */
const DUE = 'due'
const isOwed = ({ status }: Act) => status === 'issued' || status === 'signed'

/** What is left to pay; where nothing is, why: it is paid, or a payment has it. */
const dueText = (row: Act) =>
  row.payable_kop > 0
    ? money(row.payable_kop)
    : isOwed(row)
      ? statusAppearance('act_payment', row.payment_state).label
      : ''

const COLUMNS = screenColumns(actColumns, {
  number: { card: 'subtitle', found: true, width: 104 },
  date: { card: 'subtitle', width: 88 },
  products: { width: 168, grow: true },
  carnumber: { card: 'hidden', found: true, width: 96 },
  supplier: { card: 'title', found: true, width: 222, grow: true },
  kind: { card: 'hidden', width: 64, hidden: true },
  net: { card: 'hidden', width: 84 },
  total: { card: 'amount', width: 118 },
  payable: {
    filter: 'payment_state',
    width: 116,
    text: (row) => dueText(row),
    // «Оплачен», not «К выплате Оплачен».
    speaks: (row) => row.payable_kop <= 0,
    cell: (row) =>
      row.payment_state === 'partial' ? (
        <span className={styles['bare']}>
          <Badge tone="yellow" label={dueText(row)} icon="half" />
        </span>
      ) : (
        <span className={row.payable_kop > 0 ? undefined : styles['quiet']}>
          {dueText(row) || '—'}
        </span>
      ),
  },
  paid: { hidden: true },
  payment: { filter: 'payment_state', width: 158, hidden: true },
  status: { card: 'status', width: 100 },
  flags: {
    width: 140,
    hidden: true,
    cell: ({ flags }) => {
      const open = openMarks(flags)
      return open && <Badge tone="orange" label={open} />
    },
  },
})

// As the month and the exceptions count: without those of papers, which most acts have for a while.
const MARKS = flagCodes.filter((code) => !(code in flagAreas.paper))

const FILTERS: ListFilter[] = [
  {
    key: 'kind',
    label: 'Вид',
    options: [
      { value: 'psa', label: 'ПСА' },
      { value: 'op5', label: 'ОП-5' },
    ],
    toFilter: (value) => ({ kind: [value] }),
  },
  {
    key: 'payment_state',
    label: 'Оплата',
    options: [
      { value: DUE, label: 'К оплате' },
      ...paymentStates.map((value) => ({
        value,
        label: statusAppearance('act_payment', value).label,
      })),
    ],
    toFilter: (value) => (value === DUE ? { payable: true } : { payment_state: [value] }),
  },
  {
    key: 'flag',
    label: 'Отметки',
    options: [{ value: 'marked', label: 'С отметками' }],
    toFilter: () => ({ flag: MARKS }),
  },
]

/** Neither is bought. */
const leftOut = (totals: Record<string, number>) =>
  describeLeftOut([
    ['черновики', totals['draft_count'], totals['draft_kop']],
    ['аннулированные', totals['void_count'], totals['void_kop']],
  ])

const previewAct = (row: Act) => <ActInfo id={row.id} />

/** All acts of purchase with their sums over the whole filter. */
export function Component() {
  const navigate = useNavigate()
  const records = useRecordFilters()
  const pay = ([first, ...others]: Act[]) => {
    if (!first) return
    if (others.length > 0) {
      const act_ids = [first, ...others].map(({ id }) => id)
      navigate(`${paths.createPayment}?day`, { state: { act_ids } })
      return
    }
    navigate(paymentAddress(first))
  }
  return (
    <ListScreen<Act>
      id="acts"
      title="Акты"
      call={act.getAll}
      columns={COLUMNS}
      sort="-date"
      period
      search="Номер, поставщик, машина"
      statuses={{ kind: 'act', values: actStatuses, sum: money }}
      filters={[...FILTERS, ...records]}
      open={(row) => to(paths.act, { actId: row.id })}
      preview={previewAct}
      create={{
        label: 'Новый акт',
        right: 'act.edit',
        run: () => navigate(paths.searchSupplier),
      }}
      copy={(row) => navigate(to(paths.createActDetails, { supplierId: row.supplier_id }))}
      bulk={[
        {
          label: 'К выплате',
          right: 'payment.save',
          most: 200,
          when: (row) => row.payable_kop > 0,
          why: 'По этому акту платить нечего',
          run: pay,
        },
      ]}
      leftOut={leftOut}
      rowTone={(row) => (row.status === 'void' ? 'struck' : undefined)}
      empty="Здесь появятся акты закупки. Первый создаётся из взвешивания."
    />
  )
}

/** Filters that only a link sets, from a report's row: a product, a supplier with its aliases, a site. Each can be removed. */
function useRecordFilters(): ListFilter[] {
  return [
    useRecordFilter('product_id', 'Товар'),
    useRecordFilter('supplier_id', 'Поставщик'),
    useRecordFilter('site_id', 'Площадка'),
  ]
}

/** Few addresses have ids: the list of acts loads what reads their names only then. */
async function readNames(key: string, ids: string[]) {
  const { RECORD_NAMES } = await import('./record-names.ts')
  return RECORD_NAMES[key]!(ids)
}

const IDS = /^[\da-f-]{36}(,[\da-f-]{36})*$/

function useRecordFilter(key: string, label: string): ListFilter {
  const [address] = useSearchParams()
  const user = useStore(userId)
  const value = (address.get(key) ?? '').slice(0, MAX_OWN)
  const ids = value.split(',')
  const isSet = IDS.test(value)
  const records = useQuery({
    queryKey: [user, key, value],
    queryFn: ({ signal, queryKey }) =>
      untilAnswered(hashKey(queryKey), () => readNames(key, ids), signal),
    enabled: isSet,
    staleTime: REFERENCE_MS,
  })
  const names = records.data?.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return linkFilter(
    key,
    label,
    value,
    isSet && {
      name: names?.join(', ') || label,
      // A site is one.
      filter: { [key]: key === 'site_id' ? value : ids },
    },
  )
}
