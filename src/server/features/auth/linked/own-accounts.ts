import { MAX_LINKED, type linkedAccounts } from '#contract/user/linked/linked-accounts.ts'
import type { CallInput } from '#contract/core/call.ts'
import { refusals, type RefusalCode } from '#contract/core/refusals.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { refuseEnded } from '../../../auth/fresh-sign-in.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { acrossCompanies, inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { addNotices } from '../../user/notices/notice-queries.ts'
import { asPerson, lockProven, openSession } from '../open-session.ts'
import { proveSignIn } from '../sign-in.ts'
import * as queries from './linked-queries.ts'

type Calls = typeof linkedAccounts

/** Why the caller's session may not act as another account of the same person. */
function refusalOfAccount(
  account: queries.OwnAccount,
  { way }: Pick<queries.OwnSession, 'way'>,
): RefusalCode | undefined {
  if (account.status !== 'active') return 'auth.blocked'
  if (!['active', 'suspended'].includes(account.company_status ?? '')) return 'auth.company-closed'
  if (!isOwners(account)) return 'link.not-owner'
  const byPassword = way === null || way === 'password'
  return account.has_second_factor && byPassword ? 'link.weaker' : undefined
}

const isOwners = ({ roles }: Pick<queries.OwnAccount, 'roles'>) => roles.includes('OWNER')

/**
 * All accounts of the caller's person, the caller's own first, and why this session may not switch to each; empty when none is
 * linked.
 */
export async function findOwnAccounts(
  db: Db,
): Promise<(queries.OwnAccount & { closed: RefusalCode | undefined })[]> {
  const all = await queries.ownAccounts(acrossCompanies(db))
  const own = all.find(({ id }) => id === db.caller.userId)
  if (!own) return []
  const session = await queries.ownSession(db)
  const others = all.filter((account) => account !== own)
  if (!isOwners(own)) return []
  return [
    { ...own, closed: undefined },
    ...others.map((account) => ({ ...account, closed: refusalOfAccount(account, session) })),
  ]
}

/** auth/getLinkedAccounts: where else the person has an account, and whether this session leads there. */
export async function getLinkedAccounts(db: Db): Promise<Answer<Calls['getLinkedAccounts']>> {
  const [, ...others] = await findOwnAccounts(db)
  return others.map(({ id, login, company_name, closed }) => ({
    id,
    login,
    company_name: company_name!,
    closed: closed ? refusals[closed][1] : null,
  }))
}

/**
 * auth/linkAccount: the other account is proven as at sign-in, including its limits and its code, the own one by a fresh
 * sign-in. Both accounts are notified, since each can be entered from the other from now on.
 */
export async function linkAccount(
  db: Db,
  { body }: CallInput<Calls['linkAccount']>,
): Promise<Answer<Calls['linkAccount']>> {
  const everywhere = acrossCompanies(db)
  const { person } = await proveSignIn(everywhere, body)
  const ownId = db.caller.userId!
  if (person.id === ownId) refuse('link.same-company')
  const linked = await inTransaction(everywhere, async (tx) => {
    const pair = await queries.lockAccounts(tx, [ownId, person.id])
    await refuseEnded(tx)
    await lockProven(tx, person)
    const own = pair.find(({ id }) => id === ownId)!
    const other = pair.find(({ id }) => id === person.id)!
    if (!isOwners(own) || !isOwners(other)) refuse('link.not-owner')
    const personIds = pair.flatMap(({ person_id }) => person_id ?? [])
    if (own.person_id !== null && own.person_id === other.person_id) return undefined
    await refuseCrowd(tx, pair, personIds)
    await queries.joinAccounts(tx, own.person_id ?? uuidv7(), [ownId, person.id], personIds)
    await tellLinked(tx, ownId, other.company_name!)
    return own
  })
  if (linked)
    await inTransaction(asPerson(db, person), (tx) =>
      tellLinked(tx, person.id, linked.company_name!),
    )
  return { ok: true }
}

/** In one company a person has one account. */
async function refuseCrowd(
  tx: Tx,
  pair: readonly queries.OwnAccount[],
  personIds: readonly string[],
): Promise<void> {
  const linked = await queries.companiesOf(tx, personIds)
  const alone = pair.filter(({ person_id }) => person_id === null)
  const companies = [...linked, ...alone.map(({ company_id }) => company_id)]
  if (new Set(companies).size < companies.length) refuse('link.same-company')
  if (companies.length > MAX_LINKED) refuse('link.too-many')
}

async function tellLinked(tx: Tx, userId: string, company: string): Promise<void> {
  // The journal of a company does not name the person's others.
  addAuditEvent(tx, { action: 'auth.link-account', entity: 'user', id: userId })
  await addNotices(tx, [userId], {
    kind: 'second_factor',
    title: `Ваша учётная запись связана с другой: ${quote(company)}. Если это не вы, смените пароль`,
    href: '/account',
  })
}

/**
 * auth/unlinkAccount: the named account can no longer be entered from here, and sessions opened over the link end. Each
 * company's journal records it for its own account.
 */
export async function unlinkAccount(
  db: Db,
  { body }: CallInput<Calls['unlinkAccount']>,
): Promise<Answer<Calls['unlinkAccount']>> {
  const left = await inTransaction(acrossCompanies(db), async (tx) => {
    const all = await queries.ownAccounts(tx)
    const account = all.find(({ id }) => id === body.id) ?? refuse('link.gone')
    if (!(await queries.leavePerson(tx, account.id))) refuse('link.gone')
    await queries.endLinkedSessions(tx, account.id)
    noteUnlinked(tx, tx.caller.userId!)
    return account
  })
  if (left.id !== db.caller.userId)
    await inTransaction(asPerson(db, left), async (tx) => noteUnlinked(tx, left.id))
  return { ok: true }
}

function noteUnlinked(tx: Tx, userId: string): void {
  addAuditEvent(tx, { action: 'auth.unlink-account', entity: 'user', id: userId })
}

/**
 * auth/switchAccount: a session of the other account in place of this one. It keeps the time and the way of this sign-in, so
 * that switching back and forth neither refreshes an old sign-in nor turns a password into a second factor.
 */
export async function switchAccount(
  db: Db,
  { body }: CallInput<Calls['switchAccount']>,
): Promise<Answer<Calls['switchAccount']>> {
  const everywhere = acrossCompanies(db)
  const all = await queries.ownAccounts(everywhere)
  const own = all.find(({ id }) => id === db.caller.userId) ?? refuse('link.gone')
  const target = all.find(({ id }) => id === body.id && id !== own.id) ?? refuse('link.gone')
  if (!isOwners(own)) refuse('link.not-owner')
  const opened = await inTransaction(asPerson(everywhere, target), async (tx) => {
    const pair = await queries.lockAccounts(tx, [own.id, target.id])
    if (pair[0]?.person_id == null || pair[0].person_id !== pair[1]?.person_id) refuse('link.gone')
    await refuseEnded(tx)
    const session = await queries.ownSession(tx)
    const code = refusalOfAccount(
      pair.find(({ id }) => id === target.id)!,
      session,
    )
    if (code) refuse(code)
    await queries.endOwnSession(tx)
    return openSession(tx, target.id, { way: session.way ?? 'password', from: session })
  })
  await inTransaction(db, async (tx) => {
    addAuditEvent(tx, {
      action: 'auth.switch-account',
      entity: 'session',
      id: tx.caller.session!.jti,
    })
  })
  return opened
}
