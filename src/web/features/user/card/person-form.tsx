import { useState, type ReactNode } from 'react'
import { roleTitles } from '#contract/user/people-labels.ts'
import type { Company } from '#contract/company/company-entities.ts'
import { company } from '#contract/company/company.ts'
import { personFields } from '#contract/user/person-record.ts'
import type { User } from '#contract/user/user-entities.ts'
import { user } from '#contract/user/user.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { isSuper, useStore } from '#web/state/store.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { formBody, formValues } from '#web/ui/form/record-values.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { KeyTabs } from '#web/ui/layout/key-tabs.tsx'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import rows from '../rows.module.css'
import styles from './card.module.css'
import { PEOPLE_CALLS } from './people-calls.ts'
import { PersonActions } from './person-actions.tsx'
import { PersonFields, type PersonValues } from './person-fields.tsx'
import { passkeys } from '#contract/user/passkeys.ts'

const PersonRights = lazyPart(async () => (await import('./person-rights.tsx')).PersonRights)
const PersonLinkList = lazyPart(async () => (await import('./person-access.tsx')).PersonLinkList)
const PersonPasskeys = lazyPart(async () => (await import('./person-access.tsx')).PersonPasskeys)
const PersonSessions = lazyPart(async () => (await import('./person-sessions.tsx')).PersonSessions)
const PersonEvents = lazyPart(async () => (await import('./person-events.tsx')).PersonEvents)

/** Invites a person; the company that a list shows is chosen beforehand. */
export function openNewPerson(companyId?: string): Promise<void> {
  return openDialog({ title: 'Новая учётная запись', width: 640 }, (close) => (
    <WithCompanies>
      {(companies) => <NewPerson companies={companies} companyId={companyId} close={close} />}
    </WithCompanies>
  ))
}

/** The card of a person: state and its steps above; data, rights, links, sessions and actions below. */
export function openPerson(row: User): Promise<void> {
  return openDialog({ title: row.info.full_name, width: 960 }, (close) => (
    <WithCompanies>
      {(companies) => <Person row={row} companies={companies} close={close} />}
    </WithCompanies>
  ))
}

/** A manager chooses no company: there is the own one alone. */
function WithCompanies({ children }: { children: (companies: Company[]) => ReactNode }) {
  const supervisor = useStore(isSuper)
  const all = useCall(
    company.getAll,
    { query: { filter: { sort: [['name', 'asc']], limit: 200, with: ['rows'] } } },
    { when: supervisor, fresh: REFERENCE_MS, quiet: true },
  )
  if (!supervisor) return children([])
  if (all.error && !all.data) return <p role="alert">{all.error.message}</p>
  return all.data ? children(all.data.items) : <Waiting />
}

interface NewPersonProps {
  companies: Company[]
  companyId: string | undefined
  close: () => void
}

function NewPerson({ companies, companyId, close }: NewPersonProps) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(user.create, { refreshes: PEOPLE_CALLS })
  const form = useRecordForm({
    schema: user.create.body,
    initial: valuesOf(undefined, companyId),
    toBody: (values) => ({ client_id: clientId, ...bodyOf(values) }),
    check: missingCompany,
  })
  const openSaved = (person: User) => {
    close()
    void openPerson(person)
  }
  return (
    <SaveForm
      form={form}
      save={save}
      saved={openSaved}
      said="Учётная запись создана. Выдайте ссылку"
    >
      <PersonFields form={form} companies={companies} />
    </SaveForm>
  )
}

interface PersonProps {
  row: User
  companies: Company[]
  close: () => void
}

