import { Button } from '@mantine/core'
import { confirmationsOf, platformActions, type ActionCode } from '#contract/core/actions.ts'
import type { CallResult } from '#contract/core/call.ts'
import { companyRoles } from '#contract/core/roles.ts'
import {
  userAccess,
  type AccessRow,
  type ActionFolder,
  type Action as ListedAction,
} from '#contract/user/user-access.ts'
import { userRights } from '#contract/user/user-rights.ts'
import type { User } from '#contract/user/user-entities.ts'
import { user } from '#contract/user/user.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { FieldGroup } from '#web/ui/form/form.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { roleTitle } from '#web/ui/layout/people.ts'
import { AccessRows, AddPerson, type AccessValues, type RowValues } from './access-rows.tsx'
import { openAction } from './action-form.tsx'
import styles from './rights.module.css'
import { CONFIRM_LABELS, reasonText } from './access-labels.ts'

type Folder = CallResult<typeof userAccess.getActions>['folders'][number]
type Action = Folder['actions'][number]

/** Whose rules are edited: a company, or the common rules of all companies. */
export interface AccessScope {
  readonly companyId: string | null
  readonly title: string
}

/** Who has one right of a company, with which confirmation and up to which sum, and who may do it now. */
export function openAccess(
  action: Action,
  folders: readonly ActionFolder[],
  scope: AccessScope,
): Promise<void> {
  return openDialog({ title: action.title, width: 960 }, (close) => (
    <AccessFields action={action} folders={folders} scope={scope} close={close} />
  ))
}

interface AccessProps {
  action: Action
  folders: readonly ActionFolder[]
  scope: AccessScope
  close: () => void
}

function AccessFields({ action, folders, scope, close }: AccessProps) {
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
      folders={folders}
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

function AccessForm({ action, folders, scope, people, roles, close }: FormProps) {
  const save = useSend(userRights.updateActionAccess, { refreshes: [userAccess.getActions] })
  const { companyId } = scope
  const byManagers = action.access_by_managers ?? []
  const form = useRecordForm({
    schema: userRights.updateActionAccess.body,
    initial: { rows: rowsOf(action, roles, people) } as AccessValues,
    toBody: ({ rows }) => ({
      company_id: companyId,
      action_id: action.id,
      rows: rows.filter((row) => row.says !== 'unset').map(toRow),
      former_rows:
        companyId !== null && action.access_scope === 'all' ? byManagers : (action.access ?? []),
    }),
    check: ({ rows }) =>
      companyId !== null && rows.every((row) => row.says === 'unset')
        ? { rows: NOTHING_SAID }
        : undefined,
  })
  const isOwn = companyId !== null && action.access_scope === 'company'
  // Without rows of managers too: a right is given back as a whole.
  const isTouched = isOwn || (companyId !== null && byManagers.length > 0)
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
        <>
          {isTouched && (
            <Button variant="default" loading={save.sending} onClick={() => void inherit()}>
              Как у всех компаний
            </Button>
          )}
          <Button variant="default" onClick={() => void openAction(action, folders)}>
            Название и папка
          </Button>
        </>
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

interface RightHoldersProps {
  companyId: string | null
  action: ListedAction
}

/** All people of the company with the answer for one right and the rule that gives it. */
function RightHolders({ companyId, action }: RightHoldersProps) {
  const isPlatform = action.access?.some((row) => row.subject_code === 'SUPERVISOR') ?? false
  const isAsked = companyId !== null || isPlatform
  const holders = useCall(
    userRights.superGetRightHolders,
    { query: { actionId: action.id, ...(companyId !== null && { companyId }) } },
    { when: isAsked, quiet: true },
  )
  if (!isAsked)
    return <p className={styles['hint']}>Выберите компанию, чтобы увидеть её сотрудников.</p>
  if (holders.error) return <p role="alert">{holders.error.message}</p>
  if (!holders.data) return <Waiting />
  if (holders.data.length === 0) return <p className={styles['hint']}>Сотрудников пока нет.</p>
  return (
    <table className={styles['rows']}>
      <thead>
        <tr>
          <th scope="col">Сотрудник</th>
          <th scope="col">Может</th>
          <th scope="col">Почему</th>
        </tr>
      </thead>
      <tbody>
        {holders.data.map((holder) => (
          <tr key={holder.user.id}>
            <th scope="row">{holder.user.full_name}</th>
            <td>
              {holder.allowed && holder.user.status === 'active'
                ? `Да. ${CONFIRM_LABELS[holder.confirm]}`
                : 'Нет'}
            </td>
            <td>{reasonText(holder)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

// A company without a row of its own follows the common rules, so an empty set cannot mean «никому».
const NOTHING_SAID =
  'Без единой строки действуют общие правила. Чтобы закрыть доступ, выберите «Запрещено»'

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
  // Calls also have rows of all signed-in users and of super administrators: a row that is not drawn would be deleted.
  const others = stored.flatMap(({ subject, subject_code }) =>
    subject === 'role' && !roles.includes(subject_code) ? [subject_code] : [],
  )
  return [
    ...[...roles, ...others].map((role) =>
      valuesOf('role', role, role === 'USER' ? 'Все вошедшие' : roleTitle(role)),
    ),
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
