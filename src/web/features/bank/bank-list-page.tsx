import { bankColumns } from '#contract/lists/bank-columns.ts'
import { describeProvider, providerCodes } from '#contract/bank/bank-providers.ts'
import { bank, bankStatuses, type Bank } from '#contract/bank/bank.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'
import { BikDirectoryStrip } from './bik-directory-strip.tsx'

const COLUMNS = screenColumns(bankColumns, {
  name: { card: 'title', width: 170, grow: true },
  code: { card: 'subtitle', width: 110 },
  bik: { card: 'subtitle', width: 110 },
  adapter: { width: 130 },
  methods: { width: 130 },
  base_url: { width: 230 },
  status: { card: 'status', width: 130 },
})

const FILTERS = [
  {
    key: 'adapter',
    label: 'Связь',
    options: providerCodes.map((code) => ({ value: code, label: describeProvider(code).title })),
    toFilter: (value: string) => ({ adapter: [value] }),
  },
]

const isOn = ({ status }: Bank) => status === 'active'

// Forms are loaded with the first press.
const openForm = async (one?: Bank) => (await import('./setup/bank-form.tsx')).openBank(one)
const switchStatus = async (one: Bank) => (await import('./setup/bank-status.ts')).switchBank(one)

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
      open={(one) => void openForm(one)}
      create={{ label: 'Новый банк', right: 'bank.manage', run: () => void openForm() }}
      bulk={[
        { label: 'Изменить', right: 'bank.manage', most: 1, run: ([one]) => openForm(one) },
        {
          label: 'Отключить',
          right: 'bank.manage',
          most: 1,
          danger: true,
          when: isOn,
          why: 'Банк уже отключён',
          run: ([one]) => switchStatus(one!),
        },
        {
          label: 'Включить',
          right: 'bank.manage',
          most: 1,
          when: (one) => !isOn(one),
          why: 'Банк уже включён',
          run: ([one]) => switchStatus(one!),
        },
      ]}
      empty="Здесь появятся банки, через которые компании платят поставщикам."
    />
  )
}
