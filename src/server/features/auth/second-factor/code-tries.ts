import type { TryLimit } from '../../../auth/limits/try-queries.ts'

export interface CodeOwner {
  readonly id: string
  readonly login: string
}

/** Of the six digits of an authenticator, over all addresses. */
export const codeTries = (userId: string): TryLimit => ({
  name: 'second-factor',
  key: `otp:${userId}`,
  max: 5,
  minutes: 15,
})
