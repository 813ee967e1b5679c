import { bankStatuses, type Bank } from '#contract/bank/bank-entities.ts'
import { describeProvider, providerCodes } from '#contract/bank/bank-providers.ts'
import { bank } from '#contract/bank/bank.ts'
import { count } from '#web/ui/format.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import type { Column } from '#web/ui/list/list-types.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { BikDirectoryStrip } from './bik-directory-strip.tsx'
import { kindTitles } from './kind-titles.ts'

const methodsOf = (row: Bank) => kindTitles(row.methods)

const COLUMNS: Column<Bank>[] = [
  {
    id: 'name',
    card: 'title',
    title: 'Банк',
    width: 170,
    grow: true,
    text: (row) => row.name,
    sort: 'name',
  },
  {
    id: 'code',
    card: 'subtitle',
    title: 'Код',
    width: 110,
    text: (row) => row.code,
    sort: 'code',
  },
  { id: 'bik', card: 'subtitle', title: 'БИК', width: 110, text: (row) => row.bik },
  {
    id: 'adapter',
    title: 'Способ связи',
    width: 130,
    text: (row) => describeProvider(row.adapter).title,
  },
  { id: 'methods', title: 'Куда платит', width: 130, text: methodsOf },
  {
    id: 'base_url',
    title: 'Адрес',
    width: 230,
    text: (row) => row.base_url ?? '',
  },
  {
    id: 'configs',
    title: 'Настроек',
    width: 90,
    align: 'end',
    cell: (row) => count(row.configs_count),
    text: (row) => String(row.configs_count ?? ''),
  },
  {
    id: 'status',
    card: 'status',
    title: 'Статус',
    width: 130,
    cell: (row) => <StatusBadge kind="bank" status={row.status} />,
    sort: 'status',
  },
]

const FILTERS = [
  {
    key: 'adapter',
    label: 'Связь',
    options: providerCodes.map((code) => ({ value: code, label: describeProvider(code).title })),
    toFilter: (value: string) => ({ adapter: [value] }),
  },
]

/** Payout providers of the platform. */
export function Component() {
  return (
    <ListScreen<Bank>
      id="banks"
      title="Банки"
      call={bank.getAll}
      columns={COLUMNS}
      sort="name"
      search="Название, код или БИК"
      statuses={{ kind: 'bank', values: bankStatuses }}
      filters={FILTERS}
      above={<BikDirectoryStrip />}
      empty="Здесь появятся банки, через которые компании платят поставщикам."
    />
  )
}
