import { create } from 'zustand'

interface SignInAgain {
  /** True while the modal «Сеанс завершён» covers the screen. */
  isOpen: boolean
  /** The session lives, and what is asked for wants a sign-in of the last minutes. */
  isFresh?: boolean
}

/** The session ended under an open screen: calls wait here for the same user's new sign-in (screens.md 3.6). */
export const useSignInAgain = create<SignInAgain>(() => ({ isOpen: false }))

let waiting: ((hasSignedIn: boolean) => void)[] = []
let isArmed = false

/** While no user is signed in, a 401 is an ordinary error: the modal is needed only during a session. */
export function armSignInAgain(on: boolean) {
  isArmed = on
}

/** Resolves true once the same user has signed in again, false when the user gives up; `isFresh`: the session lives all the while. */
export function signedInAgain(isFresh = false): Promise<boolean> {
  if (!isArmed) return Promise.resolve(false)
  useSignInAgain.setState({ isOpen: true, isFresh })
  return new Promise((resolve) => waiting.push(resolve))
}

/** Lets the waiting calls go on, in the order in which they came. */
export function settleSignIn(hasSignedIn: boolean) {
  useSignInAgain.setState({ isOpen: false })
  const released = waiting
  waiting = []
  for (const resolve of released) resolve(hasSignedIn)
}
