import type { AccessRow } from '#contract/user/user-access.ts'

/** A row that allows a role something without a confirmation. */
export const role = (subject_code: string, more: Partial<AccessRow> = {}): AccessRow => ({
  subject: 'role',
  subject_code,
  allow: true,
  confirm: 'none',
  ...more,
})

/** The same for one person. */
export const person = (id: string, more: Partial<AccessRow> = {}): AccessRow => ({
  ...role(id, more),
  subject: 'user',
})