/** The form follows the person: what another administrator changes is merged with what was typed. */
function Person({ row, companies, close }: PersonProps) {
  const supervisor = useStore(isSuper)
  const person = useFreshPerson(row)
  const { id, version } = person
  // Whoever only reads sees the facts alone.
  const manages = useMaySend(user.superUpdate) || supervisor
  const save = useSend(user.superUpdate, { refreshes: PEOPLE_CALLS })
  const form = useRecordForm({
    schema: user.superUpdate.body,
    initial: valuesOf(person),
    version,
    toBody: (values) => ({ id, version, ...bodyOf(values) }),
    check: missingCompany,
  })
  return (
    <div className={styles['card']}>
      <Facts
        facts={[
          ...(manages ? [] : [{ label: 'Роли', value: roleTitles(person.info) }]),
          { label: 'Состояние', value: <StatusBadge kind="user" status={person.status} /> },
          { label: 'Последний вход', value: dateTime(person.last_sign_in_at) || 'Ещё не входил' },
          { label: 'Пароль', value: person.has_password ? 'Задан' : 'Ещё не задан' },
          { label: 'Вход по коду', value: person.has_second_factor ? 'Включён' : 'Нет' },
          ...(supervisor ? [{ label: 'Ключи входа', value: <PasskeyCount id={id} /> }] : []),
          { label: 'Пин-код', value: pinText(person) },
        ]}
      />
      {manages && (
        <>
          <div className={rows['buttons']}>
            <PersonActions person={person} />
          </div>
          <PersonSections person={person}>
            <SaveForm form={form} save={save} saved={close} said="Учётная запись сохранена">
              <PersonFields form={form} companies={companies} />
            </SaveForm>
          </PersonSections>
        </>
      )}
    </div>
  )
}

/** How many keys of sign-in a person has, for the head of the card. */
function PasskeyCount({ id }: { id: string }) {
  const { data } = useCall(passkeys.superGetPasskeys, { query: { id } }, { quiet: true })
  if (!data) return '…'
  return data.length || 'Нет'
}

/** The person as the server has it now, by the call that is open to this user. */
function useFreshPerson(row: User): User {
  const supervisor = useStore(isSuper)
  const ask = { query: { filter: { ids: [row.id], with: ['rows' as const] } } }
  const all = useCall(user.superGetAll, ask, { when: supervisor, quiet: true })
  const own = useCall(user.getByCompany, ask, { when: !supervisor, quiet: true })
  return (all.data ?? own.data)?.items[0] ?? row
}

function pinText(person: User): string {
  if (person.pcode_temporary) return 'Временный: ничего не подтверждает'
  return person.has_pcode ? 'Есть' : 'Нет'
}

function valuesOf(person?: User, companyId?: string): PersonValues {
  const info = person?.info
  return {
    login: person?.login ?? '',
    ...formValues(personFields, info),
    role: info?.role ?? 'USER',
    company_id: info ? info.company_id : (companyId ?? null),
    roles: info?.roles ?? ['OPERATOR'],
    pcode: '',
  }
}

/** An emptied field is sent as null; a super administrator has neither company nor roles nor PIN. */
function bodyOf({ pcode, company_id, roles, ...values }: PersonValues) {
  const isSuper = values.role === 'SUPERVISOR'
  return {
    ...values,
    ...formBody(personFields, values),
    company_id: isSuper ? null : company_id,
    roles: isSuper ? [] : roles,
    ...(pcode && !isSuper && { pcode }),
  }
}

const missingCompany = ({ role, company_id }: PersonValues) =>
  role === 'USER' && !company_id ? { company_id: 'Выберите компанию' } : undefined

type TabName = 'data' | 'rights' | 'links' | 'sessions' | 'events' | 'keys'

interface PersonSectionsProps {
  person: User
  /** The form of data and roles; it stays mounted, so that nothing typed is lost by a look at another part. */
  children: ReactNode
}

/** The parts of a person's card, each read when it is first opened. */
function PersonSections({ person, children }: PersonSectionsProps) {
  const [tab, setTab] = useState<TabName>('data')
  const supervisor = useStore(isSuper)
  return (
    <KeyTabs
      className={styles['panel']}
      tab={tab}
      turn={setTab}
      tabs={[
        { name: 'data', label: 'Данные и роли', panel: children, isKept: true },
        { name: 'rights', label: 'Права', panel: <PersonRights person={person} /> },
        { name: 'links', label: 'Ссылки', panel: <PersonLinkList person={person} /> },
        { name: 'sessions', label: 'Сеансы', panel: <PersonSessions person={person} /> },
        { name: 'events', label: 'Действия', panel: <PersonEvents person={person} /> },
        // Only super administrators see keys of others and take them away.
        ...(supervisor
          ? [{ name: 'keys' as const, label: 'Ключи', panel: <PersonPasskeys person={person} /> }]
          : []),
      ]}
    />
  )
}
