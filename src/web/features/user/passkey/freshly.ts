import { signedInAgain, useSignInAgain } from '#web/api/sign-in-again.ts'
import type { CallError } from '#web/state/call-error.ts'

/** Sends what wants a fresh sign-in; when the last one is too old, signs in over the screen and sends it once more. */
export async function freshly<T>(
  sent: () => Promise<T | undefined>,
  lastRefusal: () => CallError | undefined,
): Promise<T | undefined> {
  const first = await sent()
  if (first !== undefined || lastRefusal()?.code !== 'auth.sign-in-again') return first
  // Set here and not in what opens the dialog, which every list loads.
  useSignInAgain.setState({ isFresh: true })
  const isSignedIn = await signedInAgain()
  useSignInAgain.setState({ isFresh: false })
  return isSignedIn ? sent() : undefined
}
