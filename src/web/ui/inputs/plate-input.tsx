import { TextInput } from '@mantine/core'
import { plateOfInput } from '#contract/requisites/plate/russian-plate.ts'
import type { FieldProps } from './field-props.ts'
import styles from './inputs.module.css'

/** A number plate: Latin lookalikes become Cyrillic when the field is left; any text is allowed. */
export function PlateInput({
  value,
  onChange,
  onEnter,
  ...field
}: FieldProps<string> & { onEnter?: () => void }) {
  return (
    <TextInput
      {...field}
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
      classNames={{ input: styles['plate'] ?? '' }}
      value={value ?? ''}
      onChange={(event) => onChange?.(event.currentTarget.value.toUpperCase())}
      onKeyDown={(event) => {
        if (!onEnter || event.key !== 'Enter' || event.ctrlKey) return
        // The handler may move the focus to a button, which the same key press must not press.
        event.preventDefault()
        onEnter()
      }}
      onBlur={(event) => {
        if (value) onChange?.(plateOfInput(value))
        field.onBlur?.(event)
      }}
    />
  )
}
