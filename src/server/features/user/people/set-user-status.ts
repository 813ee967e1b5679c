import type { CallInput } from '#contract/core/call.ts'
import type { User, UserStatus } from '#contract/user/user-entities.ts'
import type { user } from '#contract/user/user.ts'
import { refuse } from '#http/refusal.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import { forCompany, inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import { lockRights } from '../rights/action-queries.ts'
import { assertManaged } from '../rights/still-held.ts'
import { assertManageable, findManaged, managesPlatform, mustManageNow } from './manageable.ts'
import { otherActiveSupers, setUserState, endSessions } from './manage-queries.ts'
import { dropApprovals, findUser, lockUser } from '../user-queries.ts'
import { toUser, type UserRow } from '../user-shape.ts'

const STEPS: Record<UserStatus, readonly UserStatus[]> = {
  invited: ['blocked'],
  active: ['blocked'],
  blocked: ['active', 'invited', 'dismissed'],
  dismissed: [],
}

const BLOCKED_ABOVE = 'Сотрудника заблокировал администратор платформы: вернуть его может только он'

/** user/superSetUserStatus: every step of domain.md 3.4; a block ends sessions, links, the PIN and open approvals. */
export async function setUserStatus(
  db: Db,
  { body }: CallInput<typeof user.superSetStatus>,
): Promise<User> {
  const { id, new_status: status } = body
  const home = await findManaged(db, id)
  if (!home) return refuse('common.not-found')
  return inTransaction(forCompany(db, home.company_id ?? NO_COMPANY), async (tx) => {
    await mustManageNow(tx)
    await lockRights(tx)
    const before = (await lockUser(tx, id))!
    await assertManageable(tx, id, before)
    const byPlatform = managesPlatform(tx)
    if (before.status === status && !(byPlatform && canBeHeld(before))) return toUser(before, true)
    if (before.status !== status) assertStep(before, status)
    if (status !== 'dismissed' && before.blocked_by_platform && !byPlatform)
      refuse('user.beyond-own-rights', { message: BLOCKED_ABOVE })
    if (id === tx.caller.userId) refuse('user.self')
    if (before.role === 'SUPERVISOR' && status === 'blocked')
      if ((await otherActiveSupers(tx, id)) === 0) refuse('user.last-supervisor')
    await setUserState(tx, id, status, byPlatform)
    if (status === 'blocked' && before.role === 'SUPERVISOR') await assertManaged(tx)
    if (status === 'blocked') await endAccess(tx, before)
    await forgetRights(tx, { userId: id })
    addAuditEvent(tx, {
      action: 'user.status',
      entity: 'user',
      id,
      before: { status: before.status, blocked_by_platform: before.blocked_by_platform },
      after: { status, blocked_by_platform: status === 'blocked' && byPlatform },
    })
    return toUser((await findUser(tx, id))!, true)
  })
}

/** A manager's block becomes the platform's own: from then on no manager lifts it. */
const canBeHeld = (before: UserRow): boolean =>
  before.status === 'blocked' && !before.blocked_by_platform

/** A user with a password returns as active, one who never set one as invited. */
function assertStep(before: UserRow, status: UserStatus): void {
  if (!STEPS[before.status as UserStatus].includes(status)) refuse('common.bad-transition')
  if (status === 'active' && !before.has_password) refuse('common.bad-transition')
  if (status === 'invited' && before.has_password) refuse('common.bad-transition')
}

async function endAccess(tx: Tx, before: UserRow): Promise<void> {
  await endSessions(tx, before.id)
  if (before.company_id !== null) await dropApprovals(tx, before.company_id, before.id)
}
