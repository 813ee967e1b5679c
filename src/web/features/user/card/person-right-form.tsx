import { Radio, Select } from '@mantine/core'
import {
  confirmationsOf,
  declaredConfirm,
  limitedActions,
  type ActionCode,
} from '#contract/core/actions.ts'
import { userAccess, type AccessRow, type Action } from '#contract/user/user-access.ts'
import { userRights, type RightHolder } from '#contract/user/user-rights.ts'
import type { User } from '#contract/user/user-entities.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { money } from '#web/ui/format.ts'
import { MoneyInput } from '#web/ui/inputs/amount-input.tsx'
import { CONFIRM_LABELS, reasonText } from '../rights/access-labels.ts'
import rows from '../rows.module.css'
import styles from './card.module.css'

interface PersonRight {
  readonly person: User
  readonly action: Action
  readonly holder: RightHolder
}

/** One right of one person: by the roles, given by name or taken away by name. */
export function openPersonRight(right: PersonRight): Promise<void> {
  return openDialog({ title: right.action.title, width: 640 }, (close) => (
    <PersonRightForm {...right} close={close} />
  ))
}

type Confirm = AccessRow['confirm']
const STRENGTH: readonly Confirm[] = ['none', 'self', 'other']
const strongest = (some: Confirm, other: Confirm): Confirm =>
  STRENGTH.indexOf(some) > STRENGTH.indexOf(other) ? some : other

const SAYS = [
  { value: 'roles', label: 'По роли', description: 'Как у всех с такой же ролью' },
  { value: 'allow', label: 'Разрешить лично', description: 'Независимо от роли' },
  { value: 'deny', label: 'Запретить лично', description: 'Даже если роль это разрешает' },
] as const

interface Values extends Record<string, unknown> {
  says: 'roles' | 'allow' | 'deny'
  confirm: Confirm
  max_kop: number | null
}

function PersonRightForm({ person, action, holder, close }: PersonRight & { close: () => void }) {
  const save = useSend(userRights.updateActionAccess, {
    refreshes: [userAccess.getActions, userRights.superGetRightHolders],
  })
  const { code, mine } = action
  const stored = holder.by_manager ? holder.rows.filter(({ subject }) => subject === 'user') : []
  const levels = confirmationsOf(code).filter((level) => strongest(level, mine.confirm) === level)
  const isLimited = limitedActions.includes(code as ActionCode)
  const [row] = stored
  const reason = reasonText(holder)
  const form = useRecordForm({
    schema: userRights.updateActionAccess.body,
    initial: {
      says: row ? (row.allow ? 'allow' : 'deny') : 'roles',
      confirm: row?.allow
        ? row.confirm
        : strongest(mine.confirm, holder.allowed ? holder.confirm : declaredConfirm(code)),
      max_kop: row?.limit?.max_kop ?? mine.limit?.max_kop ?? null,
    } as Values,
    toBody: (values) => ({
      company_id: person.info.company_id,
      action_id: action.id,
      rows: values.says === 'roles' ? [] : [rowOf(person.id, values, isLimited)],
      former_rows: stored,
    }),
  })
  const most = mine.limit?.max_kop
  return (
    <SaveForm form={form} save={save} saved={close} said="Право изменено и уже действует">
      <p className={rows['hint']}>
        {person.info.full_name}. Сейчас: {reason.charAt(0).toLowerCase() + reason.slice(1)}.
      </p>
      <Radio.Group aria-label="Чьё слово решает" {...form.field('says')}>
        <div className={styles['choices']}>
          {SAYS.map((choice) => (
            <Radio key={choice.value} {...choice} />
          ))}
        </div>
      </Radio.Group>
      {form.values.says === 'allow' && levels.length > 1 && (
        <Select
          label="Подтверждение"
          allowDeselect={false}
          data={levels.map((value) => ({ value, label: CONFIRM_LABELS[value] }))}
          {...form.field('confirm')}
        />
      )}
      {form.values.says === 'allow' && isLimited && (
        <MoneyInput
          label="До суммы"
          placeholder="Без предела"
          description={most === undefined ? undefined : `Не выше вашего предела: ${money(most)}`}
          {...form.field('max_kop')}
        />
      )}
    </SaveForm>
  )
}

function rowOf(id: string, { says, confirm, max_kop }: Values, isLimited: boolean): AccessRow {
  const allow = says === 'allow'
  return {
    subject: 'user',
    subject_code: id,
    allow,
    confirm: allow ? confirm : 'none',
    ...(allow && isLimited && max_kop !== null && { limit: { max_kop } }),
  }
}
