import { linkedAccounts } from '#contract/user/linked/linked-accounts.ts'
import { send } from '../api/send.ts'
import { CallError } from '../state/call-error.ts'
import { forget } from './sign-out.ts'

/** Goes to the own account in another company: nothing of this one stays in the browser. A refusal is told, and the person stays. */
export async function switchAccount(id: string): Promise<void> {
  try {
    const { token } = await send(linkedAccounts.switchAccount, { body: { id } })
    await forget(token)
  } catch (error) {
    if (error instanceof CallError) return
    throw error
  }
}
