import { refuse } from '#http/refusal.ts'
import { grantsOf, type AccessRow } from '../../../auth/rights/grants.ts'
import { accessRows } from '../../../auth/session-queries.ts'
import type { Tx } from '../../../db/handle.ts'
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

/** A company in which some right needs a confirmation that none of its people may give. */
interface Gap {
  readonly companyId: string
  readonly company: string
  readonly approver: string
}

/** The gaps of one company, or of every company when the common rows are about to change. */
export async function findGaps(tx: Tx, companyId: string | null): Promise<Gap[]> {
  const [people, rows, all] = await Promise.all([
    activePeople(tx, companyId),
    companyAccessRows(tx),
    allActions(tx),
  ])
  const approverOf = new Map(all.map((action) => [action.code, action.approver_action]))
  const common = rows.filter((row) => row.company_id === null).map(toAccessRow)
  const gaps: Gap[] = []
  for (const [id, team] of Map.groupBy(people, (person) => person.company_id)) {
    const own = rows.filter((row) => row.company_id === id).map(toAccessRow)
    const grants = team.map((person) =>
      grantsOf({ userId: person.id, role: 'USER', roles: person.roles }, [...common, ...own]),
    )
    const needed = new Set<string>()
    for (const grant of grants)
      for (const [code, { confirm }] of grant)
        if (confirm === 'other' && approverOf.get(code)) needed.add(approverOf.get(code)!)
    for (const approver of needed)
      if (!grants.some((grant) => grant.has(approver)))
        gaps.push({ companyId: id, company: team[0]!.company, approver })
  }
  return gaps
}

/** Refuses a change that makes a new gap (`access.approval-empty`); one that was there before does not stop other changes. */
export async function assertApprovable(
  tx: Tx,
  companyId: string | null,
  before: readonly Gap[],
): Promise<void> {
  const made = (await findGaps(tx, companyId)).find(
    (gap) =>
      !before.some((old) => old.companyId === gap.companyId && old.approver === gap.approver),
  )
  if (!made) return
  const title = (await allActions(tx)).find((action) => action.code === made.approver)?.title
  refuse('access.approval-empty', {
    message: `В компании ${made.company} подтверждать будет некому: право «${title}» нужно хотя бы одному сотруднику`,
  })
}

type StoredRow = Awaited<ReturnType<typeof companyAccessRows>>[number]

/** Limits decide nothing about who holds a right. */
const toAccessRow = (row: StoredRow): AccessRow => ({
  ...(row as Omit<AccessRow, 'limit'>),
  limit: null,
})
