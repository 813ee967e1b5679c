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

const NAMED = '[data-path]'

/** Paths of the values that an input holds: a passport is typed in one field and stored as series and number. */
const pathsOf = ({ dataset }: HTMLElement) => [
  dataset['path'] ?? '',
  ...(dataset['also']?.split(' ') ?? []),
]

/** Scrolls to the first wrong field, or to the named one, and focuses it. */
export function focusField(form: HTMLElement | null, paths: readonly string[]) {
  const marked = [...(form?.querySelectorAll<HTMLElement>(NAMED) ?? [])]
  const wrong = marked.find((field) => pathsOf(field).some((path) => paths.includes(path)))
  // What a bank's own form asks for is typed in its frame.
  const asked = `${FIELDS}, iframe`
  const field = wrong?.matches(FIELDS) ? wrong : wrong?.querySelector<HTMLElement>(asked)
  ;(field ?? wrong)?.focus()
  wrong?.scrollIntoView({ block: 'nearest' })
}

/** The label of each field of a form, by the paths of its value. */
export function labelsOf(form: HTMLElement | null): Record<string, string> {
  const fields = form?.querySelectorAll<HTMLInputElement>(NAMED) ?? []
  return Object.fromEntries(
    [...fields].flatMap((field) => pathsOf(field).map((path) => [path, nameOf(field)])),
  )
}

/** What fields say of a text in them that is no value, by path: a schema sees only that none is there. */
export function faultsOf(form: HTMLElement | null): Record<string, string> {
  const fields = form?.querySelectorAll<HTMLInputElement>('[data-path][data-fault]') ?? []
  return Object.fromEntries(
    [...fields].flatMap((field) => pathsOf(field).map((path) => [path, field.dataset['fault']!])),
  )
}

// A list of rows is no input: it provides its own label.
const nameOf = ({ dataset, labels }: HTMLInputElement) =>
  dataset['label'] ?? labels?.[0]?.firstChild?.textContent ?? ''

/**
 * The name of the list in which something is typed and nothing chosen: what it held before must not be sent in its place.
 */
export function unchosenList(): string | undefined {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement) || field.dataset['unchosen'] === undefined) return
  return nameOf(field) || (field.ariaLabel ?? '')
}
