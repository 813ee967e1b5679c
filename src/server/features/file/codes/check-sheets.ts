import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import type { SheetFile } from './find-codes.ts'
import { printedRecord, type PrintedRecord } from './printed-record.ts'
import { readCodes } from './read-codes.ts'
import { findPrintedAct, isSamePerson } from './sheet-queries.ts'

/** The record of a signed page, and with it the code that its print carries. */
export interface SheetOwner {
  readonly form: 'act' | 'consent'
  readonly id: string
}

/**
 * For each signed page whether it carries the code of its own record. Refuses `file.other-sheet` when one carries the code of
 * another: it would sign what the supplier never saw. Pictures may still be on their way: their reader starts meanwhile.
 */
export async function checkSheets(
  db: Db,
  owner: SheetOwner,
  files: readonly SheetFile[] | Promise<readonly SheetFile[]>,
): Promise<boolean[]> {
  const codes = await readCodes(files)
  const own: boolean[] = []
  for (const [i, texts] of codes.entries()) {
    const records = texts.map(printedRecord).filter((record) => record !== undefined)
    const message = await foreignSheet(db, owner, records)
    if (message !== undefined)
      refuse('file.other-sheet', { message: nameFile(message, i, codes.length) })
    own.push(records.some((record) => record.form === owner.form))
  }
  return own
}

/** Why these codes belong to another document; undefined when they do not. A weight act may follow its act in one PDF. */
async function foreignSheet(
  db: Db,
  owner: SheetOwner,
  records: readonly PrintedRecord[],
): Promise<string | undefined> {
  for (const record of records)
    if (record.form === owner.form && !(await isOwn(db, owner, record.id)))
      return owner.form === 'act' ? otherAct(db, owner.id, record.id) : OTHER_CONSENT
  if (records.some(({ form }) => form === owner.form)) return undefined
  const [other] = records
  if (!other) return undefined
  return other.form === 'act-draft' ? DRAFT : OTHER_PAPER[owner.form]
}

export const DRAFT = 'На листе черновик акта. Напечатайте и подпишите выписанный акт с номером'
const OTHER_CONSENT =
  'На листе QR-код согласия другого человека. Приложите согласие этого поставщика'
const OTHER_PAPER: Record<SheetOwner['form'], string> = {
  act: 'На листе QR-код другого документа, не акта закупки. Приложите лист этого акта',
  consent: 'На листе QR-код другого документа, не согласия. Приложите согласие этого поставщика',
}

async function isOwn(db: Db, owner: SheetOwner, id: string): Promise<boolean> {
  return id === owner.id || (owner.form === 'consent' && isSamePerson(db, owner.id, id))
}

async function otherAct(db: Db, ownId: string, id: string): Promise<string> {
  const other = await findPrintedAct(db, id)
  if (!other)
    return 'На листе QR-код акта, которого нет в вашей компании. Приложите лист этого акта'
  const number = other.number ?? 'без номера'
  if (other.corrected_by === ownId)
    return `На листе прежний акт № ${number}: он исправлен этим. Напечатайте и подпишите новый`
  return `На листе QR-код другого акта, № ${number}. Приложите лист этого акта`
}

/** With several files the message says which one it is about. */
function nameFile(message: string, index: number, count: number): string {
  return count === 1 ? message : `Файл ${index + 1}: ${message}`
}
