import type { act } from '#contract/act/act.ts'
import type { CallInput } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { RawForm } from '../../../body/raw-body.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { findEarlierCopy, idempotencyKeyOf, type IdempotencyKey } from '../../../idempotency.ts'
import { findSheetAct } from '../../file/codes/find-sheet-act.ts'
import { findScan } from '../../file/scan-queries.ts'
import { roomFor } from '../../file/storage/storage-room.ts'
import { hashOf, removeStored, storing } from '../../file/storage/store-file.ts'
import type { StoredFile } from '../../file/storage/stored-file.ts'
import type { LockedAct } from '../act-queries.ts'
import { lockedAct } from '../locked-act.ts'
import { storeActPage } from './store-act-page.ts'
import { cleanPages } from './upload-scans.ts'

type Sorted = Answer<typeof act.sortScan>

/** act/sortScan: a signed page of a heap finds its act by the code on it (domain.md 3.14). */
export async function sortScan(
  db: Db,
  { query, body }: CallInput<typeof act.sortScan>,
): Promise<Sorted> {
  const { files } = body as RawForm
  const [sent] = files
  if (!sent || files.length > 1)
    refuse('common.validation', { fields: { 'files[]': 'Приложите один файл' } })
  // Of the bytes as they came: a picture is written anew below.
  const sha256 = (await hashOf(sent.path)).toString('hex')
  const content = { ...query, sha256 }
  const stamp = idempotencyKeyOf(content)
  const [page] = await cleanPages(db, [sent])
  const actId = await findSheetAct(db, page!)
  const store = async ([stored]: readonly StoredFile[]) => {
    const sorted = await inTransaction(db, (tx) => storeOnce(tx, actId, stored!, stamp))
    if (!sorted.isStored) await removeStored(db, [stored!])
    return sorted.answer
  }
  return storing(db, [page!], store, roomFor('signed_act', 'act'))
}

/** A repeat after a lost answer is answered as the first time, whatever has become of the act since. */
async function storeOnce(
  tx: Tx,
  actId: string,
  stored: StoredFile,
  stamp: IdempotencyKey,
): Promise<{ answer: Sorted; isStored: boolean }> {
  const row = await lockedAct(tx, actId)
  const owner = { entity: 'act', entityId: actId } as const
  const answer = (scanId: string, isNew: boolean): Sorted => ({
    act_id: actId,
    number: row.number,
    scan_id: scanId,
    is_new: isNew,
  })
  const earlierFile = await findEarlierCopy(tx, 'file', stamp)
  if (earlierFile) {
    const earlier = await findScan(tx, owner, { fileId: earlierFile })
    return { answer: answer(earlier ?? refuse('common.id-reused'), true), isStored: false }
  }
  if (row.status === 'void') refuse('act.is-void', { message: whyVoid(row) })
  const facts = { actId, kind: 'signed_act', ownCode: true, stamp } as const
  const { scanId, isNew } = await storeActPage(tx, stored, facts)
  return { answer: answer(scanId, isNew), isStored: isNew }
}

function whyVoid({ number, corrected_by }: LockedAct): string {
  const name = number === null ? 'Акт' : `Акт № ${number}`
  return corrected_by === null
    ? `${name} аннулирован`
    : `${name} исправлен другим. Напечатайте и подпишите новый`
}
