import { sql } from 'kysely'
import type { Tx } from '../../../db/handle.ts'

export interface NewApproval {
  id: string
  token_hash: Buffer
  user_id: string
  passkey_id: string | null
  session_jti: string
  action_code: string
  object_hash: Buffer
  amount_kop: number | null
  entity: string
  entity_id: string | null
  livesSeconds: number
}

export async function addApproval(db: Tx, approval: NewApproval): Promise<void> {
  const { livesSeconds, ...row } = approval
  await db.q
    .insertInto('approval')
    .values({
      company_id: db.companyId,
      ...row,
      expires_at: sql<string>`now() + make_interval(secs => ${livesSeconds})`,
    })
    .execute()
}
