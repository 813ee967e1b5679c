import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { InputKind, InputProps, InputValue } from './ask.ts'
import { MoneyInput, PercentInput, WeightInput } from '../inputs/amount-input.tsx'
import { PlateInput } from '../inputs/plate-input.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import styles from './dialogs.module.css'

type Value = InputValue<InputKind>
type Props = InputProps<InputKind> & { close: (value?: Value) => void }

/** One value of a stated kind; amounts come back as integers. */
export function InputDialog(props: Props) {
  const { hint, main = 'Готово', problem, close } = props
  const [value, setValue] = useState<Value | null>(props.value ?? null)
  const [error, setError] = useState<string>()
  const finish = () => {
    const found = missing(value) ? 'Заполните поле' : problem?.(value)
    setError(found)
    if (!found && !missing(value)) close(value)
  }
  return (
    <div className={styles['body']}>
      {hint && <div className={styles['hint']}>{hint}</div>}
      <Field
        {...props}
        value={value}
        error={error}
        onChange={(next) => {
          setValue(next)
          setError(undefined)
        }}
      />
      <DialogButtons main={main} run={finish} cancel={() => close()} />
    </div>
  )
}

function missing(value: Value | null): value is null {
  return value === null || value === '' || Number.isNaN(value)
}

interface FieldProps {
  kind: InputKind
  label: string
  value: Value | null
  error: string | undefined
  onChange: (value: Value | null) => void
}

function Field({ kind, label, value, error, onChange }: FieldProps) {
  const amount = {
    label,
    error,
    value: typeof value === 'number' ? value : null,
    onChange,
    'data-autofocus': true,
  }
  const text = typeof value === 'string' ? value : ''
  if (kind === 'money') return <MoneyInput {...amount} />
  if (kind === 'weight') return <WeightInput {...amount} />
  if (kind === 'percent') return <PercentInput {...amount} />
  if (kind === 'plate')
    return (
      <PlateInput label={label} error={error} value={text} onChange={onChange} data-autofocus />
    )
  return (
    <TextInput
      label={label}
      error={error}
      value={kind === 'number' ? String(value ?? '') : text}
      inputMode={kind === 'number' ? 'numeric' : 'text'}
      onChange={(event) => onChange(readValue(kind, event.currentTarget.value))}
      data-autofocus
    />
  )
}

function readValue(kind: InputKind, text: string): Value | null {
  if (kind !== 'number') return text
  const digits = text.replaceAll(/\D/g, '').slice(0, 15)
  return digits === '' ? null : Number(digits)
}
