import { refuse } from '#http/refusal.ts'
import { openSealed } from '../../../damage/damaged-record.ts'
import type { Db } from '../../../db/handle.ts'
import type { DocumentBody } from '../../../documents/body/blocks.ts'
import type { StoredBody } from './print-queries.ts'

/** The form of an act as it was described when it was issued; refuses `act.no-pdf` where it was not stored then. */
export function describedAtIssue(db: Db, { id, status, body_blocks }: StoredBody): DocumentBody {
  if (body_blocks === null) return refuse('act.no-pdf')
  const place = { companyId: db.companyId, table: 'act', id, field: 'body_blocks' }
  const damage = { entity: 'act', id, part: 'form' } as const
  const blocks = openSealed(db, { place, sealed: body_blocks, damage })
  const body = JSON.parse(blocks) as DocumentBody
  return status === 'void' ? { ...body, watermark: 'АННУЛИРОВАН' } : body
}
