import type { ReactNode } from 'react'
import { useSearchParams } from '#web/router/hooks.ts'
import { auditColumns } from '#contract/lists/audit-columns.ts'
import { purposeNames, purposes } from '#contract/audit/purposes.ts'
import { audit, type AuditEvent } from '#contract/audit/audit.ts'
import { shortName } from '#contract/user/people-labels.ts'
import { user } from '#contract/user/user.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { EventSentence } from '#web/features/audit/event-sentence.tsx'
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
  user: { width: 180, hidden: true, card: 'hidden' },
  sentence: {
    card: 'sentence',
    width: 420,
    grow: true,
    cell: (row) => <EventSentence parts={row.sentence} />,
  },
  title: { width: 220, hidden: true, card: 'hidden' },
  record: { width: 130, hidden: true, card: 'hidden' },
  fields: { width: 220, hidden: true, card: 'hidden' },
  approver: { width: 160, hidden: true, card: 'hidden' },
  ip: { width: 120, hidden: true, card: 'hidden' },
  action: { width: 160, hidden: true, card: 'hidden' },
  entity_id: { width: 280, hidden: true, card: 'hidden' },
})

const KINDS: ListFilter = {
  key: 'kind',
  label: 'Чьи события',
  whenNone: { label: 'Изменения', filter: { kinds: ['change'] } },
  options: [
    { value: 'access', label: 'Входы и просмотры' },
    { value: 'service', label: 'Устройства и службы' },
    { value: 'all', label: 'Все события' },
  ],
  toFilter: (value) => (value === 'all' ? {} : { kinds: [value] }),
}

const APPROVED = 'approved'

const PURPOSES: ListFilter = {
  key: 'purpose',
  label: 'Что сделано',
  options: [
    ...purposeNames.map((name) => ({ value: name, label: purposes[name].title })),
    { value: APPROVED, label: 'Подтверждено вторым' },
  ],
  // Nobody who is signed in tells of what is damaged: it is shown whatever kind of events the list has.
  toFilter: (value) => {
    if (value === APPROVED) return { approved: true }
    return { purpose: value, ...(value === 'damaged' && { kinds: undefined }) }
  },
}

const RECORDS: ListFilter = {
  key: 'entity',
  label: 'О чём',
  options: [
    { value: 'price_cell', label: 'Цены' },
    { value: 'product', label: 'Товары' },
    { value: 'act', label: 'Акты закупки' },
    { value: 'payment', label: 'Выплаты' },
    { value: 'weight_act', label: 'Весовые акты' },
    { value: 'transaction', label: 'Заезды' },
    { value: 'supplier', label: 'Поставщики' },
    { value: 'payment_method', label: 'Способы выплаты' },
    { value: 'user', label: 'Сотрудники' },
    { value: 'action', label: 'Доступ' },
    { value: 'session', label: 'Сеансы' },
    { value: 'company', label: 'Компания' },
    { value: 'device', label: 'Устройства' },
    { value: 'bank_config', label: 'Счета в банках' },
    { value: 'file', label: 'Файлы' },
  ],
  toFilter: (value) => ({ entity: [value] }),
}

/** Whose events: the people of the company, for those who may see them. */
function usePeopleFilter(companyId: string | undefined): ListFilter {
  const asSuper = useStore(isSuper)
  const query = {
    ...(companyId && { companyId }),
    filter: { limit: MAX_PEOPLE, with: ['rows' as const] },
  }
  const may = useMay('user.read')
  const when = asSuper ? companyId !== undefined : may
  const { data } = useCall(user.getByCompany, { query }, { quiet: true, when })
  const people = data?.items ?? []
  return {
    key: 'who',
    label: 'Кто',
    options: people.map(({ id, info }) => ({ value: id, label: shortName(info.full_name) })),
    toFilter: (value) => ({ user_id: [value] }),
  }
}

/** The record of the newest archive says up to which event the list does not go back. */
function useLastArchive(companyId: string | undefined): AuditEvent | undefined {
  const filter = { action: 'audit.archive', limit: 1, with: ['rows' as const] }
  const query = { filter: { ...filter, ...(companyId && { company_id: companyId }) } }
  return useCall(audit.getEvents, { query }, { quiet: true }).data?.items[0]
}

const MAX_PEOPLE = 200

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
  const people = usePeopleFilter(companyId)
  const archive = useLastArchive(companyId)
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
      search="Сотрудник, номер акта, товар"
      filters={[KINDS, people, PURPOSES, RECORDS]}
      fixed={companyId ? { company_id: companyId } : {}}
      card={showEvent}
      above={archive && <EventSentence parts={archive.sentence} />}
      actions={
        <>
          {picker}
          <VerifyButton companyId={companyId} archive={archive} />
        </>
      }
      empty="Здесь видно, кто, когда и что изменил."
    />
  )
}
