import * as z from 'zod/mini'
import { text } from './core/shapes.ts'

/** A secret is taken as typed: never trimmed, never normalised, never looked into for card numbers. */
export function secret(min: number, max: number) {
  return z.string().check(
    z.minLength(min),
    z.maxLength(max),
    z.refine((v) => v.isWellFormed() && !v.includes('\0'), 'Недопустимые символы'),
  )
}

/** Only the length is checked here (security.md 2.2); the list of common passwords is on the server. */
export const newPassword = secret(15, 128)

/** Six digits, or a recovery code with its dashes and a few spaces. */
export const OTP_LENGTH = 48

/** Apart from its call: the sign-in page sends it without these shapes. */
export const loginBody = z.strictObject({
  login: text(64),
  password: secret(1, 128),
  /** Six digits of the authenticator or a recovery code, for those who switched it on (security.md 4.6). */
  otp: z.optional(text(OTP_LENGTH)),
})

export const changePasswordBody = z.strictObject({
  old_password: secret(1, 128),
  new_password: newPassword,
})
