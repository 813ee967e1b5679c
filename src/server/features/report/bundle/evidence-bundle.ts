import * as z from 'zod/mini'
import { act } from '#contract/act/act.ts'
import * as s from '#contract/core/shapes.ts'
import { refuse } from '#http/refusal.ts'
import { drawPdfApart } from '../../../documents/pdf/pdf-thread.ts'
import {
  blocksOf,
  formPage,
  heading,
  paragraph,
  type DocumentBody,
  type PageLayout,
  type Block,
} from '../../../documents/body/blocks.ts'
import { storedBody } from '../../act/read/print-queries.ts'
import { composedFile } from '../write/composed-file.ts'
import { gatherEvidence, type Evidence } from './gather-evidence.ts'
import { contentsBlocks } from './contents-blocks.ts'
import { paymentBlocks } from './payment-blocks.ts'
import { scanBlocks } from './scan-blocks.ts'
import { titleBlocks } from './title-blocks.ts'
import { weighingBlocks } from './weighing-blocks.ts'

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
  async compose(db, { act_id }, onProgress) {
    const evidence = await gatherEvidence(db, act_id, onProgress)
    const [body, ...following] = bundleBodies(evidence)
    const title = `Акт № ${evidence.card.number}, пакет документов`
    const { publicUrl } = db.services.config
    await onProgress(80)
    const bytes = await drawPdfApart({ title, body, following, at: evidence.at, publicUrl })
    await onProgress(95)
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

const page: PageLayout = { ...formPage, margins: [12, 10, 14, 12] }

/** The sheets of a bundle in their order: title, forms, weighings, papers, payments, the list of parts. */
function bundleBodies(evidence: Evidence): readonly [DocumentBody, ...DocumentBody[]] {
  const { form, papers } = evidence
  const section = (blocks: readonly Block[]): DocumentBody[] =>
    blocks.length > 0 ? [{ page, blocks }] : []
  return [
    { page, blocks: titleBlocks(evidence) },
    ...(form ? formBodies(form) : section(NO_FORM)),
    ...papers.map(({ body }) => body),
    ...section(weighingBlocks(evidence)),
    ...section(scanBlocks(evidence)),
    ...section(paymentBlocks(evidence)),
    ...section(contentsBlocks(evidence)),
  ]
}

function formBodies({ body, masked }: NonNullable<Evidence['form']>): DocumentBody[] {
  if (!masked) return [body]
  return [{ ...body, blocks: blocksOf(paragraph(MASKED, { bold: true }), body.blocks) }]
}

const MASKED =
  'Номер документа, удостоверяющего личность, скрыт: у составителя пакета нет права видеть его целиком. SHA-256 в описи относится к полной форме.'

const NO_FORM: Block[] = [
  heading(1, 'Форма акта'),
  paragraph(
    'Этого листа нет: акт выписан до того, как формы стали храниться описанием. Его страница хранится и печатается с карточки акта.',
  ),
]
