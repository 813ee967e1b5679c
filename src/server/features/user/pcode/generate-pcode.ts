import { createHmac } from 'node:crypto'
import { pcodeProblem } from '#contract/user/pcode.ts'
import type { userAccess } from '#contract/user/user-access.ts'
import type { Answer } from '#http/serve.ts'
import { countInWindow } from '../../../auth/limits/window-count.ts'
import { isSupervisor } from '../../../auth/session.ts'
import type { Db } from '../../../db/handle.ts'
import { keyedHash } from '../../../storage/encryption.ts'
import { companyIds, pcodeTaken } from '../user-queries.ts'

const WINDOW_MS = 10 * 60_000
// A person looks at a proposal once or twice; more requests would reveal which numbers are taken (security.md 2.1).
const PROPOSAL_LIMIT = { name: Symbol('proposed PINs by person'), max: 10, windowMs: WINDOW_MS }
// Nine of ten numbers are free even in a company of a hundred thousand people.
const MAX_TRIES = 200

/**
 * Proposes a PIN and writes nothing: the number is derived from user, session and ten-minute window, so repeats return the same
 * one until it is taken (security.md 2.1). For SUPERVISOR it is free in every company.
 */
export async function generatePcode(db: Db): Promise<Answer<typeof userAccess.generatePCode>> {
  countInWindow(db.services, PROPOSAL_LIMIT, db.caller.userId!)
  const window = Math.floor(Date.now() / WINDOW_MS)
  const key = db.services.config.secrets.pcodeHmac
  const companies = isSupervisor(db.caller.session!) ? await companyIds(db) : [db.companyId]
  for (let n = 0; n < MAX_TRIES; n++) {
    const pcode = derive(db, key, window, n)
    if (pcodeProblem(pcode)) continue
    const taken = await pcodeTaken(
      db,
      companies.map((id) => keyedHash(key, id, pcode)),
    )
    if (!taken) return { pcode, expires_at: new Date((window + 1) * WINDOW_MS).toISOString() }
  }
  throw new Error(`no free PIN among ${MAX_TRIES}`)
}

/** The prefix keeps this use of the key apart from the stored hashes of PINs. */
function derive(db: Db, key: Buffer, window: number, n: number): string {
  const { userId, session } = db.caller
  const digest = createHmac('sha256', key)
    .update(['propose', userId, session!.jti, window, n].join('\0'))
    .digest()
  // 48 bits over a million: the bias is below one in 10^8.
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}
