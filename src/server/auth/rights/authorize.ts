import type { FastifyRequest } from 'fastify'
import type { ActionCode } from '#contract/core/actions.ts'
import { isOpenToOwner, type CallSpec } from '#contract/core/call.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import type { Db } from '../../db/handle.ts'
import { NO_COMPANY } from '../../db/uuid.ts'
import { refuseHeldPayouts } from '../../installation/held-payouts.ts'
import type { Services } from '../../services.ts'
import { refuseStaleSignIn } from '../fresh-sign-in.ts'
import { callAction } from '../call-action.ts'
import { needsSecondFactor } from '../needed-factor.ts'
import { burnApproval } from './approval-queries.ts'
import { refuseWithout } from './rights.ts'
import type { AgentCaller, Caller, PhoneCaller } from '../caller.ts'
import type { RateLimit } from '../limits/rate-limit.ts'
import { hasRole, isSupervisor, type Session } from '../session.ts'

/** What authorization needs from outside: the counts of requests, and the features that know agents and telephones. */
export interface Witnesses {
  readonly rates: RateLimit
  findAgent(bearer: string | undefined): Promise<AgentCaller | undefined>
  /** Refuses what its operator may not do any more. */
  findPhone(bearer: string | undefined): Promise<PhoneCaller | undefined>
}

/**
 * Authorizes a request before its body is read: session, role area, module, right of the call, rate (security.md 5.1). An
 * authorized request gets a database handle bound to its company.
 */
export async function authorize(
  services: Services,
  { rates, findAgent, findPhone }: Witnesses,
  call: CallSpec,
  request: FastifyRequest,
): Promise<Db> {
  refuseForeignPage(request, call)
  const origin = {
    ip: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    requestId: request.id,
  }
  if (call.access === 'agent') {
    const program = (await findAgent(bearerOf(request))) ?? refuse('auth.required')
    return bind(services, call, { ...origin, userId: null, program }, program.company_id)
  }
  if (call.access === 'phone') {
    const found = (await findPhone(bearerOf(request))) ?? refuse('phone.link-dead')
    const { linkId: phoneLinkId, session } = found
    rates.count(phoneLinkId, call.method === 'GET')
    const caller = { ...origin, userId: session.userId, session, phoneLinkId }
    return bind(services, call, caller, session.companyId)
  }
  if (call.access === 'all') {
    const bearer = bearerOf(request)
    return bind(services, call, { ...origin, userId: null, ...(bearer && { bearer }) }, NO_COMPANY)
  }
  const session = await signedIn(services, request, call.use !== false)
  rates.count(session.userId, call.method === 'GET')
  refuseUnready(services, session, call)
  refuseNamed(services, session, call)
  authorizeRights(session, call)
  await refuseHeldPayouts(services, session.companyId, call)
  if (call.fresh) refuseStaleSignIn(services.config, session)
  const caller: Caller = { ...origin, userId: session.userId, session }
  const db = bind(services, call, caller, session.companyId)
  const token = request.headers['x-approval-token']
  if (typeof token !== 'string' || token === '') return db
  const approval = await burnApproval(db, session, token.slice(0, 200))
  return approval ? bind(services, call, { ...caller, approval }, session.companyId) : db
}

/** The API answers programs of our own pages only: a link, a form or a foreign page gets nothing (security.md 5.1). */
function refuseForeignPage(request: FastifyRequest, call: CallSpec): void {
  const mode = request.headers['sec-fetch-mode']
  const site = request.headers['sec-fetch-site']
  if (
    mode === 'navigate' ||
    String(request.headers['sec-purpose'] ?? '').includes('prefetch') ||
    (site !== undefined && site !== 'same-origin' && site !== 'none' && call.result !== 'png')
  )
    refuse('access.denied')
}

/** Nothing else is open before a printed password is replaced and, where one is asked for, a second factor set up. */
function refuseUnready({ config }: Services, session: Session, call: CallSpec): void {
  if (call.enrolling) return
  if (session.passwordPrinted) refuse('access.printed-password')
  const hasBoth = session.hasSecondFactor || session.byPasskey || session.kind === 'service'
  if (!hasBoth && needsSecondFactor(config, session)) refuse('access.second-factor')
}

function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice(7) : undefined
}

/** The session of a request, or `auth.required`; `use` prolongs its idle time. */
export async function signedIn(
  services: Services,
  request: FastifyRequest,
  use: boolean,
): Promise<Session> {
  const token = bearerOf(request)
  const session =
    token && token.length < 2000 ? await services.sessions.find(token, use, request.ip) : undefined
  if (!session) return refuse('auth.required')
  request.requester = { person: session.userId, company: session.companyId }
  return session
}

/** The part of authorization that needs no database: a table test runs it for every declared call. */
export function authorizeRights(session: Session, call: CallSpec): void {
  // A program has no area: it opens the calls of its own permissions and no other.
  if (session.kind === 'person' && !inArea(session, call)) refuse('access.denied')
  if (call.module && !isSupervisor(session) && !session.modules.has(call.module))
    refuse('module.off')
  if (!session.grants.has(callAction(call))) refuse('access.denied')
  const right = rightOf(session, call)
  if (right && !session.grants.has(right)) refuse('access.denied')
  if (
    session.companyStatus === 'suspended' &&
    call.method !== 'GET' &&
    !call.path.startsWith('/api/v1/auth/')
  )
    refuse('company.suspended')
}

/** What a person of the company lacks one right for is refused with the names of those who hold it. */
function refuseNamed(services: Services, session: Session, call: CallSpec): void {
  const right = rightOf(session, call)
  if (!right || session.grants.has(right) || !inArea(session, call)) return
  if (session.kind === 'person' && !isSupervisor(session)) refuseWithout(right, session, services)
}

function rightOf(session: Session, call: CallSpec): ActionCode | undefined {
  if (isSupervisor(session)) return call.action
  if (hasRole(session, 'OWNER') && call.ownerAction) return call.ownerAction
  return call.companyAction ?? call.action
}

/** The same as a question: screens do not offer what the user may not send. */
export function passesRights(session: Session, call: CallSpec): boolean {
  try {
    authorizeRights(session, call)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

function inArea(session: Session, call: CallSpec): boolean {
  if (hasRole(session, 'OWNER')) return call.access === 'user' || isOpenToOwner(call)
  switch (call.access) {
    case 'super':
      return isSupervisor(session)
    case 'operator':
      return hasRole(session, 'OPERATOR')
    case 'manager':
      return hasRole(session, 'OPERATOR') && hasRole(session, 'MANAGER')
    case 'operator-or-super':
      return isSupervisor(session) || hasRole(session, 'OPERATOR')
    case 'manager-or-super':
      return isSupervisor(session) || hasRole(session, 'MANAGER')
    default:
      return true
  }
}

function bind(services: Services, call: CallSpec, caller: Caller, companyId: string): Db {
  const q = call.urgent ? services.urgentOf(companyId) : services.databaseOf(companyId)
  return { q, companyId, caller, services }
}
