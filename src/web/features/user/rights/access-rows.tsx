import { Select } from '@mantine/core'
import { confirmationsOf, limitedActions, type ActionCode } from '#contract/core/actions.ts'
import type { AccessRow, Action } from '#contract/user/user-access.ts'
import type { User } from '#contract/user/user-entities.ts'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import { MoneyInput } from '#web/ui/inputs/amount-input.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { CONFIRM_LABELS } from './access-labels.ts'
import styles from './rights.module.css'

/** A line of the form: one role or person and what is said of it. */
export interface RowValues {
  subject: AccessRow['subject']
  subject_code: string
  label: string
  /** Unset: the row is not stored, so nothing is said of the subject. */
  says: 'unset' | 'allow' | 'deny'
  confirm: AccessRow['confirm']
  max_kop: number | null
}
export type AccessValues = Record<string, unknown> & { rows: RowValues[] }

const SAYS = [
  { value: 'unset', label: 'Не сказано' },
  { value: 'allow', label: 'Разрешено' },
  { value: 'deny', label: 'Запрещено' },
]

/** One line for each role and person. */
export function AccessRows({ form, action }: { form: RecordForm<AccessValues>; action: Action }) {
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
  form: RecordForm<AccessValues>
  people: readonly User[]
  action: Action
}

/** A line for one person, whose own row counts before those of the roles. */
export function AddPerson({ form, people, action }: AddPersonProps) {
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
