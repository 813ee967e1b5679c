import { Button, Select } from '@mantine/core'
import {
  confirmationsOf,
  limitedActions,
  platformActions,
  type ActionCode,
} from '#contract/core/actions.ts'
import type { CallResult } from '#contract/core/call.ts'
import { companyRoles } from '#contract/core/roles.ts'
import type { AccessRow } from '#contract/user/user-access.ts'
import type { User } from '#contract/user/user-entities.ts'
import { user } from '#contract/user/user.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { FieldGroup } from '#web/ui/form/form.tsx'
import { useRecordForm, type RecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { MoneyInput } from '#web/ui/inputs/amount-input.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { roleTitle } from '#web/ui/layout/people.ts'
import { CONFIRM_LABELS } from './access-labels.ts'
import { RightHolders } from './right-holders.tsx'
import styles from './rights.module.css'

type Folder = CallResult<typeof user.getActions>['folders'][number]
type Action = Folder['actions'][number]

/** Whose rules are edited: a company, or the common rules of all companies. */
export interface AccessScope {
  readonly companyId: string | null
  readonly title: string
}

interface RowValues {
  subject: AccessRow['subject']
  subject_code: string
  label: string
  /** Unset: the row is not stored, so nothing is said of the subject. */
  says: 'unset' | 'allow' | 'deny'
  confirm: AccessRow['confirm']
  max_kop: number | null
}
type Values = Record<string, unknown> & { rows: RowValues[] }

const SAYS = [
  { value: 'unset', label: 'Не сказано' },
  { value: 'allow', label: 'Разрешено' },
  { value: 'deny', label: 'Запрещено' },
]

/** Who has one right of a company, with which confirmation and up to which sum, and who may do it now. */
export function openAccess(action: Action, scope: AccessScope): Promise<void> {
  return openDialog({ title: action.title, width: 960 }, (close) => (
    <AccessFields action={action} scope={scope} close={close} />
  ))
}

interface AccessProps {
  action: Action
  scope: AccessScope
  close: () => void
}

function AccessFields({ action, scope, close }: AccessProps) {
  const isPlatform = platformActions.includes(action.code as ActionCode)
  const people = useCall(user.superGetAll, {
    query: {
      filter: {
        limit: 200,
        sort: [['full_name', 'asc']],
        with: ['rows'],
        ...(isPlatform ? { role: ['SUPERVISOR'] } : {}),
        ...(scope.companyId && !isPlatform ? { company_id: [scope.companyId] } : {}),
      },
    },
  })
  if (people.error && !people.data) return <p role="alert">{people.error.message}</p>
  if (!people.data) return <Waiting />
  return (
    <AccessForm
      action={action}
      scope={isPlatform ? { ...scope, companyId: null } : scope}
      people={people.data.items ?? []}
      roles={isPlatform ? ['SUPERVISOR'] : companyRoles}
      close={close}
    />
  )
}

interface FormProps extends AccessProps {
  people: readonly User[]
  roles: readonly string[]
}

function AccessForm({ action, scope, people, roles, close }: FormProps) {
  const save = useSend(user.updateActionAccess, { refreshes: [user.getActions] })
  const { companyId } = scope
  const form = useRecordForm({
    schema: user.updateActionAccess.body,
    initial: { rows: rowsOf(action, roles, people) } as Values,
    toBody: ({ rows }) => ({
      company_id: companyId,
      action_id: action.id,
      rows: rows.filter((row) => row.says !== 'unset').map(toRow),
    }),
  })
  const isOwn = companyId !== null && action.access_scope === 'company'
  const inherit = async () => {
    const body = { company_id: companyId, action_id: action.id, rows: [] }
    if ((await save.send({ body })) === undefined) return
    toast.success('Снова действуют общие правила')
    close()
  }
  return (
    <SaveForm
      form={form}
      save={save}
      saved={close}
      said="Доступ сохранён и уже действует"
      actions={
        isOwn && (
          <Button variant="default" loading={save.sending} onClick={() => void inherit()}>
            Как у всех компаний
          </Button>
        )
      }
    >
      <p className={styles['hint']}>{scopeText(scope, isOwn)}</p>
      <AccessRows form={form} action={action} />
      <AddPerson form={form} people={people} action={action} />
      <FieldGroup title="Кто может сейчас">
        <RightHolders companyId={companyId} action={action} />
      </FieldGroup>
    </SaveForm>
  )
}

function scopeText({ companyId, title }: AccessScope, isOwn: boolean): string {
  if (companyId === null)
    return 'Общие правила: действуют в каждой компании, у которой для этого действия нет своих.'
  return isOwn
    ? `Собственные правила компании ${title}: общие для этого действия здесь не действуют.`
    : `Сейчас в компании ${title} действуют общие правила. После сохранения у неё будут собственные.`
}

/** Every role has a line; a person has one when a row names the person. */
function rowsOf(action: Action, roles: readonly string[], people: readonly User[]): RowValues[] {
  const stored = action.access ?? []
  const names = new Map(people.map((person) => [person.id, person.info.full_name]))
  const valuesOf = (subject: AccessRow['subject'], code: string, label: string): RowValues => {
    const row = stored.find((each) => each.subject === subject && each.subject_code === code)
    return {
      subject,
      subject_code: code,
      label,
      says: row ? (row.allow ? 'allow' : 'deny') : 'unset',
      confirm: row?.confirm ?? confirmationsOf(action.code)[0]!,
      max_kop: row?.limit?.max_kop ?? null,
    }
  }
  return [
    ...roles.map((role) => valuesOf('role', role, roleTitle(role))),
    ...stored
      .filter((row) => row.subject === 'user')
      .map((row) =>
        valuesOf('user', row.subject_code, names.get(row.subject_code) ?? 'Другой человек'),
      ),
  ]
}

const toRow = ({ subject, subject_code, says, confirm, max_kop }: RowValues): AccessRow => ({
  subject,
  subject_code,
  allow: says === 'allow',
  confirm: says === 'allow' ? confirm : 'none',
  ...(says === 'allow' && max_kop !== null && { limit: { max_kop } }),
})

function AccessRows({ form, action }: { form: RecordForm<Values>; action: Action }) {
  const levels = confirmationsOf(action.code)
  const isLimited = limitedActions.includes(action.code as ActionCode)
  return (
    <table className={styles['rows']} data-path="rows">
      <thead>
        <tr>
          <th scope="col">Кому</th>
          <th scope="col">Доступ</th>
          <th scope="col">Подтверждение</th>
          {isLimited && <th scope="col">До суммы</th>}
        </tr>
      </thead>
      <tbody>
        {form.values.rows.map((row, index) => (
          <tr key={`${row.subject} ${row.subject_code}`}>
            <th scope="row">{row.label}</th>
            <td>
              <Select
                aria-label={`Доступ: ${row.label}`}
                allowDeselect={false}
                data={SAYS}
                {...form.field(`rows.${index}.says`)}
              />
            </td>
            <td>
              {row.says === 'allow' &&
                (levels.length === 1 ? (
                  CONFIRM_LABELS[levels[0]!]
                ) : (
                  <Select
                    aria-label={`Подтверждение: ${row.label}`}
                    allowDeselect={false}
                    data={levels.map((value) => ({ value, label: CONFIRM_LABELS[value] }))}
                    {...form.field(`rows.${index}.confirm`)}
                  />
                ))}
            </td>
            {isLimited && (
              <td>
                {row.says === 'allow' && (
                  <MoneyInput
                    aria-label={`До суммы: ${row.label}`}
                    placeholder="Без предела"
                    {...form.field(`rows.${index}.max_kop`)}
                  />
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface AddPersonProps {
  form: RecordForm<Values>
  people: readonly User[]
  action: Action
}

/** A line for one person, whose own row counts before those of the roles. */
function AddPerson({ form, people, action }: AddPersonProps) {
  const { rows } = form.values
  const free = people.filter(({ id }) => !rows.some((row) => row.subject_code === id))
  const add = (id: string | null) => {
    const person = free.find((each) => each.id === id)
    if (!person) return
    const row: RowValues = {
      subject: 'user',
      subject_code: person.id,
      label: person.info.full_name,
      says: 'allow',
      confirm: confirmationsOf(action.code)[0]!,
      max_kop: null,
    }
    form.set({ rows: [...rows, row] })
  }
  return (
    <SearchSelect
      // Emptied after each choice: what was typed belongs to the line that it made.
      key={rows.length}
      label="Добавить человека"
      placeholder={free.length > 0 ? 'Имя' : 'Все уже в списке'}
      disabled={free.length === 0}
      nothingFoundMessage="Такого человека нет"
      w={320}
      data={free.map(({ id, info }) => ({ value: id, label: info.full_name }))}
      value={null}
      onChange={add}
    />
  )
}

/** Renames a right; its code and its holders stay. */
export async function renameAction(
  action: Action,
  save: (body: { id: string; version: number; title: string }) => Promise<unknown>,
): Promise<void> {
  const title = await ask.input({
    title: 'Название действия',
    label: 'Название',
    kind: 'text',
    value: action.title,
    main: 'Переименовать',
    problem: (text) => (text.trim().length > 150 ? 'Не длиннее 150 знаков' : undefined),
  })
  if (title !== undefined && title !== action.title)
    await save({ id: action.id, version: action.version, title })
}
