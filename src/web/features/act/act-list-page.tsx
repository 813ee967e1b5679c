import { useNavigate } from 'react-router'
import { act } from '#contract/act/act.ts'
import { actKindTitles, actStatuses, paymentStates, type Act } from '#contract/act/act-entities.ts'
import { flagTitles } from '#contract/core/flags.ts'
import { sumMeanings } from '#contract/core/sum-meanings.ts'
import { paths, to } from '#web/paths.ts'
import { day, kg, money } from '#web/ui/format.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import type { Column, ListFilter } from '#web/ui/list/list-types.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { statusAppearance } from '#web/ui/feedback/status.ts'

const ActInfo = lazyPart(async () => (await import('./act-info.tsx')).ActInfo)

/** Every act with something left to pay: the same filter that the workplace counts. */
const DUE = 'due'
const COLUMNS: Column<Act>[] = [
  {
    id: 'number',
    card: 'subtitle',
    found: true,
    title: 'Номер',
    width: 132,
    sort: 'number',
    text: (row) => row.number ?? 'черновик',
  },
  {
    id: 'date',
    card: 'subtitle',
    title: 'Дата',
    width: 96,
    sort: 'date',
    cell: (row) => day(row.date ?? row.created_at),
  },
  {
    id: 'kind',
    card: 'hidden',
    title: 'Вид',
    width: 64,
    cell: (row) => (row.kind ? actKindTitles[row.kind] : '—'),
  },
  {
    id: 'supplier',
    card: 'title',
    found: true,
    title: 'Поставщик',
    width: 162,
    grow: true,
    sort: 'supplier_name',
    text: (row) => row.supplier_name,
  },
  {
    id: 'products',
    title: 'Товар',
    width: 150,
    hidden: true,
    text: (row) => row.products,
  },
  {
    id: 'net',
    title: 'Нетто',
    width: 104,
    align: 'end',
    sort: 'net_g',
    cell: (row) => kg(row.net_g),
    total: (totals) => kg(totals['net_g']),
  },
  {
    id: 'total',
    card: 'amount',
    title: 'Сумма',
    width: 130,
    align: 'end',
    sort: 'total_kop',
    cell: (row) => money(row.total_kop),
    total: (totals) => money(totals['total_kop']),
  },
  {
    id: 'payable',
    title: 'К выплате',
    width: 130,
    align: 'end',
    sort: 'payable_kop',
    meaning: sumMeanings.payable,
    cell: (row) => (row.payable_kop > 0 ? money(row.payable_kop) : '—'),
    total: (totals) => money(totals['payable_kop']),
  },
  {
    id: 'paid',
    title: 'Выплачено',
    width: 130,
    align: 'end',
    hidden: true,
    cell: (row) => money(row.paid_kop),
    total: (totals) => money(totals['paid_kop']),
  },
  {
    id: 'payment',
    filter: 'payment_state',
    title: 'Оплата',
    width: 158,
    cell: (row) => <StatusBadge kind="act_payment" status={row.payment_state} />,
  },
  {
    id: 'status',
    card: 'status',
    title: 'Статус',
    width: 134,
    cell: (row) => <StatusBadge kind="act" status={row.status} />,
  },
  {
    id: 'flags',
    title: 'Пометки',
    width: 140,
    hidden: true,
    cell: (row) => {
      const open = row.flags.filter((flag) => !flag.reviewed_at)
      return open[0] ? (
        <Badge
          tone="orange"
          label={open.length > 1 ? `Пометок: ${open.length}` : flagTitles[open[0].code]}
        />
      ) : (
        ''
      )
    },
    text: (row) => row.flags.map((flag) => flagTitles[flag.code]).join(', '),
  },
]

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

const previewAct = (row: Act) => <ActInfo id={row.id} />

/** All acts of purchase with their sums over the whole filter. */
export function Component() {
  const navigate = useNavigate()
  const pay = ([first]: Act[]) => {
    if (!first) return
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
      filters={FILTERS}
      open={(row) => to(paths.act, { actId: row.id })}
      peek={previewAct}
      create={{ label: 'Новый акт', run: () => void navigate(paths.searchSupplier) }}
      copy={(row) => void navigate(to(paths.createActDetails, { supplierId: row.supplier_id }))}
      bulk={[
        {
          label: 'К выплате',
          most: 1,
          when: (row) => row.payable_kop > 0,
          why: 'По этому акту платить нечего',
          run: pay,
        },
      ]}
      rowTone={(row) => (row.status === 'void' ? 'struck' : undefined)}
      empty="Здесь появятся акты закупки. Первый создаётся из взвешивания."
    />
  )
}
