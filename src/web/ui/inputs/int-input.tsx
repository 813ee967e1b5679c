import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldProps } from './field-props.ts'

/** A whole number typed as digits; a text that is none gives NaN, which no schema accepts. */
export function IntInput({ value, onChange, ...field }: FieldProps<number>) {
  const [text, setText] = useState<string>()
  const shown = typeof value === 'number' && !Number.isNaN(value) ? String(value) : ''
  const type = (next: string) => {
    setText(next)
    const digits = next.trim()
    onChange?.(digits === '' ? null : /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN)
  }
  return (
    <TextInput
      {...field}
      inputMode="numeric"
      autoComplete="off"
      value={text ?? shown}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        if (!Number.isNaN(value)) setText(undefined)
        field.onBlur?.(event)
      }}
    />
  )
}
