import type { CallInput } from '#contract/core/call.ts'
import type { userRights, RightHolder } from '#contract/user/user-rights.ts'
import type { User } from '#contract/user/user-entities.ts'
import { refuse } from '#http/refusal.ts'
import { explainRight, type Subject } from '../../../auth/rights/grants.ts'
import { accessRows } from '../../../auth/session-queries.ts'
import type { Session } from '../../../auth/session.ts'
import type { Db } from '../../../db/handle.ts'
import { findBeyond, managesPlatform } from '../people/manageable.ts'
import { companyExists } from '../user-queries.ts'
import { allActions, peopleOf } from './action-queries.ts'
import { limitOf } from './get-actions.ts'
import { problemOfGiving } from './personal-access.ts'

type Call = typeof userRights.superGetRightHolders

/** Who holds a right, or which rights a person holds, with the rows that decide: the same rules that every call is held to. */
export async function getRightHolders(db: Db, { query }: CallInput<Call>): Promise<RightHolder[]> {
  const { companyId = null, actionId, userId } = query
  // A manager asks of the own company; the others, and super administrators, do not exist there.
  const isOpen = managesPlatform(db)
    ? companyId === null || (await companyExists(db, companyId))
    : companyId === db.companyId
  if (!isOpen) refuse('common.not-found')
  const [all, people, rows] = await Promise.all([
    allActions(db),
    peopleOf(db, companyId, userId),
    accessRows(db.q, companyId),
  ])
  const asked = all.filter((action) => actionId === undefined || action.id === actionId)
  if (asked.length === 0 || (userId !== undefined && people.length === 0))
    refuse('common.not-found')
  const byAction = Map.groupBy(rows, (row) => row.action)
  const changer = userId === undefined ? undefined : await changerOf(db, people[0]!)
  return people.flatMap((person) =>
    asked.map((action) => {
      const subject = subjectOf(person)
      const { grant, scope, deciding } = explainRight(
        subject,
        action.code,
        byAction.get(action.code) ?? [],
      )
      return {
        action_id: action.id,
        user: {
          id: person.id,
          full_name: person.full_name,
          login: person.login,
          roles: person.roles,
          status: person.status as User['status'],
        },
        allowed: grant !== undefined,
        by_manager: deciding.some((row) => row.by_manager),
        may_change:
          changer !== undefined &&
          problemOfGiving(changer, action.code) === undefined &&
          !deciding.some((row) => row.subject === 'user' && !row.by_manager),
        confirm: grant?.confirm ?? 'none',
        limit: grant ? limitOf(grant) : null,
        scope,
        rows: deciding.map(({ subject: kind, subject_code, allow, confirm, limit }) => ({
          subject: kind,
          subject_code,
          allow,
          confirm,
          limit,
        })),
      }
    }),
  )
}

/** The caller as a manager who may change rights of this person; undefined for everybody else. */
async function changerOf(db: Db, person: Person): Promise<Session | undefined> {
  const { session } = db.caller
  if (!session?.grants.has('people.manage') || managesPlatform(db)) return undefined
  if (person.id === session.userId) return undefined
  return (await findBeyond(db, session, person.id, [person])).length === 0 ? session : undefined
}

type Person = Awaited<ReturnType<typeof peopleOf>>[number]

function subjectOf(person: { id: string; role: string; roles: readonly string[] }): Subject {
  return { userId: person.id, role: person.role as Subject['role'], roles: person.roles }
}
