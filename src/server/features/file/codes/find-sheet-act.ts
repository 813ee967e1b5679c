import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import { DRAFT } from './check-sheets.ts'
import type { SheetFile } from './find-codes.ts'
import { printedRecord, type PrintedForm } from './printed-record.ts'
import { readCodes } from './read-codes.ts'
import { findPrintedAct } from './sheet-queries.ts'

/**
 * The company's act whose code a page carries. Refuses `file.no-code` without a code of ours, `file.other-sheet` for any other
 * document; an act of another company reads like one that never was.
 */
export async function findSheetAct(db: Db, file: SheetFile): Promise<string> {
  const [texts = []] = await readCodes([file])
  const records = texts.map(printedRecord).filter((record) => record !== undefined)
  const acts = new Set(records.filter(({ form }) => form === 'act').map(({ id }) => id))
  if (acts.size > 1) refuse('file.other-sheet', { message: SEVERAL })
  const [actId] = acts
  if (actId === undefined) return refuseOther(records[0]?.form)
  if (!(await findPrintedAct(db, actId))) refuse('file.other-sheet', { message: NOT_OURS })
  return actId
}

const SEVERAL = 'В файле листы разных актов. Разделите его: у каждого акта свой файл'
const NOT_OURS = 'На листе QR-код акта, которого нет в вашей компании'
const OTHER_PAPER: Record<Exclude<PrintedForm, 'act'>, string> = {
  'act-draft': DRAFT,
  'weight-act': 'На листе QR-код весового акта, а не акта закупки',
  consent: 'На листе QR-код согласия. Приложите его в карточке поставщика',
  ownership: 'На листе QR-код заявления сдатчика, а не акта закупки',
}

function refuseOther(form: PrintedForm | undefined): never {
  if (form === undefined || form === 'act') return refuse('file.no-code')
  return refuse('file.other-sheet', { message: OTHER_PAPER[form] })
}
