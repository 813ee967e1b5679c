import { auth } from '#contract/user/auth.ts'
import { send } from '../api/send.ts'
import { armSignInAgain, settleSignIn } from '../api/sign-in-again.ts'
import { paths } from '#contract/screen-paths.ts'
import { browserDatabase } from '../state/browser-database.ts'
import { clearCompany, putTemp, setAccount, useStore, userId } from '../state/store.ts'
import { letGo } from '../ui/dialogs/leave-guard.ts'
import { setProblem } from './session.ts'
import { dropToken, onTokenElsewhere, storeToken, subject } from '../state/token.ts'

/** Ends the session here and on the server; the session ends here even if the server does not answer. */
export async function signOut(): Promise<void> {
  // The stream reports the end of the session too, and nobody who signs out is asked to sign in again.
  armSignInAgain(false)
  await send(auth.logout, {}, { quiet: true }).catch(() => undefined)
  await forget()
}

/**
 * Clears what belongs to the user and reloads the product, so that no data remain in memory; with a token that of another account of the
 * same person goes on.
 */
export async function forget(token?: string): Promise<void> {
  armSignInAgain(false)
  if (token) storeToken(token)
  else dropToken()
  letGo()
  // Drafts belong to forms, which a list does not load; without a network old ones go the next time.
  await import('../state/drafts.ts')
    .then(({ dropOldDrafts }) => dropOldDrafts())
    .catch(() => undefined)
  await browserDatabase.clear('shell')
  putTemp(undefined)
  setAccount(null)
  clearCompany()
  settleSignIn(false)
  location.replace(paths.home)
}

/** Tabs share one session: signing out in one ends it in all, and two people's data never mix. */
export function watchOtherTabs() {
  onTokenElsewhere((token) => {
    const here = userId(useStore.getState())
    if (here === '0') return
    if (!token) void forget()
    else if (subject(token) !== here) setProblem('other-user')
    // Signed in again in another tab: this one goes on too.
    else settleSignIn(true)
  })
}
