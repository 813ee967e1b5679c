import type { Access, CallSpec } from '../core/call.ts'

/** The areas whose screens an OWNER reads; a search by POST is a GET here, too (domain.md 7.1). */
const READ_BY_OWNER: readonly Access[] = ['operator', 'operator-or-super', 'manager-or-super']

export const isOpenToOwner = ({ access, method, owner }: CallSpec): boolean =>
  READ_BY_OWNER.includes(access) && (method === 'GET' || owner === true)
