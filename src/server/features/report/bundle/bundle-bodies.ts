import type { DocumentBody, PageLayout } from '../../../documents/body/blocks.ts'
import {
  blocksOf,
  formPage,
  heading,
  paragraph,
  type Block,
} from '../../../documents/body/blocks.ts'
import { contentsBlocks } from './contents-blocks.ts'
import type { Evidence } from './gather-evidence.ts'
import { paymentBlocks } from './payment-blocks.ts'
import { scanBlocks } from './scan-blocks.ts'
import { titleBlocks } from './title-blocks.ts'
import { weighingBlocks } from './weighing-blocks.ts'

const page: PageLayout = { ...formPage, margins: [12, 10, 14, 12] }

/** The sheets of a bundle in their order: title, forms, weighings, papers, payments, the list of parts. */
export function bundleBodies(evidence: Evidence): readonly [DocumentBody, ...DocumentBody[]] {
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
