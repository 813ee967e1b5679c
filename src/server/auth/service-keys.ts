import { ownValue } from '#contract/core/own-value.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { CallSpec } from '#contract/core/call.ts'
import { servicePermissions, type ServicePermission } from '#contract/user/service-permissions.ts'
import { callAction } from './call-action.ts'
import type { Grant } from './rights/grants.ts'

// Recognisable in a log, a repository or a letter; the seed of a session ticket never begins so.
const PREFIX = 'prk_'
const HINT_LENGTH = 12
const KEY = /^prk_[A-Za-z0-9_-]{43}$/

export interface NewServiceKey {
  readonly key: string
  readonly hash: Buffer
  readonly hint: string
}

/** A key of 256 random bits: its SHA-256 alone is stored, since there is nothing in it to guess. */
export function makeServiceKey(): NewServiceKey {
  const key = PREFIX + randomBytes(32).toString('base64url')
  return { key, hash: hashServiceKey(key), hint: key.slice(0, HINT_LENGTH) }
}

export function hashServiceKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Whether a bearer token is meant as a key: then it is never read as a ticket. */
export function isServiceKey(bearer: string): boolean {
  return KEY.test(bearer)
}

const HOLDS: Grant = { confirm: 'none', maxKop: null, maxBp: null }
const ALL: Readonly<Record<string, ServicePermission>> = servicePermissions

/** What the given permissions open; a code of a later release opens nothing. */
export function serviceGrants(permissions: readonly string[]): Map<string, Grant> {
  const grants = new Map<string, Grant>()
  for (const code of permissions) {
    for (const call of ownValue(ALL, code)?.calls ?? [])
      grants.set(callAction(call as CallSpec), HOLDS)
    for (const action of ownValue(ALL, code)?.actions ?? []) grants.set(action, HOLDS)
  }
  return grants
}
