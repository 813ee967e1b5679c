import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Company } from '#contract/company/company-entities.ts'
import { company } from '#contract/company/company.ts'
import { companyRoles, type CompanyRole } from '#contract/core/roles.ts'
import type { User } from '#contract/user/user-entities.ts'
import { user } from '#contract/user/user.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { useRecordForm, type RecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { dateTime } from '#web/ui/format.ts'
import { PhoneInput } from '#web/ui/inputs/masked-inputs.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { Facts } from '#web/ui/layout/facts.tsx'
import { roleTitle } from '#web/ui/layout/people.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import styles from './card.module.css'
import { PasskeyCount } from './passkey-count.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonSections } from './person-sections.tsx'

type Values = Record<string, unknown> & {
  login: string
  full_name: string
  position: string
  phone: string | null
  email: string
  role: User['info']['role']
  company_id: string | null
  roles: CompanyRole[]
  pcode: string
}

const ROLES = [
  { value: 'USER', label: 'Сотрудник компании' },
  { value: 'SUPERVISOR', label: 'Суперадминистратор' },
]

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

function WithCompanies({ children }: { children: (companies: Company[]) => ReactNode }) {
  const all = useCall(
    company.getAll,
    { query: { filter: { sort: [['name', 'asc']], limit: 200, with: ['rows'] } } },
    { fresh: REFERENCE_MS, quiet: true },
  )
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
  const save = useSend(user.create, { refreshes: [user.superGetAll] })
  const form = useRecordForm({
    schema: user.create.body,
    initial: valuesOf(undefined, companyId),
    toBody: (values) => ({ client_id: clientId, ...bodyOf(values) }),
    check: missingCompany,
  })
  const saved = (person: User) => {
    close()
    void openPerson(person)
  }
  return (
    <SaveForm form={form} save={save} saved={saved} said="Учётная запись создана. Выдайте ссылку">
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
  const read = useCall(
    user.superGetAll,
    { query: { filter: { ids: [row.id], with: ['rows'] } } },
    { quiet: true },
  )
  const person = read.data?.items[0] ?? row
  const { id, version } = person
  const save = useSend(user.superUpdate, { refreshes: [user.superGetAll] })
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
          { label: 'Состояние', value: <StatusBadge kind="user" status={person.status} /> },
          { label: 'Последний вход', value: dateTime(person.last_sign_in_at) || 'Ещё не входил' },
          { label: 'Пароль', value: person.has_password ? 'Задан' : 'Ещё не задан' },
          { label: 'Вход по коду', value: person.has_second_factor ? 'Включён' : 'Нет' },
          { label: 'Ключи входа', value: <PasskeyCount id={id} /> },
          { label: 'Пин-код', value: pinText(person) },
        ]}
      />
      <div className={styles['buttons']}>
        <PersonActions person={person} />
      </div>
      <PersonSections person={person}>
        <SaveForm form={form} save={save} saved={close} said="Учётная запись сохранена">
          <PersonFields form={form} companies={companies} />
        </SaveForm>
      </PersonSections>
    </div>
  )
}

function pinText(person: User): string {
  if (person.pcode_temporary) return 'Временный: ничего не подтверждает'
  return person.has_pcode ? 'Есть' : 'Нет'
}

function valuesOf(person?: User, companyId?: string): Values {
  const info = person?.info
  return {
    login: person?.login ?? '',
    full_name: info?.full_name ?? '',
    position: info?.position ?? '',
    phone: info?.phone ?? null,
    email: info?.email ?? '',
    role: info?.role ?? 'USER',
    company_id: info ? info.company_id : (companyId ?? null),
    roles: info?.roles ?? ['OPERATOR'],
    pcode: '',
  }
}

/** An emptied field is sent as null; a super administrator has neither company nor roles nor PIN. */
function bodyOf({ pcode, company_id, roles, ...values }: Values) {
  const isSuper = values.role === 'SUPERVISOR'
  return {
    ...values,
    position: values.position || null,
    phone: values.phone ?? null,
    email: values.email || null,
    company_id: isSuper ? null : company_id,
    roles: isSuper ? [] : roles,
    ...(pcode && !isSuper && { pcode }),
  }
}

const missingCompany = ({ role, company_id }: Values) =>
  role === 'USER' && !company_id ? { company_id: 'Выберите компанию' } : undefined

function PersonFields({ form, companies }: { form: RecordForm<Values>; companies: Company[] }) {
  const isSuper = form.values.role === 'SUPERVISOR'
  return (
    <>
      <FieldGroup title="Человек">
        <Fields columns={2}>
          <TextInput label="Фамилия, имя, отчество" required {...form.field('full_name')} />
          <TextInput label="Логин" required autoComplete="off" {...form.field('login')} />
        </Fields>
        <Fields columns={3}>
          <TextInput label="Должность" {...form.field('position')} />
          <PhoneInput label="Телефон" {...form.field('phone')} />
          <TextInput label="Эл. почта" type="email" autoComplete="off" {...form.field('email')} />
        </Fields>
      </FieldGroup>
      <FieldGroup title="Доступ">
        <Fields columns={2}>
          <Select
            label="Кто это"
            required
            allowDeselect={false}
            data={ROLES}
            {...form.field('role')}
          />
          {!isSuper && (
            <SearchSelect
              label="Компания"
              required
              nothingFoundMessage="Такой компании нет"
              data={companies.map(({ id, short_name }) => ({ value: id, label: short_name }))}
              {...form.field('company_id')}
            />
          )}
        </Fields>
        {!isSuper && <RoleFields form={form} />}
      </FieldGroup>
    </>
  )
}

/** The roles of the installation, under the titles that it has given them. */
function RoleFields({ form }: { form: RecordForm<Values> }) {
  const given = useCall(userRights.superGetRoles, {}, { quiet: true })
  const titleOf = (role: CompanyRole) =>
    given.data?.find(({ code }) => code === role)?.title ?? roleTitle(role)
  return (
    <>
      <Checkbox.Group
        label="Роли"
        description="Без роли «Оператор» человеку открыта только его учётная запись"
        {...form.field('roles')}
      >
        <div className={styles['roles']}>
          {companyRoles.map((role) => (
            <Checkbox key={role} value={role} label={titleOf(role)} />
          ))}
        </div>
      </Checkbox.Group>
      <Fields columns={2}>
        <TextInput
          label="Временный пин-код"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          description="Ничего не подтверждает, пока человек не заменит его своим"
          {...form.field('pcode')}
        />
        <ProposedPin form={form} />
      </Fields>
    </>
  )
}

/** A free number of the server; it is valid only once the form is saved. */
function ProposedPin({ form }: { form: RecordForm<Values> }) {
  const [asked, setAsked] = useState(0)
  const proposal = useCall(userAccess.generatePCode, {}, { when: asked > 0, quiet: true })
  const take = () => {
    setAsked(asked + 1)
    if (proposal.data) form.set({ pcode: proposal.data.pcode })
  }
  return (
    <Button variant="default" loading={proposal.loading} onClick={take} mt={22}>
      {proposal.data ? `Взять ${proposal.data.pcode}` : 'Предложить пин-код'}
    </Button>
  )
}
