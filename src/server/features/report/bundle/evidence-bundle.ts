import * as z from 'zod/mini'
import { act } from '#contract/act/act.ts'
import * as s from '#contract/core/shapes.ts'
import { refuse } from '#http/refusal.ts'
import { drawPdfApart } from '../../../documents/pdf/pdf-thread.ts'
import { storedBody } from '../../act/read/print-queries.ts'
import { composedFile } from '../write/composed-file.ts'
import { bundleBodies } from './bundle-bodies.ts'
import { gatherEvidence } from './gather-evidence.ts'

/** All that proves one act as a single PDF/A file (domain.md 14). */
export const evidenceBundle = composedFile({
  type: 'act_bundle',
  title: 'Пакет PDF по акту',
  format: 'pdf',
  params: z.strictObject({ act_id: s.id('act') }),
  source: act.get,
  permissions: ['report.create'],
  async check(db, { act_id }) {
    const row = await storedBody(db, act_id)
    if (!row) return refuse('common.not-found')
    if (row.body_html === null)
      refuse('report.bad-params', { message: 'Акт ещё черновик. Пакет составляют по выписанному' })
  },
  async compose(db, { act_id }, heard) {
    const evidence = await gatherEvidence(db, act_id, heard)
    const [body, ...following] = bundleBodies(evidence)
    const title = `Акт № ${evidence.card.number}, пакет документов`
    const { publicUrl } = db.services.config
    await heard(80)
    const bytes = await drawPdfApart({ title, body, following, at: evidence.at, publicUrl })
    await heard(95)
    return {
      bytes: Buffer.from(bytes),
      mime: 'application/pdf',
      events: [
        { action: 'act.bundle', entity: 'act', id: act_id, after: { parts: 'pdf' }, quiet: true },
        ...evidence.parts.viewed,
      ],
    }
  },
})
