import type { AuditContext, AuditEvent } from '../db/audit.ts'
import type { Log } from './log.ts'

/** Who asks for which company, and the log that is written to; a tenant context has them. */
interface SecurityContext extends Pick<AuditContext, 'companyId' | 'caller'> {
  readonly services: { readonly log: Log }
}

// Sign-ins, passwords, PINs, people and their roles, rights, agents, damaged records, and a company that is opened or closed.
const CONCERNS_RIGHTS =
  /^(?:auth|pcode|user|action|access|agent|data)\.|^company\.(?:create|status|update)$/

/** Writes the committed changes of rights and sign-ins to the security log; called right after a commit. */
export function logSecurityEvents(tx: SecurityContext & AuditContext): void {
  for (const event of tx.auditEvents)
    if (CONCERNS_RIGHTS.test(event.action))
      tx.services.log.security({
        ...originOf(tx),
        event: event.action,
        entity: event.entity,
        id: event.id,
        ...approverOf(tx, event),
        ...(event.before && { before: rightsOf(event.before) }),
        ...(event.after && { after: rightsOf(event.after) }),
      })
}

/** What is in no audit chain: a lock, a sign-in of an unknown login, a refused access. */
export function logSecurity(db: SecurityContext, event: string): void {
  db.services.log.security({ event, ...originOf(db) })
}

function originOf({ caller, companyId }: SecurityContext) {
  return {
    person: caller.userId,
    company: companyId,
    address: caller.ip ?? null,
    request: caller.requestId ?? null,
  }
}

function approverOf(tx: AuditContext, event: AuditEvent) {
  const approver = event.approverId ?? tx.caller.approvedBy
  return approver ? { approver } : {}
}

const RIGHTS = ['role', 'roles', 'status', 'company_id', 'action', 'modules'] as const

/** Codes of rights only: names, phones and logins of the same change stay in the audit chain. */
function rightsOf(state: object): object {
  const told = state as Record<string, unknown>
  return Object.fromEntries(RIGHTS.flatMap((key) => (key in told ? [[key, told[key]]] : [])))
}
