import type { ActKind } from '#contract/act/act-entities.ts'
import type { Db } from '../../../db/handle.ts'
import type { IssuedDocument } from '../../../documents/issued/issued-pdf.ts'
import { actForms } from '../../../documents/kinds/all.ts'
import { describedAtIssue } from './described-at-issue.ts'
import type { StoredBody } from './print-queries.ts'

/** An act as it is printed; a void one says so. Refuses `act.no-pdf` where its form was not stored at issue. */
export function issuedAct(db: Db, row: StoredBody): IssuedDocument {
  const body = describedAtIssue(db, row)
  const { id, kind, number, issued_at } = row
  const title = `${actForms[kind as ActKind].title} № ${number}`
  return { entity: 'act', id, title, at: issued_at!, content: body, body }
}
