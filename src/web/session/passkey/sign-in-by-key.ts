import type { CallResult } from '#contract/core/call.ts'
import type { auth } from '#contract/user/auth.ts'
import { passkeys } from '#contract/user/passkeys.ts'
import { send } from '#web/api/send.ts'
import { CallError } from '#web/state/call-error.ts'
import { KeyProblem, signByKey } from './ask-browser.ts'

/** The answer of a sign-in by a key, or why there is none; `login` where it must be this very person's key. */
export async function signInByKey(login?: string): Promise<CallResult<typeof auth.login> | string> {
  try {
    const asked = await send(passkeys.beginPasskeySignIn, {})
    const signed = await signByKey(asked)
    const body = { ...signed, ticket: asked.ticket, ...(login !== undefined && { login }) }
    return await send(passkeys.loginByPasskey, { body })
  } catch (error) {
    if (error instanceof CallError || error instanceof KeyProblem) return error.message
    throw error
  }
}
