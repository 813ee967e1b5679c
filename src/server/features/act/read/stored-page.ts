import { createHash } from 'node:crypto'
import { DamagedRecord, openSealed } from '../../../damage/damaged-record.ts'
import type { Db } from '../../../db/handle.ts'
import type { StoredBody } from './print-queries.ts'

/** The page as it was issued; another one is refused. */
export function readPage(db: Db, { id, body_sha256 }: StoredBody, sealed: Buffer): string {
  const place = { companyId: db.companyId, table: 'act', id, field: 'body_html' }
  const recorded = body_sha256!.toString('hex')
  const damage = { entity: 'act', id, part: 'page', recorded } as const
  const html = openSealed(db, { place, sealed, damage })
  const found = createHash('sha256').update(html).digest('hex')
  if (found !== recorded) throw new DamagedRecord({ ...damage, found })
  return html
}
