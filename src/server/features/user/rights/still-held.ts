import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import { grantsOf, type AccessRow, type Grant } from '../../../auth/rights/grants.ts'
import { accessRows } from '../../../auth/session-queries.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { activePeople, allActions, companyAccessRows, peopleOf } from './action-queries.ts'

/** Without these no right could be given back on screen. */
const NEEDED_TO_MANAGE = [
  'auth/validateJWT',
  'user/superGetAllUsers',
  'access.manage',
  'user.manage',
  'user/getActions',
  'user/updateActionAccess',
]

/** Refuses a change of the common rows after which no active super administrator could manage access (`access.locked-out`). */
export async function assertManaged(tx: Tx): Promise<void> {
  const rows = await accessRows(tx.q, null)
  const supers = (await peopleOf(tx, null)).filter((person) => person.status === 'active')
  const manages = supers.some(({ id, roles }) => {
    const grants = grantsOf({ userId: id, role: 'SUPERVISOR', roles }, rows)
    return NEEDED_TO_MANAGE.every((code) => grants.has(code))
  })
  if (!manages) refuse('access.locked-out')
}

/** A company in which some right needs the confirmation of another person, and nobody else may give it. */
interface Gap {
  readonly companyId: string
  readonly company: string
  readonly approver: string
  /** The only person who may confirm and who also asks for it; absent when nobody may. */
  readonly alone?: string
}

/** The gaps of one company, or of every company when the common rows are about to change. */
export async function findGaps(db: Db, companyId: string | null): Promise<Gap[]> {
  const { teams, approverOf } = await readTeams(db, companyId)
  return teams.flatMap(({ people, grants }) =>
    gapsOf(people, grants, approverOf, () => true).map((gap) => ({
      companyId: people[0]!.company_id,
      company: people[0]!.company,
      ...gap,
    })),
  )
}

/**
 * People of a company who may confirm for others but have neither a PIN nor a key for sign-in, where the others who may confirm
 * are not enough.
 */
export async function findPinless(db: Db, companyId: string): Promise<string[]> {
  const { teams, approverOf } = await readTeams(db, companyId)
  const names = teams.flatMap(({ people, grants }) => {
    const hasMeans = (at: number) => people[at]!.has_means
    const gaps = gapsOf(people, grants, approverOf, hasMeans)
    return people
      .filter((_, at) => !hasMeans(at) && gaps.some(({ approver }) => grants[at]!.has(approver)))
      .map(({ full_name }) => full_name)
  })
  return names.toSorted((one, other) => one.localeCompare(other, 'ru'))
}

async function readTeams(db: Db, companyId: string | null) {
  const [people, rows, all] = await Promise.all([
    activePeople(db, companyId),
    companyAccessRows(db),
    allActions(db),
  ])
  const common = rows.filter((row) => row.company_id === null).map(toAccessRow)
  const teams = Map.groupBy(people, (person) => person.company_id)
  return {
    approverOf: new Map(all.map((action) => [action.code, action.approver_action])),
    teams: [...teams].map(([id, team]) => {
      const own = rows.filter((row) => row.company_id === id).map(toAccessRow)
      const grants = team.map((person) =>
        grantsOf({ userId: person.id, role: 'USER', roles: person.roles }, [...common, ...own]),
      )
      return { people: team, grants }
    }),
  }
}

/** What nobody else can confirm in a team, when only some of those with the right can. */
function gapsOf(
  people: readonly { full_name: string }[],
  grants: readonly Map<string, Grant>[],
  approverOf: ReadonlyMap<string, string | null>,
  canConfirm: (at: number) => boolean,
): Pick<Gap, 'approver' | 'alone'>[] {
  const gaps: Pick<Gap, 'approver' | 'alone'>[] = []
  for (const [approver, requesters] of peopleByApprover(grants, approverOf)) {
    const approvers = grants.flatMap((grant, at) =>
      grant.has(approver) && canConfirm(at) ? [at] : [],
    )
    if (approvers.length === 0) gaps.push({ approver })
    else if (approvers.length === 1 && requesters.has(approvers[0]!))
      gaps.push({ approver, alone: people[approvers[0]!]!.full_name })
  }
  return gaps
}

/** Which people, by their place in the list, hold a right that another person with the named right must confirm. */
function peopleByApprover(
  grants: readonly Map<string, Grant>[],
  approverOf: ReadonlyMap<string, string | null>,
): Map<string, Set<number>> {
  const requesters = new Map<string, Set<number>>()
  for (const [index, grant] of grants.entries())
    for (const [code, { confirm }] of grant) {
      const approver = confirm === 'other' ? approverOf.get(code) : null
      if (!approver) continue
      requesters.set(approver, (requesters.get(approver) ?? new Set()).add(index))
    }
  return requesters
}

/** Actions that people of a company cannot get confirmed, in sentences for the screen of rights. */
export async function describeGaps(db: Db, companyId: string): Promise<string[]> {
  const [gaps, all] = await Promise.all([findGaps(db, companyId), allActions(db)])
  const titleOf = (code: string) => all.find((action) => action.code === code)?.title ?? code
  return [...Map.groupBy(gaps, (gap) => gap.alone)].map(([alone, same]) => {
    const titles = same.map(({ approver }) => quote(titleOf(approver))).join(', ')
    return alone === undefined
      ? `${titles}: этого права нет ни у кого из действующих сотрудников, такие действия никто не подтвердит`
      : `${titles}: это право есть только у сотрудника ${alone}, его собственные действия никто не подтвердит`
  })
}

/** Refuses a change that makes a new gap (`access.approval-empty`); one that was there before does not stop other changes. */
export async function assertApprovable(
  tx: Tx,
  companyId: string | null,
  before: readonly Gap[],
): Promise<void> {
  const made = (await findGaps(tx, companyId)).find(
    (gap) =>
      gap.alone === undefined &&
      !before.some(
        (old) =>
          old.companyId === gap.companyId &&
          old.approver === gap.approver &&
          old.alone === undefined,
      ),
  )
  if (!made) return
  const action = (await allActions(tx)).find(({ code }) => code === made.approver)
  refuse('access.approval-empty', {
    message: `В компании ${made.company} подтверждать будет некому: право ${quote(action?.title ?? made.approver)} нужно хотя бы одному сотруднику`,
  })
}

type StoredRow = Awaited<ReturnType<typeof companyAccessRows>>[number]

/** Limits decide nothing about who holds a right. */
const toAccessRow = (row: StoredRow): AccessRow => ({
  ...(row as Omit<AccessRow, 'limit'>),
  limit: null,
})
