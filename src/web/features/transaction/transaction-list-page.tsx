import { useNavigate } from 'react-router'
import { flagTitles } from '#contract/flags.ts'
import { transactionStatuses, type Transaction } from '#contract/transaction-entities.ts'
import { transactions } from '#contract/transaction.ts'
import { paths, to } from '#web/paths.ts'
import { dateTime, kg } from '#web/ui/format.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, ListFilter } from '#web/ui/list/list-types.ts'
import { Badge, StatusBadge } from '#web/ui/status-badge.tsx'
import { toast } from '#web/ui/toast.ts'
import { openWeightActEditor } from '../weight-act/open-weight-act-editor.ts'
import { openAcceptVisit } from './open-accept-visit.ts'

const TransactionInfo = lazyPart(
  async () => (await import('./transaction-info.tsx')).TransactionInfo,
)

const COLUMNS: Column<Transaction>[] = [
  {
    id: 'number',
    title: 'Номер',
    width: 112,
    sort: 'number',
    cell: (row) => row.number,
    text: (row) => row.number,
  },
  {
    id: 'in_at',
    title: 'Въезд',
    width: 138,
    sort: 'in_at',
    cell: (row) => dateTime(row.in_at),
    text: (row) => dateTime(row.in_at),
  },
  {
    id: 'out_at',
    title: 'Выезд',
    width: 138,
    sort: 'out_at',
    hidden: true,
    cell: (row) => dateTime(row.out_at),
    text: (row) => dateTime(row.out_at),
  },
  {
    id: 'carnumber',
    title: 'Машина',
    width: 104,
    sort: 'carnumber',
    cell: (row) => row.carnumber ?? '—',
    text: (row) => row.carnumber ?? '',
  },
  {
    id: 'supplier',
    title: 'Поставщик',
    width: 160,
    grow: true,
    cell: (row) => row.supplier_name ?? '—',
    text: (row) => row.supplier_name ?? '',
  },
  {
    id: 'product',
    title: 'Товар',
    width: 120,
    cell: (row) => row.product_name ?? '—',
    text: (row) => row.product_name ?? '',
  },
  {
    id: 'gross',
    title: 'Брутто',
    width: 96,
    align: 'end',
    cell: (row) => kg(row.gross_g),
    total: (totals) => kg(totals['gross_g']),
  },
  {
    id: 'tare',
    title: 'Тара',
    width: 96,
    align: 'end',
    cell: (row) => kg(row.tare_g),
    total: (totals) => kg(totals['tare_g']),
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
    id: 'status',
    title: 'Статус',
    width: 162,
    cell: (row) => <StatusBadge kind="transaction" status={row.status} />,
  },
  {
    id: 'photos',
    title: 'Фото',
    width: 64,
    align: 'end',
    hidden: true,
    cell: (row) => row.photos_count,
  },
  {
    id: 'flags',
    title: 'Пометки',
    width: 150,
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
    key: 'direction',
    label: 'Направление',
    options: [
      { value: 'purchase', label: 'Закупка' },
      { value: 'shipment', label: 'Отгрузка' },
      { value: 'control', label: 'Контроль' },
    ],
    toFilter: (value) => ({ direction: [value] }),
  },
]

const peekVisit = (row: Transaction) => <TransactionInfo id={row.id} />

/** All visits with their weighings and pictures. */
export function Component() {
  const navigate = useNavigate()
  const accept = async ([visit]: Transaction[]) => {
    if (!visit) return undefined
    if (!visit.supplier_id) return toast.warning('У заезда нет поставщика: укажите его на весах')
    const actId = await openAcceptVisit(visit, visit.supplier_id)
    if (actId) void navigate(to(paths.act, { actId }))
    return undefined
  }
  return (
    <ListScreen<Transaction>
      id="transactions"
      title="Транзакции"
      call={transactions.getAll}
      columns={COLUMNS}
      sort="-in_at"
      period
      search="Номер, машина, поставщик"
      statuses={{ kind: 'transaction', values: transactionStatuses }}
      filters={FILTERS}
      peek={peekVisit}
      create={{ label: 'Взвесить', run: () => void navigate(paths.weight) }}
      bulk={[
        {
          label: 'Принять',
          when: (row) => row.status === 'closed',
          run: (rows) => void accept(rows),
        },
        {
          label: 'Весовой акт',
          when: (row) => row.status === 'closed',
          run: (rows) => void openWeightActEditor(rows),
        },
      ]}
      rowTone={(row) => (row.status === 'void' ? 'struck' : undefined)}
      empty="Здесь появятся заезды. Первый начинается с записи веса на весах."
    />
  )
}
