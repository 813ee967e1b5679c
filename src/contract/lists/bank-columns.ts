import type { Bank } from '../bank/bank.ts'
import { describeProvider } from '../bank/bank-providers.ts'
import { methodKindTitles } from '../core/display-text.ts'
import type { ListColumns } from './column.ts'

export const bankColumns = {
  name: { title: 'Банк', kind: 'text', value: (row) => row.name, sort: 'name' },
  code: { title: 'Код', kind: 'text', value: (row) => row.code, sort: 'code' },
  bik: { title: 'БИК', kind: 'text', value: (row) => row.bik },
  adapter: {
    title: 'Способ связи',
    kind: 'text',
    value: (row) => describeProvider(row.adapter).title,
  },
  methods: {
    title: 'Куда платит',
    kind: 'text',
    value: (row) => row.methods.map((kind) => methodKindTitles[kind]).join(', '),
  },
  base_url: { title: 'Адрес', kind: 'text', value: (row) => row.base_url },
  configs: { title: 'Настроек', kind: 'integer', value: (row) => row.configs_count },
  status: {
    title: 'Статус',
    kind: 'status',
    of: 'bank',
    value: (row) => row.status,
    sort: 'status',
  },
} satisfies ListColumns<Bank>
