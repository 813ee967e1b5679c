import { createHash } from 'node:crypto'
import type { act } from '#contract/act/act.ts'
import type { CallInput } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { drawHtml } from '../../../documents/body/draw-html.ts'
import { addWatermark } from '../../../documents/print-page.ts'
import { settingsNow } from '../../company/settings.ts'
import { describeDraft } from './describe-draft.ts'
import { readPage } from './stored-page.ts'
import { countPrint, storedBody, type StoredBody } from './print-queries.ts'

type Body = Answer<typeof act.getBody>

/** act/getActBody: the stored form of an issued act, counted as a print; a draft as it would look. */
export async function getActBody(db: Db, input: CallInput<typeof act.getBody>): Promise<Body> {
  const row = await storedBody(db, input.query.actId)
  if (!row) return refuse('common.not-found')
  const { modules_cfg } = await settingsNow(db)
  const copies = modules_cfg.act?.copies ?? 2
  if (row.body_html === null) return draftBody(db, row, copies)
  const html = readPage(db, row, row.body_html)
  if (row.status !== 'void') await inTransaction(db, (tx) => countPrint(tx, row.id))
  return {
    html: row.status === 'void' ? addWatermark(html, 'АННУЛИРОВАН') : html,
    template: row.template!,
    template_version: row.template_version!,
    copies,
    sha256: row.body_sha256!.toString('hex'),
    number: row.number,
    status: row.status as Body['status'],
  }
}

async function draftBody(db: Db, row: StoredBody, copies: number): Promise<Body> {
  const { kind, body } = await describeDraft(db, row)
  const html = drawHtml(body)
  const { templates } = await settingsNow(db)
  return {
    html,
    template: kind,
    template_version: templates[kind],
    copies,
    sha256: createHash('sha256').update(html).digest('hex'),
    number: null,
    status: row.status as Body['status'],
  }
}
