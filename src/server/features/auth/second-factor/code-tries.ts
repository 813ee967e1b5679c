import type { TryLimit } from '../../../auth/limits/try-queries.ts'

export interface CodeOwner {
  readonly id: string
  readonly login: string
}

/** The counter of tries of six-digit codes, by person over all addresses. */
export const codeTries = (userId: string): TryLimit => ({
  name: 'second-factor',
  key: `otp:${userId}`,
  max: 5,
  minutes: 15,
})
