import { randomUUID } from 'node:crypto'
import type { Payout } from '../payout.ts'
import type { Store } from '../store.ts'
import { docNotice, packNotice, type DocumentState } from './documents.ts'

type Post = { store: Store; now: () => number }

/** Tells the customer by the mailbox how an order stands; `question` is the id of the request that asked. */
export function tellState(post: Post, payout: Payout, question: string | null = null): void {
  if (!isDirect(payout)) return
  tell(post, payout.payment_id ?? '', stateOf(payout), question)
}

/** Orders of this standard carry a mark: those of T-API go to accounts too. */
export function isDirect(payout: Payout | null): payout is Payout {
  return payout?.metadata['directbank'] === 'yes'
}

/** An order that nothing moves but a person's word. */
export function waitsForPerson(payout: Payout): boolean {
  return payout.status === 'pending' && payout.polls_left === null && payout.due_at === null
}

export function tell(
  post: Post,
  about: string,
  told: DocumentState,
  question: string | null = null,
): void {
  const at = post.now()
  const { id, body } = docNotice(about, told, question, at)
  post.store.addMail({ id: randomUUID(), kind: '02', document_id: id, body, at })
}

export function tellOfPack(post: Post, bankId: string, packId: string, told: DocumentState): void {
  const at = post.now()
  const { id, body } = packNotice(bankId, packId, told, at)
  post.store.addMail({ id: randomUUID(), kind: '01', document_id: id, body, at })
}

export const TAKEN_STATE: DocumentState = { status: '01', name: 'Принят' }

function stateOf(payout: Payout): DocumentState {
  if (payout.status === 'succeeded')
    return { status: '02', name: 'Исполнен', more: 'Платежный документ исполнен банком' }
  if (payout.status === 'canceled') {
    if (payout.reason === 'withdrawn') return { status: '05', name: 'Аннулирован' }
    const words = orderReasons[payout.reason ?? ''] ?? 'Платёж отклонён'
    return { status: '03', name: 'Отклонен банком', more: words }
  }
  return waitsForPerson(payout)
    ? { status: '06', name: 'Не подтвержден', more: 'Ожидает подтверждения в личном кабинете' }
    : TAKEN_STATE
}

export const orderReasons: Record<string, string> = {
  insufficient_funds: 'Недостаточно средств на счёте',
  recipient_not_found: 'Счёт получателя не найден',
  recipient_check_failed: 'Наименование получателя не совпало со счётом',
  fraud_suspected: 'Операция приостановлена по подозрению в мошенничестве',
  refused_by_person: 'Отклонено в личном кабинете',
}
