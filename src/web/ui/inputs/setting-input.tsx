import { Checkbox, Select, TextInput, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { SettingField } from '#contract/company/setting-fields.ts'
import { showPlaceholders, storePlaceholders } from '#contract/requisites/document/placeholders.ts'
import { formatMoney, formatPercent } from '#contract/core/input-text.ts'
import { MoneyInput, PercentInput } from './amount-input.tsx'
import { IntInput } from './int-input.tsx'
import { TimeInput } from './time-input.tsx'
import styles from './inputs.module.css'

/** What a form gives of one value: `form.field(path)`. */
interface FieldProps {
  'data-path': string
  // The form's own types: an input may give an event or a value.
  // oxlint-disable-next-line typescript/no-explicit-any
  [prop: string]: any
}

/** A longer text takes the whole width. */
const LINE = 100

interface SettingInputProps {
  setting: SettingField
  fieldProps: FieldProps
  /** A problem of one row of a list is told at the list. */
  rowError?: ReactNode
}

/** One setting, drawn of its description alone: the kind chooses the input, words and bounds stand beside it. */
export function SettingInput({ setting, fieldProps, rowError }: SettingInputProps) {
  const { kind, unit, options = {} } = setting
  const words = { label: setting.label, description: boundsText(setting), required: true }
  const choices = Object.entries(options).map(([value, label]) => ({ value, label }))
  switch (kind) {
    case 'yes-no': {
      const { value, ...checked } = fieldProps
      return (
        <Checkbox
          label={setting.label}
          description={setting.hint}
          checked={value === true}
          {...checked}
        />
      )
    }
    case 'choice':
      return <ChoiceInput setting={setting} fieldProps={fieldProps} />
    case 'choices':
      return (
        <Checkbox.Group {...words} {...fieldProps} data-label={setting.label}>
          <div className={styles['choices']}>
            {choices.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </div>
        </Checkbox.Group>
      )
    case 'texts':
      return (
        <div data-wide>
          <ListInput setting={setting} fieldProps={fieldProps} rowError={rowError} />
        </div>
      )
    case 'numbers':
      return <ListInput setting={setting} fieldProps={fieldProps} rowError={rowError} />
    case 'text': {
      const field = { ...words, autoComplete: 'off', ...asTyped(fieldProps) }
      return (setting.max ?? 0) > LINE ? (
        <div data-wide>
          <Textarea {...field} autosize />
        </div>
      ) : (
        <TextInput {...field} />
      )
    }
    case 'time':
      return <TimeInput {...words} {...fieldProps} />
    case 'number':
      if (unit === 'kop') return <MoneyInput {...words} {...fieldProps} />
      if (unit === 'bp') return <PercentInput {...words} {...fieldProps} />
      return (
        <IntInput {...words} {...fieldProps} label={`${setting.label}${unit ? `, ${unit}` : ''}`} />
      )
  }
}

/** Placeholders of numbers and purposes are Russian words on screen alone. */
function asTyped({ value, onChange, ...rest }: FieldProps) {
  return {
    ...rest,
    value: showPlaceholders(String(value)),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(storePlaceholders(event.currentTarget.value)),
  }
}

/** Forms of documents are chosen by their number. */
function ChoiceInput({ setting, fieldProps }: Omit<SettingInputProps, 'rowError'>) {
  const { value, onChange, ...rest } = fieldProps
  const { label, hint, numeric, options = {} } = setting
  return (
    <Select
      label={label}
      description={hint}
      required
      allowDeselect={false}
      data={Object.entries(options).map(([code, title]) => ({ value: code, label: title }))}
      {...rest}
      value={String(value)}
      onChange={(next) => onChange(numeric ? Number(next) : next)}
    />
  )
}

/** Texts a line each, numbers after commas; what is no number is NaN, which no schema accepts. */
function ListInput({ setting, fieldProps, rowError }: SettingInputProps) {
  const [text, setText] = useState<string>()
  const { value, onChange, onBlur, error, ...rest } = fieldProps
  const isTexts = setting.kind === 'texts'
  const Input = isTexts ? Textarea : TextInput
  const type = (next: string) => {
    setText(next)
    onChange(isTexts ? linesOf(next) : numbersOf(next))
  }
  return (
    <Input
      label={setting.label}
      description={boundsText(setting)}
      required
      autoComplete="off"
      {...(isTexts && { autosize: true, minRows: 3 })}
      {...rest}
      error={error ?? rowError}
      value={text ?? (value as unknown[]).join(isTexts ? '\n' : ', ')}
      onChange={(event: { currentTarget: { value: string } }) => type(event.currentTarget.value)}
      onBlur={() => {
        setText(undefined)
        onBlur?.()
      }}
    />
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function numbersOf(text: string): number[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : Number.NaN))
}

/** «Каждая с новой строки. От 1 до 30». */
function boundsText({ kind, unit, hint, min, max }: SettingField): string {
  const far = max !== undefined && max >= Number.MAX_SAFE_INTEGER
  const formatValue = (value: number) =>
    unit === 'kop'
      ? `${formatMoney(value)}\u00a0₽`
      : unit === 'bp'
        ? `${formatPercent(value)}\u00a0%`
        : `${value}`
  const bounds =
    kind === 'text' ||
    kind === 'time' ||
    kind === 'choices' ||
    min === undefined ||
    max === undefined ||
    far
      ? undefined
      : `От ${formatValue(min)} до ${formatValue(max)}`
  return [hint, bounds].filter(Boolean).join('. ')
}
