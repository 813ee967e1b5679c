import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { CallError } from '../../state/call-error.ts'
import { useConnection } from '../../state/connection.ts'
import { dropDraft } from '../../state/drafts.ts'
import { useDialogChanged } from '../dialogs/dialogs.tsx'
import { DraftNotice, useDraftName } from './draft-notice.tsx'
import {
  faultsOf,
  focusField,
  labelsOf,
  moveByEnter,
  passClosedList,
  unchosenList,
} from './form-keys.ts'
import styles from './form.module.css'
import { labelOfPath } from './merge-record.ts'
import { useHotkeyNames } from '../keyboard/hotkeys.ts'
import { useKeys } from '../keyboard/keys.ts'
import type { RecordForm } from './record-form.ts'
import { StalePanel } from './stale-panel.tsx'
import { toast } from '../feedback/toast.ts'
import { useLeaveQuestion } from '../dialogs/use-leave-question.ts'

interface FormProps<V extends Record<string, unknown>> {
  form: RecordForm<V>
  /** The label of the main button. */
  main: string
  /** Sends; gives the answer, or undefined when it was refused: `useSend(...).send`. */
  send: () => Promise<unknown>
  /** Runs after success, with the form clean. */
  done?: () => void
  sending: boolean
  refusal: CallError | undefined
  /** Money and statuses: Enter in the last field only moves to the button. */
  stopsAtButton?: boolean
  /** For whoever may only read it: the fields stand still and nothing is sent. */
  readOnly?: boolean
  /** Why the main button cannot be pressed now. */
  blocked?: string
  /** A weaker save of the same fields, on Ctrl + S: a draft beside issuing. */
  secondary?: { label: string; send: () => Promise<unknown>; done?: () => void }
  /** Buttons left of the main one. */
  actions?: ReactNode
  /** Stands beside the buttons, which a dialog keeps in sight: what the form comes to and what it lacks. */
  outcome?: ReactNode
  children: ReactNode
}

/** Fields, summary of errors, the one main action; typed values stay until they are saved. */
export function Form<V extends Record<string, unknown>>(props: FormProps<V>) {
  const { form, main, sending, refusal, stopsAtButton = false, readOnly = false, secondary } = props
  const element = useRef<HTMLFormElement>(null)
  const passing = useRef(false)
  const [tried, setTried] = useState(false)
  const [leaving, setLeaving] = useState(false)
  // A refusal is of what was sent: it goes when something else is typed, and the next sending may bring another.
  const [corrected, setCorrected] = useState<CallError>()
  const [labels, setLabels] = useState<Record<string, string>>({})
  const [faults, setFaults] = useState<Record<string, string>>({})
  const changed = form.kit.isDirty()
  const unchosen = form.fresh.conflicts.length > 0
  const blocked = unchosen ? 'Выберите значения, которые изменили оба' : props.blocked
  const inDialog = useDialogChanged(changed)
  /** True when it was saved. */
  const draftName = useDraftName(form.draft ?? '')
  const submit = async ({ send, done } = props as Submission): Promise<boolean> => {
    if (readOnly || sending || unchosen || (blocked && send === props.send)) return false
    if (asksForChoice()) return false
    setTried(true)
    setLabels(labelsOf(element.current))
    setFaults(faultsOf(element.current))
    const judged = await form.kit.validate()
    if (judged.hasErrors) {
      focusField(element.current, Object.keys(judged.errors))
      return false
    }
    hold(form, element.current)
    const answer = await send()
    form.fresh.settle(answer)
    if (answer === undefined) return false
    form.kit.resetDirty()
    // The next step may close the form before an effect of its own could do this.
    if (form.draft !== undefined) void dropDraft(draftName)
    setTried(false)
    passing.current = true
    done?.()
    passing.current = false
    return true
  }
  // The form's own next step is skipped: navigation continues to the requested page.
  const saveToLeave = async () => {
    setLeaving(true)
    const { send } = secondary ?? props
    const done = await submit({ send, done: () => toast.success('Сохранено') })
    if (!done) setLeaving(false)
    return done
  }
  useServerFields(form, refusal, element)
  const { conflicts, adoptedPaths } = form.fresh
  useEffect(() => {
    if (conflicts.length + adoptedPaths.length > 0) setLabels(labelsOf(element.current))
  }, [conflicts, adoptedPaths])
  const sendFocused = () => (focusedForm() ?? element.current)?.requestSubmit()
  useKeys([
    { hotkey: 'main', label: main, run: sendFocused },
    secondary
      ? { hotkey: 'save', label: secondary.label, run: () => void submit(secondary) }
      : { hotkey: 'save', label: main, run: sendFocused },
  ])
  return (
    <form
      ref={element}
      className={styles['form']}
      data-dialog={inDialog || undefined}
      noValidate
      onInput={() => setCorrected(refusal)}
      onBlur={() => tried && setFaults(faultsOf(element.current))}
      onKeyDownCapture={(event) => passClosedList(event, stopsAtButton)}
      onKeyDown={(event) => moveByEnter(event, stopsAtButton)}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {(changed || leaving) && !inDialog && (
        <LeaveGuard changed={changed} passing={passing} save={saveToLeave} />
      )}
      {form.draft !== undefined && <DraftNotice form={form} name={form.draft} changed={changed} />}
      <StalePanel fresh={form.fresh} labels={labels} />
      <fieldset className={styles['fields']} disabled={sending || readOnly}>
        {props.children}
      </fieldset>
      {tried && (
        <FormProblems
          problems={form.kit.errors}
          faults={faults}
          refusal={refusal === corrected ? undefined : refusal}
          labels={labels}
          show={(path) => focusField(element.current, [path])}
        />
      )}
      {!readOnly && <FormFoot {...props} {...{ blocked, submit }} />}
    </form>
  )
}

