import { Modal, TextInput, Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { createContext, useContext, useEffect, useId, useState } from 'react'
import { useBlocker } from '../../router/hooks.ts'
import { hold } from './leave-guard.ts'
import { isOtherScreen, leaveScreen } from './use-leave-question.ts'
import {
  ask,
  markChanged,
  setTitle,
  useDialogs,
  type OpenDialog,
  type ConfirmProps,
  type ErrorProps,
} from './ask.ts'
import { useLayerFocus } from '../keyboard/layer-focus.ts'
import { supportWords } from '../feedback/support-words.ts'
import { unbroken } from '../format.ts'
import { InputDialog } from './input-dialog.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { SelectDialog } from './select-dialog.tsx'
import { TextareaDialog } from './textarea-dialog.tsx'
import styles from './dialogs.module.css'
import { KeyDepth, useKeyLayer, useKeys } from '../keyboard/keys.ts'
import { Facts } from '../layout/facts.tsx'
import { PartBoundary } from '../layout/part-boundary.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

/** Shows the stack of open dialogs, each over a scrim of its own; Esc closes the topmost. */
export function Dialogs() {
  const stack = useDialogs((dialogs) => dialogs.stack)
  return (
    <>
      {stack.length > 0 && <LeavingDialogs />}
      {stack.map((dialog, place) => (
        <Frame
          key={dialog.id}
          dialog={dialog}
          covers={coversBelow(stack, place)}
          covered={stack.some((_, above) => above > place && coversBelow(stack, above))}
        />
      ))}
    </>
  )
}

const NARROWEST = 420
const widthOf = ({ frame }: OpenDialog) => frame.width ?? NARROWEST

/** A third dialog, and a wide one over a narrow one, take the place of those below as a further page with a way back. */
function coversBelow(stack: readonly OpenDialog[], place: number): boolean {
  const below = stack[place - 1]
  return below !== undefined && (place >= 2 || widthOf(stack[place]!) > widthOf(below))
}

/**
 * The browser's «Back» closes the topmost dialog, as Esc does; a link in a dialog or the palette above it closes all of them with
 * the screen. The page must not change below a dialog.
 */
function LeavingDialogs() {
  useBlocker(({ step, from, to, proceed }) => {
    const top = useDialogs.getState().stack.at(-1)
    if (step === 'move' && top) void closeAsked(top)
    // What is below may note its own state in the address; whoever goes somewhere leaves, be it to another list of the same screen.
    else if (step === 'push' || isOtherScreen(from, to)) void leaveScreen(proceed)
    else return false
    return true
  })
  return null
}

/** Above the page but below the sign-in modal, which uses 400. */
const Z_INDEX = 200

/** Of each layer: what is below is dimmed once more. */
const SCRIM = 0.45

const DialogId = createContext<number | undefined>(undefined)

interface FrameProps {
  dialog: OpenDialog
  /** Those below are not seen. */
  covers: boolean
  covered: boolean
}

function Frame({ dialog, covers, covered }: FrameProps) {
  const depth = useKeyLayer()
  const giveUp = () => void closeAsked(dialog)
  return (
    <KeyDepth value={depth}>
      <DialogId value={dialog.id}>
        <Modal
          opened
          onClose={giveUp}
          title={unbroken(dialog.frame.title)}
          size={widthOf(dialog)}
          lockScroll={false}
          centered
          closeOnEscape={false}
          closeOnClickOutside={false}
          trapFocus={false}
          zIndex={Z_INDEX}
          transitionProps={{ duration: 120, transition: 'fade' }}
          closeButtonProps={{
            'aria-label': 'Закрыть',
            ...(covers && { icon: <ArrowLeft size={18} aria-hidden />, title: 'Назад' }),
          }}
          overlayProps={{ backgroundOpacity: covered ? 0 : SCRIM }}
          returnFocus={false}
          classNames={{
            body: styles['frame'] ?? '',
            content: covered ? (styles['covered'] ?? '') : '',
          }}
        >
          <DialogKeyboard />
          <Escape run={giveUp} />
          <PartBoundary close={() => dialog.close()}>
            <Content dialog={dialog} />
          </PartBoundary>
        </Modal>
      </DialogId>
    </KeyDepth>
  )
}

function DialogKeyboard() {
  useLayerFocus()
  return null
}

async function closeAsked(dialog: OpenDialog) {
  const leave =
    dialog.changed.length === 0 ||
    (await ask.confirm({
      title: 'Закрыть без сохранения?',
      text: 'Введённые изменения пропадут.',
      main: 'Закрыть без сохранения',
      danger: true,
      loses: true,
      ...dialog.frame.unsaved,
    }))
  if (leave) dialog.close()
}

function Escape({ run }: { run: () => void }) {
  useKeys([{ keys: 'Escape', label: 'Закрыть окно', inField: true, run }])
  return null
}

function Content({ dialog: { content, close } }: { dialog: OpenDialog }) {
  switch (content.kind) {
    case 'confirm':
      return <ConfirmDialog {...content.props} close={close} />
    case 'input':
      return <InputDialog {...content.props} close={close} />
    case 'textarea':
      return <TextareaDialog {...content.props} close={close} />
    case 'select':
      return <SelectDialog {...content.props} many={content.many} close={close} />
    case 'error':
      return <ErrorDialog {...content.props} close={close} />
    case 'pin':
      return <PinDialog {...content} close={close} />
    case 'own':
      return content.render(close)
  }
}

/** What failed, what was saved, and what to report to the administrator. */
function ErrorDialog(props: ErrorProps & { close: () => void }) {
  const { error, outcome, retry, close } = props
  const [at] = useState(() => new Date().toISOString())
  const details = [error.code ?? error.status, error.requestId, at].filter(Boolean).join(' · ')
  const run = () => {
    close()
    retry?.()
  }
  return (
    <div className={styles['body']}>
      <div className={styles['text']}>{unbroken(error.explanation)}</div>
      {outcome && <div className={styles['hint']}>{outcome}</div>}
      <p className={styles['code']}>{supportWords(error.requestId, at)}</p>
      <DialogButtons
        main={retry ? 'Повторить' : 'Понятно'}
        run={run}
        {...(retry && { cancel: close })}
      >
        <Button
          variant="subtle"
          onClick={() => void navigator.clipboard.writeText(`${error.explanation}\n${details}`)}
        >
          Скопировать
        </Button>
      </DialogButtons>
    </div>
  )
}

const bare = (text: string) => text.replaceAll(/[\s\u00a0]/g, '').replace('.', ',')

/** Yes or nothing; what cannot be undone names its facts and may ask to type the sum. */
function ConfirmDialog(props: ConfirmProps & { close: (yes?: true) => void }) {
  const { text, main, facts, danger, loses, typed, close } = props
  const [value, setValue] = useState('')
  const ready = typed === undefined || bare(value) === bare(typed)
  return (
    <div className={styles['body']}>
      <div className={styles['text']}>{typeof text === 'string' ? unbroken(text) : text}</div>
      {facts && <Facts facts={facts} />}
      {typed !== undefined && (
        <TextInput
          label={`Чтобы продолжить, введите: ${typed}`}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <DialogButtons
        main={main}
        run={() => close(true)}
        cancel={() => close()}
        danger={danger ?? false}
        keyless={loses ?? false}
        disabled={!ready}
        mainFirst={!danger && typed === undefined}
        cancelFirst={!!danger && typed === undefined}
      />
    </div>
  )
}

/** Closes the surrounding dialog, as Escape does: unsaved changes are asked about first. */
export function useGiveUp(): () => void {
  const id = useContext(DialogId)
  return () => {
    const dialog = useDialogs.getState().stack.find((one) => one.id === id)
    if (dialog) void closeAsked(dialog)
  }
}

/** Saved only by its own button: until then the page cannot be left. */
const cannotSave = () => Promise.resolve(false)

/** A form inside a dialog reports whether it has changes, so that closing the dialog or the tab asks first. */
export function useDialogChanged(changed: boolean) {
  const id = useContext(DialogId)
  const form = useId()
  useEffect(() => {
    if (id === undefined || !changed) return undefined
    markChanged(id, form, true)
    const isClosed = () => useDialogs.getState().stack.every((one) => one.id !== id)
    const letGo = hold({ save: cannotSave, passing: isClosed })
    return () => {
      letGo()
      markChanged(id, form, false)
    }
  }, [id, form, changed])
  return id !== undefined
}

/** The title of the surrounding dialog where it follows what the dialog shows: its page, or an answer that came. */
export function useDialogTitle(title: string) {
  const id = useContext(DialogId)
  useEffect(() => {
    if (id !== undefined) setTitle(id, title)
  }, [id, title])
}
