import { Button, PasswordInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ConfigCard, ProviderField } from '#contract/bank/bank-set-up.ts'
import { FileButton } from '#web/features/file/file-button.tsx'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import type { KeyValues } from './key-values.ts'
import styles from './setup.module.css'

type StoredValue = ConfigCard['values'][number]

interface ProviderFieldsProps<V extends { credentials: KeyValues }> {
  form: RecordForm<V>
  fields: readonly ProviderField[]
  /** What an agreement has already; none of a new one. */
  values?: readonly StoredValue[]
}

/** The fields that a provider describes; no screen knows them by name. */
export function ProviderFields<V extends { credentials: KeyValues }>(
  props: ProviderFieldsProps<V>,
) {
  const { form, fields, values = [] } = props
  if (fields.length === 0) return null
  return (
    <FieldGroup title="Доступ к банку">
      <Fields columns={2}>
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            form={form}
            field={field}
            isSet={values.some(({ name, is_set: isSet }) => name === field.name && isSet)}
          />
        ))}
      </Fields>
    </FieldGroup>
  )
}

interface FieldInputProps<V extends { credentials: KeyValues }> {
  form: RecordForm<V>
  field: ProviderField
  isSet: boolean
}

function FieldInput<V extends { credentials: KeyValues }>({
  form,
  field,
  isSet,
}: FieldInputProps<V>) {
  const { name, kind, label, hint, needed, choices } = field
  const path = `credentials.${name}`
  const input = { label, description: hint, required: needed, ...form.field(path) }
  if (kind === 'secret') return <SecretInput input={input} label={label} isSet={isSet} />
  if (kind === 'file') return <FileInput form={form} field={field} isSet={isSet} />
  if (kind === 'choice')
    return (
      <Select
        {...input}
        value={form.field(path)['value'] || null}
        data={[...choices]}
        clearable={!needed}
      />
    )
  return (
    <TextInput
      {...input}
      autoComplete="off"
      {...(kind === 'number' && { inputMode: 'numeric' as const })}
    />
  )
}

interface SecretInputProps {
  input: object
  label: string
  isSet: boolean
}

/** A stored secret is named as set; the empty field opens only to replace it. */
function SecretInput({ input, label, isSet }: SecretInputProps) {
  const [isReplacing, setReplacing] = useState(!isSet)
  if (isReplacing)
    return (
      <PasswordInput {...input} autoComplete="new-password" data-autofocus={isSet || undefined} />
    )
  return <StoredSecret label={label} action="Заменить" replace={() => setReplacing(true)} />
}

interface StoredSecretProps {
  label: string
  action: string
  replace: () => void
}

function StoredSecret({ label, action, replace }: StoredSecretProps) {
  return (
    <div className={styles['stored']} role="group" aria-label={label}>
      <span className={styles['label']}>{label}</span>
      <span className={styles['line']}>
        <strong>задан</strong>
        <Button variant="default" onClick={replace} aria-label={`${action}: ${label}`}>
          {action}
        </Button>
      </span>
    </div>
  )
}

/** A key in a file is text: it is read here and sent with the form, and no copy of the file stays. */
function FileInput<V extends { credentials: KeyValues }>({
  form,
  field,
  isSet,
}: FieldInputProps<V>) {
  const [chosen, setChosen] = useState<string>()
  const { name, label, hint, needed } = field
  const path = `credentials.${name}`
  const { error, onChange } = form.field(path)
  const take = async ([file]: File[]) => {
    if (!file) return
    onChange(await file.text())
    setChosen(file.name)
  }
  return (
    <div className={styles['stored']} role="group" aria-label={label} data-path={path}>
      <span className={styles['label']}>
        {label}
        {needed && <span aria-hidden> *</span>}
      </span>
      {hint && <small>{hint}</small>}
      <span className={styles['line']}>
        <strong>{chosen ?? (isSet ? 'задан' : 'не выбран')}</strong>
        <FileButton
          label={isSet || chosen ? 'Заменить файл' : 'Выбрать файл'}
          accept=".pem,.crt,.cer,.key,.txt"
          share={undefined}
          take={take}
        />
      </span>
      {error && <span className={styles['bad']}>{error}</span>}
    </div>
  )
}
