import * as z from 'zod/mini'
import { companyRoles } from '../core/roles.ts'
import { id, instant, list, pattern, displayText, version } from '../core/shapes.ts'
import { answerShapes } from '../record/record-field.ts'
import { personFields } from './person-record.ts'

/** domain.md 3.4. */
export const userStatuses = ['invited', 'active', 'blocked', 'dismissed'] as const
export type UserStatus = (typeof userStatuses)[number]

export const platformRoles = ['SUPERVISOR', 'USER'] as const

export const login = pattern(
  /^[a-z0-9][a-z0-9._@-]{2,63}$/,
  'Логин: от 3 до 64 знаков — строчные латинские буквы, цифры, точка, дефис',
)

/** Six digits; whether they are too plain is the server's rule. */
export const pcode = pattern(/^\d{6}$/, 'Пин-код — шесть цифр')

/** A person as every call answers it (domain.md 2.3): role and company stand in `info`. */
export const User = z.strictObject({
  id: id('user'),
  login: displayText(64),
  status: z.enum(userStatuses),
  info: z.extend(z.strictObject(answerShapes(personFields)), {
    role: z.enum(platformRoles),
    roles: list(z.enum(companyRoles), companyRoles.length),
    company_id: z.nullable(id('company')),
  }),
  company_name: z.optional(z.nullable(displayText(255))),
  has_pcode: z.boolean(),
  /** Set by another person: it confirms nothing until its owner makes a new one. */
  pcode_temporary: z.boolean(),
  /** A super administrator has blocked the account, and only one lets it in again. */
  blocked_by_platform: z.optional(z.literal(true)),
  /** Sign-in asks for a code of an authenticator as well (security.md 4.6). */
  has_second_factor: z.boolean(),
  /** At sign-in: the password was printed at the console and must be replaced before anything else (security.md 4.1). */
  password_needed: z.optional(z.boolean()),
  /** At sign-in: this person must set it up before anything else. */
  second_factor_needed: z.optional(z.boolean()),
  /** Only for SUPERVISOR: whether a password exists, so whether unblocking makes `active` or `invited`. */
  has_password: z.optional(z.boolean()),
  last_sign_in_at: z.optional(z.nullable(instant)),
  created_at: z.optional(instant),
  version,
})
export type User = z.output<typeof User>
