import type { ReactNode } from 'react'
import { create } from 'zustand'
import type { ApprovalRequest } from '#contract/user/approval/approval-request.ts'
import type { CallError } from '../../state/call-error.ts'

export interface Fact {
  label: string
  value: ReactNode
}

export interface ConfirmProps {
  title: string
  /** What will happen, in a whole sentence. */
  text: ReactNode
  /** The label of the main button: «Аннулировать». */
  main: string
  facts?: Fact[]
  /** «Отмена» has the focus and the main button is red. */
  danger?: boolean
  /** Something typed would be lost: Ctrl + Enter, by which a form is saved, is no answer. */
  loses?: boolean
  /** The sum or number that must be typed in before the button works. */
  typed?: string
}

export type InputKind = 'text' | 'plate' | 'number' | 'money' | 'weight' | 'percent'

export interface InputProps<K extends InputKind> {
  title: string
  label: string
  kind: K
  main?: string
  hint?: ReactNode
  value?: InputValue<K>
  /** The reason why the value cannot be taken, or undefined. */
  problem?: (value: InputValue<K>) => string | undefined
}
/** Texts give strings; numbers, kopecks, grams and basis points give integers. */
export type InputValue<K extends InputKind> = K extends 'text' | 'plate' ? string : number

export interface TextareaProps {
  title: string
  label: string
  main?: string
  hint?: ReactNode
  /** Shortest accepted text, in characters. */
  min?: number
  max?: number
  /** Chips that fill the field: the last used reasons. */
  reasons?: string[]
  value?: string
}

export interface SelectOption<T> {
  value: T
  label: string
  note?: string
  group?: string
  disabled?: boolean
}

export interface SelectProps<T> {
  title: string
  options: SelectOption<T>[]
  main?: string
  hint?: ReactNode
  /** Words of the search field. */
  search?: string
}

export interface ErrorProps {
  title: string
  error: CallError
  /** What was saved although the call failed. */
  outcome?: string
  /** Only where a repeat is harmless. */
  retry?: () => void
}

export interface FrameProps {
  title: string
  /** 420, 640 or 960 px; full on a small screen. */
  width?: 420 | 640 | 960
  /** Asked before it is closed with changes; without it the words are those of a form. */
  unsaved?: Pick<ConfirmProps, 'title' | 'text' | 'main'>
}

/** One open dialog; `close` ends it with a value, without one it is cancelled. */
export interface OpenDialog {
  id: number
  /** When it was opened, by the page's own clock, ms. */
  at: number
  frame: FrameProps
  content: DialogContent
  close: (value?: unknown) => void
  /** Forms with changes that must be asked about before closing. */
  changed: readonly string[]
}

export type DialogContent =
  | { kind: 'confirm'; props: ConfirmProps }
  | { kind: 'input'; props: InputProps<InputKind> }
  | { kind: 'textarea'; props: TextareaProps }
  | { kind: 'select'; props: SelectProps<unknown>; many: boolean }
  | { kind: 'error'; props: ErrorProps }
  | {
      kind: 'pin'
      message: string
      approval: ApprovalRequest
      check: PinCheck
      beside?: BesidePin | undefined
    }
  | { kind: 'own'; render: (close: (value?: unknown) => void) => ReactNode }

export const useDialogs = create<{ stack: OpenDialog[] }>(() => ({ stack: [] }))

/** The longest time between the two clicks of a double click, ms; while a dialog loads slowly, both clicks would open it. */
const TWICE_MS = 500

let lastId = 0

function open<T>(frame: FrameProps, content: DialogContent): Promise<T | undefined> {
  if (isOpenedTwice(frame, content)) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const id = ++lastId
    const at = pressedAt()
    const close = (value?: unknown) => {
      useDialogs.setState(({ stack }) => ({ stack: stack.filter((other) => other.id !== id) }))
      resolve(value as T | undefined)
    }
    const dialog: OpenDialog = { id, at, frame, content, close, changed: [] }
    useDialogs.setState(({ stack }) => ({ stack: [...stack, dialog] }))
  })
}

