import type { SettingField } from '#contract/company/setting-fields.ts'
import { FieldGroup } from '#web/ui/form/form.tsx'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import { SettingInput } from '#web/ui/inputs/setting-input.tsx'
import styles from './settings.module.css'

interface SettingGroupProps<V extends Record<string, unknown>> {
  title: string
  fields: readonly SettingField[]
  form: RecordForm<V>
}

/** Settings under one title: what is typed in columns, what is switched below. */
export function SettingGroup<V extends Record<string, unknown>>(props: SettingGroupProps<V>) {
  const { title, fields, form } = props
  const switches = fields.filter(({ kind }) => kind === 'yes-no')
  const typed = fields.filter(({ kind }) => kind !== 'yes-no')
  const draw = (setting: SettingField) => {
    const path = `settings.${setting.path}`
    const row = Object.keys(form.kit.errors).find((key) => key.startsWith(`${path}.`))
    const rowError = row === undefined ? undefined : form.kit.errors[row]
    return (
      <SettingInput
        key={path}
        setting={setting}
        fieldProps={form.field(path)}
        rowError={rowError}
      />
    )
  }
  return (
    <FieldGroup title={title}>
      {typed.length > 0 && <div className={styles['fields']}>{typed.map(draw)}</div>}
      {switches.length > 0 && <div className={styles['checks']}>{switches.map(draw)}</div>}
    </FieldGroup>
  )
}
