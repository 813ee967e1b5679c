import { auth } from '#contract/user/auth.ts'
import { linkedAccounts } from '#contract/user/linked/linked-accounts.ts'
import { passkeys } from '#contract/user/passkeys.ts'
import { secondFactor } from '#contract/user/second-factor.ts'
import { userSessions } from '#contract/user/user-sessions.ts'
import { serve } from '#http/serve.ts'
import { changePassword, useTemporaryLink } from './change-password.ts'
import {
  endSessions,
  listSessions,
  validateToken,
  endPersonSessions,
  listPersonSessions,
  listSignIns,
} from './sessions.ts'
import {
  getLinkedAccounts,
  linkAccount,
  switchAccount,
  unlinkAccount,
} from './linked/own-accounts.ts'
import {
  addPasskey,
  beginPasskey,
  getPasskeys,
  removePasskey,
  updatePasskey,
} from './passkey/own-passkeys.ts'
import { getPersonPasskeys, removePersonPasskeys } from './passkey/person-passkeys.ts'
import { beginPasskeySignIn, signInByPasskey } from './passkey/sign-in-by-passkey.ts'
import {
  beginTotp,
  confirmTotp,
  endTotp,
  getSecondFactor,
  renewRecoveryCodes,
} from './second-factor/own-second-factor.ts'
import { resetSecondFactor } from './second-factor/reset-second-factor.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

/** Sign-in, and what users do with their own sessions and passwords. */
export const authRoutes = [
  serve(auth.login, signIn),
  serve(auth.logout, signOut),
  serve(auth.validateJWT, validateToken),
  serve(auth.changePassword, changePassword),
  serve(auth.updatePasswordWithTempLink, useTemporaryLink),
  serve(auth.getSessions, listSessions),
  serve(auth.endSessions, endSessions),
  serve(secondFactor.getSecondFactor, getSecondFactor),
  serve(secondFactor.beginTotp, beginTotp),
  serve(secondFactor.confirmTotp, confirmTotp),
  serve(secondFactor.renewRecoveryCodes, renewRecoveryCodes),
  serve(secondFactor.endTotp, endTotp),
  serve(secondFactor.superResetSecondFactor, resetSecondFactor),
  serve(passkeys.getPasskeys, getPasskeys),
  serve(passkeys.beginPasskey, beginPasskey),
  serve(passkeys.addPasskey, addPasskey),
  serve(passkeys.updatePasskey, updatePasskey),
  serve(passkeys.removePasskey, removePasskey),
  serve(passkeys.beginPasskeySignIn, beginPasskeySignIn),
  serve(passkeys.loginByPasskey, signInByPasskey),
  serve(passkeys.superGetPasskeys, getPersonPasskeys),
  serve(passkeys.superRemovePasskeys, removePersonPasskeys),
  serve(linkedAccounts.getLinkedAccounts, getLinkedAccounts),
  serve(linkedAccounts.linkAccount, linkAccount),
  serve(linkedAccounts.unlinkAccount, unlinkAccount),
  serve(linkedAccounts.switchAccount, switchAccount),
  serve(userSessions.getSignIns, listSignIns),
  serve(userSessions.superGetSessions, listPersonSessions),
  serve(userSessions.superEndSessions, endPersonSessions),
]
