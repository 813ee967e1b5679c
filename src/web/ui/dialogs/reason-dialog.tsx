import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ApprovalRequest } from '#contract/user/approval/approval-request.ts'
import { approvalTitle, lastWords, noteWords, type BesidePin, type PinCheck } from './ask.ts'
import { useDialogTitle } from './dialogs.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { TextareaDialog } from './textarea-dialog.tsx'

/** What the PIN is asked for after the words. */
export interface PinQuestion {
  readonly message: string
  readonly approval: ApprovalRequest
  readonly check: PinCheck
  readonly beside: BesidePin | undefined
}

/** The words, and the token of the PIN where the server wanted one too. */
export interface GivenReason {
  readonly reason: string
  readonly token?: string
}

interface ReasonDialogProps {
  title: string
  /** What the server wants said in words. */
  hint: ReactNode
  /** Sends with these words; gives the question for the PIN that they led to, undefined when the server is through with them. */
  submit: (reason: string) => Promise<PinQuestion | undefined>
  close: (given?: GivenReason) => void
}

const SHORTEST = 5
const LONGEST = 300

/** Words and the PIN that mostly follows, two pages of one dialog: what was written can be changed before it is confirmed. */
export function ReasonDialog({ title, hint, submit, close }: ReasonDialogProps) {
  const [reason, setReason] = useState(() => lastWords(title) ?? '')
  const [question, setQuestion] = useState<PinQuestion>()
  const [busy, setBusy] = useState(false)
  useDialogTitle(question ? approvalTitle(question.approval) : title)
  const goOn = async (words: string) => {
    setReason(words)
    noteWords(title, words)
    setBusy(true)
    const asked = await submit(words).finally(() => setBusy(false))
    if (asked) setQuestion(asked)
    else close({ reason: words })
  }
  return (
    <FocusedPage key={question ? 'pin' : 'words'}>
      {question ? (
        <PinDialog
          {...question}
          back={() => setQuestion(undefined)}
          close={(token) => (token === undefined ? close() : close({ reason, token }))}
        />
      ) : (
        <TextareaDialog
          label="Причина"
          hint={hint}
          min={SHORTEST}
          max={LONGEST}
          main="Далее"
          value={reason}
          busy={busy}
          close={(words) => (words === undefined ? close() : void goOn(words))}
        />
      )}
    </FocusedPage>
  )
}

/** The dialog is open already: a page that comes takes the focus itself. */
function FocusedPage({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  return <div ref={frame}>{children}</div>
}
