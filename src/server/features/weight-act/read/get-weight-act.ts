import type { CallInput } from '#contract/core/call.ts'
import type { weightacts } from '#contract/weight-act/weight-act.ts'
import type { Answer, RawAnswer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { weightAct } from '../../../documents/kinds/weight-act.ts'
import { pdfAnswer } from '../../../documents/pdf/pdf-answer.ts'
import { scansOf } from '../../file/scan-queries.ts'
import { readWeightAct } from './weight-act-paper.ts'

type Card = Answer<typeof weightacts.get>

// domain.md 9: a copy for the supplier and a copy for the yard.
const COPIES = 2

/** weightacts/getAct/:id: the weight act with its visits, their weighings and pictures, and the paper to print. */
export async function getWeightAct(
  db: Db,
  { params }: CallInput<typeof weightacts.get>,
): Promise<Card> {
  const { card, paper, texts, template_version } = await readWeightAct(db, params.id)
  const scans = await scansOf(db, 'weight_act', params.id)
  return {
    ...card,
    scans: scans as Card['scans'],
    template: weightAct.kind,
    template_version,
    copies: COPIES,
    body_html: weightAct.page(paper, texts),
  }
}

/** weightacts/getActPdf/:id: its paper as PDF/A. */
export async function getWeightActPdf(
  db: Db,
  { params, query }: CallInput<typeof weightacts.getPdf>,
): Promise<RawAnswer> {
  const { paper, texts } = await readWeightAct(db, params.id)
  const title = `${weightAct.title} № ${paper.number}`
  return pdfAnswer(db, { title, body: weightAct.body(paper, texts), copies: query.copies })
}
