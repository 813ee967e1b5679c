import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldProps } from './field-props.ts'
import { parseTime } from './parse-date-time.ts'

const WRONG = 'Время пишется так: 21:30'

/** A time of the day as it is usually typed, shown as `21:30` once it is left; another text stays and is refused. */
export function TimeInput({ value, onChange, error, ...field }: FieldProps<string>) {
  const [text, setText] = useState<string>()
  const [left, setLeft] = useState(false)
  const isWrong = text !== undefined && text.trim() !== '' && !parseTime(text.trim())
  const type = (next: string) => {
    setText(next)
    setLeft(false)
    const words = next.trim()
    onChange?.(words === '' ? null : (parseTime(words) ?? words))
  }
  return (
    <TextInput
      placeholder="21:30"
      {...field}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      value={text ?? value ?? ''}
      error={isWrong && (left || error) ? WRONG : error}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        if (!isWrong) setText(undefined)
        setLeft(true)
        field.onBlur?.(event)
      }}
    />
  )
}
