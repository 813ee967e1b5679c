import { Button, Checkbox, Textarea } from '@mantine/core'
import { useRef } from 'react'
import type { TextField } from '#contract/document/document-texts.ts'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import styles from './document-text.module.css'

interface TextInputProps<V extends Record<string, unknown>> {
  field: TextField
  form: RecordForm<V>
  /** What is wrong with it as it is typed. */
  problem: string | undefined
  isCommon: boolean
}

const EMPHASIS = [
  { mark: '**', label: 'Жирный' },
  { mark: '*', label: 'Курсив' },
]

/** A text with what may be put into it; a company's own only where it is switched on. */
export function TextInput<V extends Record<string, unknown>>(props: TextInputProps<V>) {
  const { field, form, problem, isCommon } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const path = `texts.${field.key}`
  const { value, error, ...input } = form.field(path)
  const own = form.field(`own.${field.key}`, { type: 'checkbox' })
  const isEdited = isCommon || own['checked'] === true
  const insert = (before: string, after = '') => {
    const at = area.current
    if (!at) return
    const { selectionStart: from, selectionEnd: to } = at
    at.setRangeText(before + at.value.slice(from, to) + after, from, to, 'end')
    at.dispatchEvent(new Event('input', { bubbles: true }))
    at.focus()
  }
  return (
    <div className={styles['text']} role="group" aria-label={field.title}>
      {!isCommon && <Checkbox {...own} label={`${field.title}: свой текст`} />}
      <Textarea
        {...input}
        ref={area}
        label={isCommon ? field.title : undefined}
        aria-label={field.title}
        required={field.required && isCommon}
        disabled={!isEdited}
        value={isEdited ? String(value ?? '') : field.common}
        error={isEdited ? (error ?? (form.kit.isDirty(path) ? problem : undefined)) : undefined}
        autosize
        minRows={field.inline ? 1 : 2}
        maxRows={14}
      />
      {isEdited && (
        <div className={styles['chips']}>
          {field.placeholders.map(({ name, title, required }) => (
            <Button
              key={name}
              variant="default"
              size="compact-sm"
              title={required ? `${title}; обязательно` : title}
              onClick={() => insert(`{${name}}`)}
            >
              {`{${name}}`} {title}
            </Button>
          ))}
          {!field.inline &&
            EMPHASIS.map(({ mark, label }) => (
              <Button
                key={mark}
                variant="subtle"
                size="compact-sm"
                onClick={() => insert(mark, mark)}
              >
                {label}
              </Button>
            ))}
        </div>
      )}
    </div>
  )
}
