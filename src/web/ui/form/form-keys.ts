import type { KeyboardEvent } from 'react'
import { CLOSED_LIST } from '../keyboard/keys.ts'

const FIELDS =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled)'

/**
 * Enter goes to the next field, Shift + Enter back; in the last one it presses the main button,
 * unless the form is about money or statuses, where it only moves there.
 */
export function moveByEnter(event: KeyboardEvent<HTMLFormElement>, stopsAtButton: boolean) {
  const target = event.target as HTMLElement
  const enter = event.code === 'Enter' || event.code === 'NumpadEnter'
  if (!enter || event.ctrlKey || event.altKey || event.defaultPrevented) return
  if (target.matches('textarea, button, a, [aria-expanded="true"]')) return
  event.preventDefault()
  const form = event.currentTarget
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)].filter(
    (field) => field.tabIndex >= 0 && field.offsetParent !== null,
  )
  const next = fields[fields.indexOf(target) + (event.shiftKey ? -1 : 1)]
  if (next) return next.focus()
  if (event.shiftKey) return
  if (stopsAtButton) form.querySelector<HTMLElement>('[data-main]')?.focus()
  else form.requestSubmit()
}

/** A closed list passes Enter on, as any field does; ↓ and the space bar open it. */
export function passClosedList(event: KeyboardEvent<HTMLFormElement>, stopsAtButton: boolean) {
  if (!(event.target as HTMLElement).matches(CLOSED_LIST)) return
  moveByEnter(event, stopsAtButton)
  if (event.defaultPrevented) event.stopPropagation()
}

/** Scrolls to the first wrong field, or to the named one, and focuses it. */
export function focusField(form: HTMLElement | null, paths: readonly string[]) {
  const marked = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
  const wrong = marked.find((field) => paths.includes(field.dataset['path'] ?? ''))
  // What a bank's own form asks for is typed in its frame.
  const asked = `${FIELDS}, iframe`
  const field = wrong?.matches(FIELDS) ? wrong : wrong?.querySelector<HTMLElement>(asked)
  ;(field ?? wrong)?.focus()
  wrong?.scrollIntoView({ block: 'nearest' })
}

/** The label of each field of a form, by the path of its value. */
export function labelsOf(form: HTMLElement | null): Record<string, string> {
  const fields = form?.querySelectorAll<HTMLInputElement>('[data-path]') ?? []
  return Object.fromEntries(
    [...fields].map((field) => [
      field.dataset['path'] ?? '',
      // A list of rows is no input: it provides its own label.
      field.dataset['label'] ?? field.labels?.[0]?.firstChild?.textContent ?? '',
    ]),
  )
}
