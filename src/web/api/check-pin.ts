import type { ActionCode } from '#contract/core/actions.ts'
import type { Entity } from '#contract/core/entities.ts'
import { createElement } from 'react'
import { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import type { ApprovalRequest } from '#contract/user/approval/approval-request.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { useStore, userId } from '../state/store.ts'
import { openDialog, type BesidePin, type PinCheck } from '../ui/dialogs/ask.ts'
import { AnswerWait, ElsewhereButton, WAITING } from '../ui/dialogs/answer-wait.tsx'
import { ReasonDialog, type GivenReason } from '../ui/dialogs/reason-dialog.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { CallError } from '../state/call-error.ts'
import { send } from './send.ts'

/** Sends the PIN to the server; the answer is the token that lets the call through, or why there is none. */
export const checkPin: PinCheck = async (pcode, approval) => {
  const { action, object, amount_kop } = approval
  const body = {
    pcode,
    action: action as ActionCode,
    object: { ...object, entity: object.entity as Entity },
    ...(amount_kop !== undefined && { amount_kop }),
  }
  try {
    const answer = await send(userAccess.checkPCode, { body }, { quiet: true })
    if (approval.who === 'other' && answer.user.id === userId(useStore.getState()))
      return { problem: 'Это ваш пин-код, а нужен пин-код другого сотрудника' }
    if (!answer.approval_token) return { problem: 'Сервер не выдал подтверждение' }
    toast.info(`Подтверждает: ${answer.user.full_name}`)
    return { token: answer.approval_token }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const wait = error.retryAfter ? ` Повторите через ${Math.ceil(error.retryAfter / 60)} мин.` : ''
    return { problem: error.explanation + wait }
  }
}

/** Asks those who may confirm, wherever they are, and waits for one of them; a declined or late answer gives no token. */
async function askElsewhere(sealed: string): Promise<string | undefined> {
  try {
    const asked = await send(approvalAsks.askApproval, { body: { sealed } }, { quiet: true })
    const query = { id: asked.id }
    const confirmed = await openDialog<true>({ title: WAITING }, (close) =>
      createElement(AnswerWait, {
        people: asked.people,
        until: asked.expires_at,
        read: () => send(approvalAsks.getAskedApproval, { query }, { quiet: true }),
        close,
      }),
    )
    if (!confirmed) return undefined
    const taken = await send(approvalAsks.takeAskedApproval, { body: query }, { quiet: true })
    return taken.approval_token
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    toast.error(error.explanation)
    return undefined
  }
}

/** Offers to ask somebody who is not here, where the server has sealed the question. */
export const besidePin = ({ sealed }: ApprovalRequest): BesidePin | undefined =>
  sealed === undefined
    ? undefined
    : (close, isOnly = false) =>
        createElement(ElsewhereButton, { ask: () => askElsewhere(sealed), close, isMain: isOnly })

const TITLES: Readonly<Record<string, string>> = {
  'price.step-reason': 'Цену подтверждает другой',
  'act.zasor-reason': 'Засор не обычный',
}

/** What the server wants said in words before it goes on, with the PIN that mostly follows; `submit` gives its refusal, if any. */
export function askReason(
  { code, message: hint }: CallError,
  submit: (reason: string) => Promise<CallError | undefined>,
): Promise<GivenReason | undefined> {
  const title = TITLES[code ?? ''] ?? 'Причина'
  return openDialog<GivenReason>({ title }, (close) =>
    createElement(ReasonDialog, {
      title,
      hint,
      submit: async (reason) => {
        const refusal = await submit(reason)
        if (refusal?.code !== 'approval.required' || !refusal.approval) return undefined
        const { message, approval } = refusal
        return { message, approval, check: checkPin, beside: besidePin(approval) }
      },
      close,
    }),
  )
}
