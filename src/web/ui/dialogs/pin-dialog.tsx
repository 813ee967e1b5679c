import { useRef, useState } from 'react'
import { actions, type ActionCode } from '#contract/core/actions.ts'
import type { ApprovalRequest } from '#contract/user/approval-request.ts'
import type { Fact, PinCheck } from './ask.ts'
import { Facts } from '../layout/facts.tsx'
import { kg, money } from '../format.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import styles from './dialogs.module.css'

interface PinDialogProps {
  /** The server's reason, shown as it came. */
  message: string
  approval: ApprovalRequest
  check: PinCheck
  close: (token?: string) => void
}

const LENGTH = 6

/** Six digits that confirm one call; the field is cleared after every attempt and stored nowhere. */
export function PinDialog({ message, approval, check, close }: PinDialogProps) {
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
      <div className={styles['text']}>{message}</div>
      <Facts facts={factsOf(approval)} />
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
        cancel={() => close()}
      />
    </form>
  )
}

/** The person who gives the PIN first reads what it confirms. */
function factsOf({ action, object, amount_kop, about = {} }: ApprovalRequest): Fact[] {
  const title = action in actions ? actions[action as ActionCode].title : action
  const { suppliers = [], weight_g = null } = about
  const sum = amount_kop ?? about.total_kop ?? null
  const facts: Record<string, Fact['value'] | null | undefined> = {
    Действие: title,
    Записей: object.ids.length > 1 ? object.ids.length : null,
    Номер: about.number,
    Машина: about.carnumber,
    Поставщик: suppliers.join('; '),
    Получатель: about.holder,
    Вес: weight_g === null ? null : kg(weight_g),
    Сумма: sum === null ? null : money(sum),
    Объяснение: about.note,
    Проверьте: about.warnings?.join('. '),
  }
  return Object.entries(facts).flatMap(([label, value]) => (value ? { label, value } : []))
}
