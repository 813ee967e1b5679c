import type { ModuleTag } from '#contract/core/module-tags.ts'
import type { Grant } from './rights/grants.ts'

/** A signed-in user as cached by the server for at most 30 s between reads (security.md 4.2). */
export interface Session {
  /** A program signs in by a key: it has no area, no roles and no PIN (security.md 4.7). */
  readonly kind: 'person' | 'service'
  /** The id of the row that lets in: of `session`, of a service account that of its key. */
  readonly jti: string
  readonly userId: string
  readonly login: string
  readonly fullName: string
  readonly role: 'SUPERVISOR' | 'USER'
  readonly roles: readonly string[]
  /** NO_COMPANY for SUPERVISOR. */
  readonly companyId: string
  readonly companyStatus: string | null
  readonly timezone: string
  readonly modules: ReadonlySet<ModuleTag>
  readonly settings: unknown
  readonly grants: ReadonlyMap<string, Grant>
  readonly hasSecondFactor: boolean
  /** The password was printed at the console and not replaced yet. */
  readonly passwordPrinted: boolean
  /** Opened by a key, which is both factors (security.md 4.8). */
  readonly byPasskey: boolean
  readonly signedInAt: number
  /** Milliseconds; the ticket's own end. */
  readonly expiresAt: number
}

export function isSupervisor(session: Session): boolean {
  return session.role === 'SUPERVISOR'
}

export function hasRole(session: Session, role: string): boolean {
  return session.roles.includes(role)
}
