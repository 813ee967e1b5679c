import type { ActWithPositions } from '#contract/act/act-entities.ts'
import type { ActCommand } from '#contract/act/act-input.ts'
import { isPrivatePerson } from '#contract/supplier/supplier-kinds.ts'
import { inTransaction, type Db } from '../db/handle.ts'
import { uuidv7 } from '../db/uuid.ts'
import { issueAct } from '../features/act/issue/issue-act.ts'
import { saveAct } from '../features/act/draft/save-act.ts'
import { signAct } from '../features/act/issue/sign-act.ts'
import { storePages } from '../features/act/issue/upload-scans.ts'
import { cleanPicture } from '../features/file/pictures/picture.ts'
import { cancelPayments } from '../features/payment/review/decisions/cancel-payments.ts'
import {
  describeHandOver,
  registerPayments,
} from '../features/payment/send/submit/register-payments.ts'
import { lockPayments } from '../features/payment/payment-queries.ts'
import { setReceipt } from '../features/payment/prepare/npd/npd-payment-queries.ts'
import { npdWords, storeAnswer, wantCheck } from '../features/supplier/npd/npd-queries.ts'
import { savePayments } from '../features/payment/prepare/create/save-payments.ts'
import { workPayment } from '../features/payment/send/worker/worker.ts'
import { workerEffects } from '../features/payment/send/worker/worker-steps.ts'
import { SERVER_CALLER } from '../auth/caller.ts'
import type { Chance } from './chance.ts'
import { withOwnPin } from './operator-steps.ts'
import { signedPage } from './signed-page.ts'
import type { DemoProduct } from './catalogue.ts'
import type { DemoSupplier } from './suppliers.ts'
import type { Truck } from './visits.ts'

export interface Deal {
  readonly supplier: DemoSupplier
  readonly product: DemoProduct
  readonly truck: Truck
  readonly visitId: string
  readonly contaminationBp: number
  /** The highest reading at the load. */
  readonly usvHMilli: number
}

export interface IssuedAct {
  readonly id: string
  readonly total_kop: number
  readonly card: ActWithPositions
}

/** An act over one visit, saved and, unless it stays a draft, issued by the operator. */
export async function addAct(operator: Db, deal: Deal, isDraft: boolean): Promise<IssuedAct> {
  const { supplier, product, truck } = deal
  const scrap = product.metalClass !== 'none'
  const isPerson = isPrivatePerson(supplier.type)
  const body: Extract<ActCommand, { command: 'save' }> = {
    command: 'save',
    supplier_id: supplier.id,
    vehicle: { make: truck.make, carnumber: truck.plate, driver: truck.driver },
    ...(!isPerson && { ownership_document: 'Акт списания основных средств' }),
    ...(scrap && {
      ownership_basis: isPerson
        ? 'Лом образовался в собственном хозяйстве'
        : 'Лом образовался при демонтаже оборудования',
      radiation: { done: true, usv_h_milli: deal.usvHMilli },
      explosion: { done: true },
    }),
    lines: [
      {
        transaction_id: deal.visitId,
        drop_no: 1,
        product_id: product.id,
        zasor_mode: 'percent',
        zasor_bp: deal.contaminationBp,
      },
    ],
    positions: [{ line: 0 }],
  }
  const draft = await saveAct(operator, body)
  if (isDraft) return { id: draft.id, total_kop: draft.total_kop, card: draft }
  const issued = await issueAct(operator, {
    command: 'issue',
    id: draft.id,
    version: draft.version,
    reason: 'Лом с грунтом, проверено на площадке',
  })
  return { id: issued.id, total_kop: issued.total_kop, card: issued }
}

/** What becomes of the paper: nothing yet, a page that waits to be looked at, or a page accepted and the act signed. */
export type Paper = 'none' | 'scanned' | 'signed'

/** The signed page of an act is scanned and, unless it waits for its check, accepted. */
export async function scan(
  operator: Db,
  act: IssuedAct,
  paper: Exclude<Paper, 'none'>,
  dice: Chance,
): Promise<void> {
  const { card } = act
  const { publicUrl } = operator.services.config
  const bytes = await signedPage(card, { company: 'ООО «Вторметалл-Юг»', publicUrl }, dice)
  // The page was drawn with the code of this act a moment ago: reading each in a process would double the first start.
  const page = { file: await cleanPicture(bytes), ownCode: true }
  const scans = await storePages(operator, card.id, 'signed_act', [page])
  if (paper === 'scanned') return
  const { id, version } = card
  const accepted = (scans as { id: string }[]).map((page) => page.id)
  await signAct(operator, { command: 'sign', id, version, accepted_scan_ids: accepted })
}

/** What becomes of a payment: handed to the bank and followed once, left prepared, or taken back. */
export type Fate = 'sent' | 'saved' | 'cancelled'

/** Pays an act, or a part of it, as a company does: the operator prepares, the manager approves. */
export async function pay(
  operator: Db,
  manager: Db,
  supplier: DemoSupplier,
  act: IssuedAct,
  amount: number,
  fate: Fate,
): Promise<void> {
  const id = uuidv7()
  const row = {
    id,
    supplier_id: supplier.id,
    payment_method_id: supplier.method!.id,
    acts: [{ act_id: act.id, amount_kop: amount }],
    amount_kop: amount,
  }
  await savePayments(operator, inputOf({ payments: [row] }))
  if (fate === 'cancelled') await cancelPayments(operator, inputOf({ ids: [id] }))
  if (fate !== 'sent') return
  const object = await inTransaction(manager, async (tx) =>
    describeHandOver(tx, await lockPayments(tx, [id])),
  )
  const isSelfEmployed = supplier.type === 'self_employed'
  if (isSelfEmployed) await provePayer(manager, supplier.id)
  await registerPayments(withOwnPin(manager, 'payment.register', object), inputOf({ ids: [id] }))
  await workPayment(workerEffects({ ...manager, caller: SERVER_CALLER }, 'demo'), id)
  // Some payees still owe their cheque.
  const number = id.replaceAll('-', '').slice(-10)
  if (isSelfEmployed && amount % 3 !== 0)
    await inTransaction(operator, (tx) => setReceipt(tx, id, number))
}

/** The tax service was asked on the day of each payment. */
function provePayer(manager: Db, supplierId: string): Promise<void> {
  return inTransaction(manager, async (tx) => {
    const [word] = await npdWords(tx, [supplierId])
    if (!word?.inn || word.outcome !== null) return
    const said = `${word.inn} является плательщиком налога на профессиональный доход`
    await storeAnswer(tx, await wantCheck(tx, supplierId, word.inn), 'payer', said)
  })
}

/** The input of a call that has a body alone. */
export const inputOf = <B>(body: B) => ({ body, query: undefined, params: undefined })
