import { auth } from '#contract/user/auth.ts'
import { serve } from '#http/serve.ts'
import { changePassword } from './change-password.ts'
import { endSessions, listSessions, validateToken } from './own-sessions.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { useTemporaryLink } from './use-temporary-link.ts'

/** Sign-in, and what users do with their own sessions and passwords. */
export const authRoutes = [
  serve(auth.login, signIn),
  serve(auth.logout, signOut),
  serve(auth.validateJWT, validateToken),
  serve(auth.changePassword, changePassword),
  serve(auth.updatePasswordWithTempLink, useTemporaryLink),
  serve(auth.getSessions, listSessions),
  serve(auth.endSessions, endSessions),
]
