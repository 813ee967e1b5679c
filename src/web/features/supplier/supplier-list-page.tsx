import { supplierColumns } from '#contract/lists/supplier-columns.ts'
import { useEffect } from 'react'
import { useSearchParams } from '#web/router/hooks.ts'
import { supplierTypeTitles } from '#contract/core/display-text.ts'
import { flagTitles } from '#contract/core/flags.ts'
import { paths } from '#contract/screen-paths.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import {
  consentStatuses,
  supplierStatuses,
  supplierTypes,
} from '#contract/supplier/supplier-kinds.ts'
import { useHeldRights } from '#web/api/use-may.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'
import type { BulkAction, ListFilter } from '#web/ui/list/list-types.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { statusAppearance } from '#web/ui/feedback/status.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { LegacyDatabaseButton } from './import/legacy-database-button.tsx'
import { openMerge } from './merge/open-merge.ts'
import { openNewSupplier } from './open-new-supplier.ts'
import { openSupplierCard } from './open-supplier-card.ts'
import { MOST_AT_ONCE, moveSuppliers } from './status/open-statuses.ts'

const KYC = {
  complete: <Badge tone="green" label="Полные" icon="check" />,
  incomplete: <Badge tone="yellow" label="Неполные" icon="half" />,
  expired: <Badge tone="orange" label="Истекли" icon="clock" />,
}

const COLUMNS = screenColumns(supplierColumns, {
  name: { card: 'title', width: 170, grow: true, found: true },
  type: { card: 'subtitle', width: 112 },
  inn: { width: 126 },
  phone: { card: 'subtitle', width: 156 },
  methods: { width: 88, hidden: true },
  kyc: { width: 128, cell: (row) => KYC[row.kyc] },
  consent: { width: 120, hidden: true },
  acts: { width: 64 },
  ytd: { card: 'amount', width: 124 },
  visit: { width: 100, hidden: true },
  flags: {
    hidden: true,
    filter: 'flag',
    cell: ({ flags }) => {
      const open = flags.filter((flag) => !flag.reviewed_at)
      return open[0] ? (
        <Badge
          tone="orange"
          label={open.length > 1 ? `Пометок: ${open.length}` : flagTitles[open[0].code]}
        />
      ) : (
        ''
      )
    },
  },
  reason: { width: 180, hidden: true },
  status: {
    card: 'status',
    cell: (row) => (
      <span title={row.status_reason ?? undefined}>
        <StatusBadge kind="supplier" status={row.status} />
      </span>
    ),
    text: (row) =>
      [statusAppearance('supplier', row.status).label, row.status_reason]
        .filter(Boolean)
        .join(': '),
  },
})

const SUPPLIER_FLAGS = ['no_consent', 'doc_expired', 'ytd_limit', 'merged'] as const

const FILTERS: ListFilter[] = [
  {
    key: 'type',
    label: 'Вид',
    options: supplierTypes.map((value) => ({ value, label: supplierTypeTitles[value] })),
    toFilter: (value) => ({ type: [value] }),
  },
  {
    key: 'kyc',
    label: 'Данные',
    options: [
      { value: 'complete', label: 'Полные' },
      { value: 'incomplete', label: 'Неполные' },
      { value: 'expired', label: 'Документ истёк' },
    ],
    toFilter: (value) => ({ kyc: [value] }),
  },
  {
    key: 'consent',
    label: 'Согласие',
    options: consentStatuses.map((value) => ({
      value,
      label: statusAppearance('consent', value).label,
    })),
    toFilter: (value) => ({ consent: [value] }),
  },
  {
    key: 'flag',
    label: 'Отметки',
    options: SUPPLIER_FLAGS.map((value) => ({ value, label: flagTitles[value] })),
    toFilter: (value) => ({ flag: [value] }),
  },
]

const BULK: BulkAction<Supplier>[] = [
  {
    label: 'Сделать действующими',
    most: MOST_AT_ONCE,
    when: ({ status }) => status !== 'active',
    why: 'Среди выбранных есть уже действующие',
    run: (rows) => moveSuppliers(rows, 'active'),
  },
  {
    label: 'В архив',
    most: MOST_AT_ONCE,
    when: ({ status }) => status === 'draft' || status === 'active',
    why: 'Среди выбранных есть те, кто уже в архиве или в стоп-листе',
    run: (rows) => moveSuppliers(rows, 'archived'),
  },
  {
    label: 'В стоп-лист',
    danger: true,
    most: MOST_AT_ONCE,
    when: ({ status }) => status === 'draft' || status === 'active',
    why: 'Среди выбранных есть те, кто уже в архиве или в стоп-листе',
    run: (rows) => moveSuppliers(rows, 'blocked'),
  },
  {
    label: 'Объединить двух',
    most: 2,
    when: ({ status }) => status !== 'archived',
    why: 'Кто в архиве, того не объединяют: сначала верните его оттуда',
    run: async ([one, two]) => {
      if (one && two) await openMerge([one.id, two.id])
      else toast.info('Выберите двух поставщиков')
    },
  },
]

/** Those who sell to the yard; `?mode=create` begins a new one, `?id=`, as reports name a record, or `?card=` opens a card at once, `&method=` at the form of a method. */
export function Component() {
  const open = useOpenByAddress()
  return (
    <ListScreen<Supplier>
      id="suppliers"
      title="Поставщики"
      call={supplier.getAll}
      columns={COLUMNS}
      sort="name"
      search="Имя, ИНН, телефон"
      statuses={{ kind: 'supplier', values: supplierStatuses }}
      filters={FILTERS}
      open={(row) => open({ card: row.id })}
      actions={<LegacyDatabaseButton />}
      create={{
        label: 'Новый поставщик',
        right: 'supplier.edit',
        run: () => open({ mode: 'create' }),
      }}
      bulk={BULK}
      rowTone={(row) => (row.status === 'blocked' ? 'warning' : undefined)}
      empty="Здесь появятся поставщики. Первого заводят при взвешивании или здесь."
    />
  )
}

/** The open window is named in the address until it closes: a reload brings it back, and with it the draft of what was typed. */
function useOpenByAddress() {
  const [query, setQuery] = useSearchParams()
  const creating = query.get('mode') === 'create'
  const rights = useHeldRights(creating)
  // The form is long: whoever may not save it learns so before it opens.
  const mayCreate = rights?.has('supplier.edit')
  const card = query.get('id') ?? query.get('card')
  const method = query.get('method')
  useEffect(() => {
    if (creating ? mayCreate === undefined : !card) return
    const forget = () =>
      setQuery(
        (before) => {
          for (const name of ['mode', 'card', 'id', 'method']) before.delete(name)
          return before
        },
        { replace: true, on: paths.suppliers },
      )
    if (creating && !mayCreate) {
      toast.warning('Нет права заводить поставщиков: попросите кассира или управляющего')
      forget()
    } else void (creating ? openNewSupplier() : openSupplierCard(card!, method)).finally(forget)
  }, [creating, mayCreate, card, method, setQuery])
  return (named: { mode: string } | { card: string }) =>
    setQuery(
      (before) => {
        for (const [name, value] of Object.entries(named)) before.set(name, value)
        return before
      },
      { replace: true },
    )
}