type FormFootProps = Pick<
  FormProps<Record<string, unknown>>,
  'main' | 'sending' | 'secondary' | 'outcome' | 'actions'
> & {
  blocked: string | undefined
  submit: (by: Submission | undefined) => Promise<boolean>
}

/** What the form comes to, and its buttons: the main one last. */
function FormFoot({ main, sending, secondary, blocked, submit, ...props }: FormFootProps) {
  const keyOf = useHotkeyNames()
  return (
    <div className={styles['foot']}>
      {props.outcome}
      <FootWords blocked={blocked} />
      {props.actions}
      {secondary && (
        <Button
          variant="default"
          loading={sending}
          title={keyOf('save')}
          onClick={() => void submit(secondary)}
        >
          {secondary.label}
        </Button>
      )}
      <Button type="submit" data-main loading={sending} disabled={!!blocked} title={keyOf('main')}>
        {main}
      </Button>
    </div>
  )
}

/** A list in which something is typed and nothing chosen is not sent with what it held before. */
function asksForChoice(): boolean {
  const list = unchosenList()
  if (list !== undefined) toast.warning(`${list}: выберите из списка`)
  return list !== undefined
}

interface FormProblemsProps {
  problems: Record<string, ReactNode>
  /** What the fields themselves say of their texts. */
  faults: Record<string, string>
  refusal: CallError | undefined
  /** The labels of the fields, so that the summary and the fields use the same words. */
  labels: Record<string, string>
  show: (path: string) => void
}

/** What prevents the form from being saved, each with a link to its field. */
function FormProblems({ problems, faults, refusal, labels, show }: FormProblemsProps) {
  // A path that is no field of the screen says nothing to a person.
  const nameOf = (path: string) => [labelOfPath(labels, path)].find((name) => name !== path)
  const entries = Object.entries(problems)
  if (entries.length === 0 && !refusal) return null
  return (
    <div className={styles['problems']} role="alert">
      {refusal?.message ?? 'Проверьте введённые данные:'}
      {entries.length > 0 && (
        <ul>
          {entries.map(([path, problem]) => (
            <li key={path}>
              <button type="button" onClick={() => show(path)}>
                {nameOf(path) && `${nameOf(path)}: `}
                {faults[path] ?? problem}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Submission = { send: () => Promise<unknown>; done?: () => void }

/**
 * Mounted while there are unsaved changes: of several forms on a screen the one mounted last asks. In a dialog the question comes
 * when it is closed.
 */
function LeaveGuard(props: Parameters<typeof useLeaveQuestion>[0]) {
  useLeaveQuestion(props)
  return null
}

/** Typed values stay in the form while the server is away; the button may still be tried. */
function FootWords({ blocked }: { blocked: string | undefined }) {
  const lost = useConnection(({ state }) => state === 'lost')
  const words = blocked ?? (lost ? 'Нет связи с сервером' : undefined)
  return words && <span className={styles['blocked']}>{words}</span>
}

/**
 * While a form is sent its fields are disabled, which takes their focus, and React hears no blur of what it disables itself: the text
 * that was typed would go on hiding what the field holds from here on.
 */
function hold(
  { fresh }: Pick<RecordForm<Record<string, unknown>>, 'fresh'>,
  form: HTMLFormElement | null,
) {
  fresh.hold()
  const field = document.activeElement
  if (field && form?.contains(field))
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}

/** A screen may have several forms: the keys belong to the focused one. */
function focusedForm(): HTMLFormElement | null | undefined {
  return document.activeElement?.closest('form')
}

/** The server's messages about fields are shown at the fields. */
function useServerFields<V extends Record<string, unknown>>(
  form: RecordForm<V>,
  refusal: CallError | undefined,
  element: React.RefObject<HTMLFormElement | null>,
) {
  const { setErrors } = form.kit
  useEffect(() => {
    const paths = Object.keys(refusal?.fields ?? {})
    if (paths.length === 0) return
    setErrors(refusal!.fields)
    focusField(element.current, paths)
  }, [refusal, setErrors, element])
}

/** Fields in columns: `columns` of equal width, a single one where space is narrow. */
export function Fields({
  columns = 2,
  children,
}: {
  columns?: 1 | 2 | 3 | 4
  children: ReactNode
}) {
  return (
    <div className={styles['grid']} data-columns={columns}>
      {children}
    </div>
  )
}

/** A titled group of fields; `wide` in a grid takes the whole row. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['group']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
