import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { auditColumns } from '#contract/lists/audit-columns.ts'
import { audit, type AuditEvent } from '#contract/audit/audit.ts'
import { useChosenCompany } from '#web/features/company/company-choice.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { isSuper, useStore } from '#web/state/store.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'
import type { ListFilter } from '#web/ui/list/list-types.ts'

// The list is drawn first; the choice of a company and the proof load a moment later into reserved space.
const CompanyPicker = lazyPart(
  async () => (await import('#web/features/company/company-picker.tsx')).CompanyPicker,
  <span style={{ width: 280, height: 'var(--control)' }} />,
)
const EventCard = lazyPart(async () => (await import('./audit-event.tsx')).EventCard)
const VerifyButton = lazyPart(
  async () => (await import('./audit-verify.tsx')).VerifyButton,
  <span style={{ width: 114, height: 'var(--control)' }} />,
)

const COLUMNS = screenColumns(auditColumns, {
  seq: { width: 84, hidden: true },
  at: { card: 'subtitle', width: 150 },
  user: { card: 'subtitle', width: 180 },
  title: { card: 'title', width: 220, grow: true },
  record: { width: 130 },
  fields: { width: 220, grow: true },
  approver: { width: 160 },
  ip: { width: 120, hidden: true },
  action: { width: 160, hidden: true },
  entity_id: { width: 280, hidden: true },
})

const FILTERS: ListFilter[] = [
  {
    key: 'entity',
    label: 'О чём',
    options: [
      { value: 'user', label: 'Сотрудники' },
      { value: 'action', label: 'Доступ' },
      { value: 'session', label: 'Сеансы' },
      { value: 'company', label: 'Компания' },
      { value: 'device', label: 'Устройства' },
      { value: 'bank_config', label: 'Настройки банков' },
      { value: 'supplier', label: 'Поставщики' },
      { value: 'payment_method', label: 'Способы выплаты' },
      { value: 'product', label: 'Товары' },
      { value: 'price_cell', label: 'Цены' },
      { value: 'transaction', label: 'Заезды' },
      { value: 'weighing', label: 'Взвешивания' },
      { value: 'weight_act', label: 'Весовые акты' },
      { value: 'act', label: 'Акты закупки' },
      { value: 'payment', label: 'Выплаты' },
      { value: 'file', label: 'Файлы' },
    ],
    toFilter: (value) => ({ entity: [value] }),
  },
  {
    key: 'kind',
    label: 'Что',
    options: [{ value: 'damaged', label: 'Повреждённые данные' }],
    toFilter: () => ({ action: 'data.damaged' }),
  },
]

/** Who did what: the events of a company, or of the platform for super administrators. */
export function Component() {
  return useStore(isSuper) ? <SuperJournal /> : <Journal companyId={undefined} picker={null} />
}

const PLATFORM = { value: 'platform', label: 'Платформа' }

function SuperJournal() {
  const [params] = useSearchParams()
  const { companies, chosen } = useChosenCompany()
  const isPlatform = params.get('company') === PLATFORM.value
  const picker = <CompanyPicker companies={companies} chosen={chosen} others={[PLATFORM]} />
  const companyId = isPlatform ? undefined : chosen?.id
  // Until companies are known, the platform's events must not stand under a company's name.
  if (!isPlatform && !chosen)
    return (
      <Page title="Журнал изменений">
        <Waiting />
      </Page>
    )
  return <Journal key={companyId ?? PLATFORM.value} companyId={companyId} picker={picker} />
}

interface JournalProps {
  companyId: string | undefined
  picker: ReactNode
}

function Journal({ companyId, picker }: JournalProps) {
  const showEvent = (seq: string) => <EventCard seq={Number(seq)} companyId={companyId} />
  return (
    <ListScreen<AuditEvent>
      id="audit"
      title="Журнал изменений"
      call={audit.getEvents}
      columns={COLUMNS}
      rowId={(row) => String(row.seq)}
      sort="-seq"
      period
      search="Сотрудник или номер записи"
      filters={FILTERS}
      fixed={companyId ? { company_id: companyId } : {}}
      card={showEvent}
      actions={
        <>
          {picker}
          <VerifyButton companyId={companyId} />
        </>
      }
      empty="Здесь видно, кто, когда и что изменил."
    />
  )
}
