import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ApprovalRequest } from '#contract/user/approval/approval-request.ts'
import type { BesidePin, Fact, PinCheck } from './ask.ts'
import { Facts } from '../layout/facts.tsx'
import { kg, money, unbroken } from '../format.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import styles from './dialogs.module.css'

interface PinDialogProps {
  /** The server's reason, shown as it came. */
  message: string
  approval: ApprovalRequest
  check: PinCheck
  beside?: BesidePin | undefined
  /** Where the question is the second page of a dialog: to the first. */
  back?: () => void
  close: (token?: string) => void
}

const LENGTH = 6
const BACK = 'Назад'

/** Asks for the PIN of one call; where nobody could give it here, says what opens the way and asks for nothing. */
export function PinDialog(props: PinDialogProps) {
  const { approval, beside, back, close } = props
  if (approval.keys_only)
    return (
      <div className={styles['body']}>
        <AskedAction {...props} />
        <div className={styles['buttons']}>
          <span className={styles['pair']}>
            <Button variant="default" onClick={back ?? (() => close())}>
              {back ? BACK : 'Отмена'}
            </Button>
            {beside?.(close, true)}
          </span>
        </div>
      </div>
    )
  if (!approval.nobody) return <PinForm {...props} />
  return (
    <div className={styles['body']}>
      <AskedAction {...props} />
      <DialogButtons main="Понятно" run={() => close()} mainFirst>
        {back && (
          <Button variant="default" onClick={back}>
            {BACK}
          </Button>
        )}
      </DialogButtons>
    </div>
  )
}

/** What is confirmed. Of many warnings the list scrolls: the field below it stays in sight. */
function AskedAction({ message, approval }: Pick<PinDialogProps, 'message' | 'approval'>) {
  return (
    // A list that may scroll is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['asked']} role="group" aria-label="Что подтверждается" tabIndex={0}>
      <div className={styles['text']}>{unbroken(message)}</div>
      <Facts facts={factsOf(approval)} />
    </div>
  )
}

/** Six digits; the field is cleared after every attempt and stored nowhere. */
function PinForm({ message, approval, check, beside, back, close }: PinDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    const pcode = field.current?.value ?? ''
    // The sixth digit has already sent the PIN: Enter after it is no second attempt.
    if (busy) return undefined
    // The field was cleared with the answer: Enter must not replace the answer with a message about the number of digits.
    if (pcode === '' && problem) return undefined
    if (pcode.length !== LENGTH) return setProblem('Пин-код — шесть цифр')
    setBusy(true)
    const outcome = await check(pcode, approval)
    setBusy(false)
    if (field.current) field.current.value = ''
    if ('token' in outcome) return close(outcome.token)
    setProblem(outcome.problem)
    field.current?.focus()
  }
  return (
    <form
      className={styles['body']}
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      <AskedAction message={message} approval={approval} />
      <input
        ref={field}
        className={styles['pin']}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={LENGTH}
        pattern="[0-9]*"
        aria-label="Пин-код"
        aria-invalid={!!problem}
        aria-describedby="pin-problem"
        data-autofocus
        onInput={(event) => {
          const input = event.currentTarget
          input.value = input.value.replaceAll(/\D/g, '')
          if (input.value.length === LENGTH) void confirm()
        }}
      />
      <div id="pin-problem" role="alert" className={styles['problem']}>
        {problem}
      </div>
      <DialogButtons
        main="Подтвердить"
        busy={busy}
        run={() => void confirm()}
        cancel={back ?? (() => close())}
        {...(back && { cancelWords: BACK })}
      >
        {beside?.(close)}
      </DialogButtons>
    </form>
  )
}

/** The person who gives the PIN first reads what it confirms; the action itself begins the message. */
function factsOf({ object, amount_kop, about = {} }: ApprovalRequest): Fact[] {
  const { suppliers = [], weight_g = null } = about
  const sum = amount_kop ?? about.total_kop ?? null
  const facts: Record<string, Fact['value'] | null | undefined> = {
    Записей: object.ids.length > 1 ? object.ids.length : null,
    Номер: about.number,
    Машина: about.carnumber,
    Поставщик: suppliers.join('; '),
    Куда: about.destinations?.join('; '),
    Получатель: about.holder,
    Вес: weight_g === null ? null : kg(weight_g),
    Сумма: sum === null ? null : money(sum),
    Объяснение: about.note,
    Проверьте: about.warnings?.length ? <Warnings warnings={about.warnings} /> : null,
  }
  return Object.entries(facts).flatMap(([label, value]) =>
    value ? { label, value: typeof value === 'string' ? unbroken(value) : value } : [],
  )
}

/** One line for each: nine repeats in one paragraph are read by nobody. */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <ul className={styles['warnings']}>
      {warnings.map((warning) => (
        <li key={warning}>{unbroken(warning)}</li>
      ))}
    </ul>
  )
}
