import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Company } from '#contract/company/company-entities.ts'
import { companyRoles, type CompanyRole } from '#contract/core/roles.ts'
import { personFields } from '#contract/user/person-record.ts'
import type { User } from '#contract/user/user-entities.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { useCall } from '#web/api/use-call.ts'
import { isSuper, useStore } from '#web/state/store.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { RecordInputs } from '#web/ui/form/record-fields.tsx'
import type { FormValues } from '#web/ui/form/record-values.ts'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import { ownerInputs } from '#web/ui/inputs/owner-inputs.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { roleTitle } from '#web/ui/layout/people.ts'
import styles from './card.module.css'

/** What the form of a person holds. */
export type PersonValues = FormValues<typeof personFields> & {
  login: string
  role: User['info']['role']
  company_id: string | null
  roles: CompanyRole[]
  pcode: string
}

const ROLES = [
  { value: 'USER', label: 'Сотрудник компании' },
  { value: 'SUPERVISOR', label: 'Суперадминистратор' },
]

/** What is told of a person; a manager chooses neither the company nor whether it is a super administrator. */
export function PersonFields({
  form,
  companies,
}: {
  form: RecordForm<PersonValues>
  companies: Company[]
}) {
  const supervisor = useStore(isSuper)
  const forPlatform = form.values.role === 'SUPERVISOR'
  return (
    <>
      <FieldGroup title="Человек">
        <Fields columns={2}>
          <RecordInputs form={form} fields={personFields} part="name" inputs={ownerInputs} />
          <TextInput label="Логин" required autoComplete="off" {...form.field('login')} />
        </Fields>
        <Fields columns={3}>
          <RecordInputs form={form} fields={personFields} part="contact" inputs={ownerInputs} />
        </Fields>
      </FieldGroup>
      <FieldGroup title="Доступ">
        {supervisor && (
          <Fields columns={2}>
            <Select
              label="Кто это"
              required
              allowDeselect={false}
              data={ROLES}
              {...form.field('role')}
            />
            {!forPlatform && (
              <SearchSelect
                label="Компания"
                required
                nothingFoundMessage="Такой компании нет"
                data={companies.map(({ id, short_name }) => ({ value: id, label: short_name }))}
                {...form.field('company_id')}
              />
            )}
          </Fields>
        )}
        {!forPlatform && <RoleFields form={form} />}
      </FieldGroup>
    </>
  )
}

const WITHOUT_OPERATOR =
  'Без доступа к рабочей области человеку открыта только его учётная запись; доступ без роли — оператор'
const WITHOUT_SECOND = 'Управляющего назначает администратор платформы'

/** Whoever gets a job gets the working area with it; an owner reads it without. */
function withAccess(roles: CompanyRole[], before: readonly CompanyRole[]): CompanyRole[] {
  const gained = roles.some((role) => !before.includes(role) && role !== 'OWNER')
  return gained && !roles.includes('OPERATOR') ? ['OPERATOR', ...roles] : roles
}

/** The roles of the installation, under the titles that it has given them. */
function RoleFields({ form }: { form: RecordForm<PersonValues> }) {
  const supervisor = useStore(isSuper)
  const given = useCall(userRights.superGetRoles, {}, { when: supervisor, quiet: true })
  const titleOf = (role: CompanyRole) =>
    role === 'OPERATOR'
      ? 'Доступ к рабочей области'
      : (given.data?.find(({ code }) => code === role)?.title ?? roleTitle(role))
  return (
    <>
      <Checkbox.Group
        label="Роли"
        description={supervisor ? WITHOUT_OPERATOR : `${WITHOUT_OPERATOR}. ${WITHOUT_SECOND}`}
        {...form.field('roles')}
        onChange={(roles) =>
          form.set({ roles: withAccess(roles as CompanyRole[], form.values.roles) })
        }
      >
        <div className={styles['roles']}>
          {companyRoles.map((role) => (
            <Checkbox
              key={role}
              value={role}
              label={titleOf(role)}
              disabled={!supervisor && role === 'MANAGER'}
            />
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
function ProposedPin({ form }: { form: RecordForm<PersonValues> }) {
  const [asked, setAsked] = useState(0)
  const proposal = useCall(userAccess.generatePCode, {}, { when: asked > 0, quiet: true })
  const take = () => {
    setAsked(asked + 1)
    if (proposal.data) form.set({ pcode: proposal.data.pcode })
  }
  return (
    <Button
      variant="default"
      loading={proposal.loading}
      onClick={take}
      className={styles['atField']}
    >
      {proposal.data ? `Взять ${proposal.data.pcode}` : 'Предложить пин-код'}
    </Button>
  )
}
