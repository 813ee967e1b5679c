import type { CallInput } from '#contract/core/call.ts'
import type { weightacts } from '#contract/weight-act/weight-act.ts'
import type { Answer, RawAnswer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { drawHtml } from '../../../documents/body/draw-html.ts'
import { unlessDamaged } from '../../../damage/report-damage.ts'
import { DAMAGED_FORM } from '../../../documents/issued/damaged-form.ts'
import { readIssuedPdf } from '../../../documents/issued/issued-pdf.ts'
import { weightAct } from '../../../documents/kinds/weight-act.ts'
import { pdfAnswer, pdfFile } from '../../../documents/pdf/pdf-answer.ts'
import { scansOf } from '../../file/scan-queries.ts'
import { printWeightAct } from './issued-weight-act.ts'
import { readWeightAct } from './weight-act-paper.ts'

type Card = Answer<typeof weightacts.get>

// domain.md 9: a copy for the supplier and a copy for the yard.
const COPIES = 2

/** weightacts/getAct/:id: the weight act with its visits, their weighings and pictures, and the paper to print. */
export async function getWeightAct(
  db: Db,
  { params }: CallInput<typeof weightacts.get>,
): Promise<Card> {
  const read = await readWeightAct(db, params.id)
  const printed = await unlessDamaged(db, () => printWeightAct(db, read))
  const scans = await scansOf(db, 'weight_act', params.id)
  return {
    ...read.card,
    scans: scans as Card['scans'],
    template: weightAct.kind,
    template_version: read.template_version,
    copies: COPIES,
    body_html: drawHtml(printed ? await printed.body() : DAMAGED_FORM),
  }
}

/** weightacts/getActPdf/:id: its paper as PDF/A; from its confirmation on as it was first printed. */
export async function getWeightActPdf(
  db: Db,
  { params, query: { copies } }: CallInput<typeof weightacts.getPdf>,
): Promise<RawAnswer> {
  const { title, body, issued } = await printWeightAct(db, await readWeightAct(db, params.id))
  if (!issued) return pdfAnswer(db, { title, body: await body(), copies })
  const { bytes } = await readIssuedPdf(db, issued, Number(copies ?? '1'))
  return pdfFile(title, bytes)
}
