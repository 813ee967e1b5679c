import { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import { send } from '#web/api/send.ts'
import { CallError } from '#web/state/call-error.ts'

const askBrowser = () => import('#web/session/passkey/ask-browser.ts')

/** Confirms a question by the own key of sign-in; gives why that did not happen. */
export async function answerByKey(id: string): Promise<string | undefined> {
  const { signByKey, KeyProblem } = await askBrowser()
  try {
    const asked = await send(approvalAsks.beginApprovalKey, { body: { id } }, { quiet: true })
    const key = await signByKey(asked)
    const body = { id, confirm: true, key }
    await send(approvalAsks.answerApprovalAsk, { body }, { quiet: true })
    return undefined
  } catch (error) {
    if (error instanceof KeyProblem) return error.message
    if (error instanceof CallError) return error.explanation
    throw error
  }
}
