import { actColumns } from '#contract/lists/act-columns.ts'
import { useNavigate } from 'react-router'
import { act } from '#contract/act/act.ts'
import { actStatuses, paymentStates, type Act } from '#contract/act/act-entities.ts'
import { openMarks } from '#contract/core/flags.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'
import type { ListFilter } from '#web/ui/list/list-types.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { describeLeftOut } from '#web/ui/list/describe-left-out.ts'
import { statusAppearance } from '#web/ui/feedback/status.ts'
import { useRecordFilters } from './use-record-filters.ts'

const ActInfo = lazyPart(async () => (await import('./act-info.tsx')).ActInfo)

/** Every act with something left to pay: the same filter that the workplace counts. */
const DUE = 'due'
const COLUMNS = screenColumns(actColumns, {
  number: { card: 'subtitle', found: true, width: 132 },
  date: { card: 'subtitle' },
  kind: { card: 'hidden', width: 64 },
  supplier: { card: 'title', found: true, width: 162, grow: true },
  products: { hidden: true },
  total: { card: 'amount' },
  paid: { hidden: true },
  payment: { filter: 'payment_state', width: 158 },
  status: { card: 'status' },
  flags: {
    width: 140,
    hidden: true,
    cell: ({ flags }) => {
      const open = openMarks(flags)
      return open && <Badge tone="orange" label={open} />
    },
  },
})

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
      void navigate(`${paths.createPayment}?day`, { state: { act_ids } })
      return
    }
    const address = to(paths.createPaymentDetails, { supplierId: first.supplier_id })
    void navigate(`${address}?act=${first.id}`)
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
      statuses={{ kind: 'act', values: actStatuses }}
      filters={[...FILTERS, ...records]}
      open={(row) => to(paths.act, { actId: row.id })}
      preview={previewAct}
      create={{
        label: 'Новый акт',
        right: 'act.edit',
        run: () => void navigate(paths.searchSupplier),
      }}
      copy={(row) => void navigate(to(paths.createActDetails, { supplierId: row.supplier_id }))}
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
