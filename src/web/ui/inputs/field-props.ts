import type { FocusEvent, ReactNode } from 'react'

/** Props of every input of the form pattern; `form.getInputProps(name)` gives the last five. */
export interface FieldProps<Value> {
  label?: ReactNode
  'aria-label'?: string
  /** A line beside the label; of masked inputs under the field. */
  description?: ReactNode
  placeholder?: string
  required?: boolean
  disabled?: boolean
  className?: string
  id?: string
  name?: string
  'data-autofocus'?: boolean
  autoFocus?: boolean
  'data-path'?: string
  value?: Value | null
  onChange?: (value: Value | null) => void
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  error?: ReactNode
}