/** The second click arrives before the dialog covers the screen: it is cancelled at once. */
function isOpenedTwice({ title }: FrameProps, { kind }: DialogContent): boolean {
  const top = useDialogs.getState().stack.at(-1)
  const same = top?.frame.title === title && top.content.kind === kind
  return same && pressedAt() - top.at < TWICE_MS
}

/** When the person pressed, by `performance.now()`: a busy page hears the second click of two long after it. */
const pressedAt = (): number => globalThis.window?.event?.timeStamp ?? performance.now()

/** The words that were given last, and for what: where that is refused, the same dialog on the same screen begins with them. */
let given: readonly [of: string, words: string] | readonly [] = []

/** The words given last in the dialog of this title on this screen. */
export const lastWords = (title: string): string | undefined =>
  given[0] === title + location.href ? given[1] : undefined

export const noteWords = (title: string, words: string): void =>
  void (given = [title + location.href, words])

/** What the words were for is done. */
export const forgetWords = (): void => void (given = [])

/** The only function that opens dialogs: the result is typed, closing without a value gives undefined. */
export const ask = {
  confirm: (props: ConfirmProps) => open<true>({ title: props.title }, { kind: 'confirm', props }),
  input: <K extends InputKind>(props: InputProps<K>) =>
    open<InputValue<K>>(
      { title: props.title },
      { kind: 'input', props: props as InputProps<InputKind> },
    ),
  textarea: async (props: TextareaProps) => {
    const { title } = props
    const value = lastWords(title)
    const words = await open<string>(
      { title },
      { kind: 'textarea', props: { ...(value && { value }), ...props } },
    )
    if (words) noteWords(title, words)
    return words
  },
  select: <T>(props: SelectProps<T>) =>
    open<T>({ title: props.title }, { kind: 'select', props, many: false }),
  selectMany: <T>(props: SelectProps<T>) =>
    open<T[]>({ title: props.title }, { kind: 'select', props, many: true }),
  error: (props: ErrorProps) => open<void>({ title: props.title }, { kind: 'error', props }),
}

/** Opens a dialog of a feature: a card, an editor; `render` gets the function that closes it. */
export function openDialog<T = void>(
  frame: FrameProps,
  render: (close: (value?: T) => void) => ReactNode,
): Promise<T | undefined> {
  return open<T>(frame, {
    kind: 'own',
    render: render as (close: (v?: unknown) => void) => ReactNode,
  })
}

/** The server's answer to a PIN: the token that lets one call through, or why there is none. */
export type PinCheck = (
  pcode: string,
  approval: ApprovalRequest,
) => Promise<{ token: string } | { problem: string }>

/** A second way to the token, beside the PIN; the only one where nobody has a PIN. */
export type BesidePin = (close: (token?: string) => void, isOnly?: boolean) => ReactNode

/**
 * Asks for the PIN that a call needs, which `check` sends to the server; gives the token for one repeat, or undefined when
 * cancelled.
 */
export function askApproval(
  message: string,
  approval: ApprovalRequest,
  check: PinCheck,
  beside?: BesidePin,
): Promise<string | undefined> {
  const title = approvalTitle(approval)
  return open<string>({ title }, { kind: 'pin', message, approval, check, beside })
}

/** Whose confirmation is asked for. */
export function approvalTitle({ nobody, keys_only, who }: ApprovalRequest): string {
  if (nobody ?? keys_only) return 'Нужен другой сотрудник'
  return who === 'self' ? 'Введите свой пин-код' : 'Нужен пин-код другого сотрудника'
}

/** Tells the host that a dialog shows something else now. */
export function setTitle(id: number, title: string) {
  useDialogs.setState(({ stack }) => ({
    stack: stack.map((one) => (one.id === id ? { ...one, frame: { ...one.frame, title } } : one)),
  }))
}

/** Tells the host that a form of a dialog holds unsaved changes. */
export function markChanged(id: number, form: string, changed: boolean) {
  useDialogs.setState(({ stack }) => ({
    stack: stack.map((one) => {
      if (one.id !== id) return one
      const others = one.changed.filter((other) => other !== form)
      return { ...one, changed: changed ? [...others, form] : others }
    }),
  }))
}
