import type { BankState } from '../bank-state.ts'
import { amountText, type Payout } from '../payout.ts'
import type { Answer } from '../wire.ts'
import { isDirect, tellState, waitsForPerson } from './tell-state.ts'
import { escapeXml } from './documents.ts'

/** An order as the cabinet shows it. */
export type OrderToConfirm = {
  payment_id: string
  amount_kop: number
  payee: string
  purpose: string
}

/** Orders that wait for a person's word, the oldest first. */
export function ordersToConfirm(desk: BankState): OrderToConfirm[] {
  return desk.store
    .pendingTransfers()
    .filter(isWaiting)
    .map((payout) => ({
      payment_id: payout.payment_id ?? '',
      amount_kop: payout.amount_kop,
      payee:
        payout.destination.type === 'account'
          ? `${payout.destination.name}, ${payout.destination.account}`
          : '',
      purpose: payout.description ?? '',
    }))
}

/** The customer signs: the order goes into work, and is carried out as the settings say. */
export function confirmOrder(desk: BankState, paymentId: unknown): boolean {
  const payout = waiting(desk, paymentId)
  if (payout === null) return false
  const { pending_polls, pending_seconds } = desk.settings()
  if (pending_polls === 0) {
    desk.payouts.settle(payout)
    return true
  }
  const due_at = pending_seconds === null ? null : desk.now() + pending_seconds * 1000
  const confirmed = { ...payout, polls_left: pending_polls, due_at }
  desk.store.savePayout(confirmed)
  tellState(desk, confirmed)
  return true
}

/** The customer does not sign. */
export function refuseOrder(desk: BankState, paymentId: unknown): boolean {
  const payout = waiting(desk, paymentId)
  if (payout === null) return false
  desk.payouts.settle({ ...payout, verdict: 'refused_by_person' })
  return true
}

function waiting(desk: BankState, paymentId: unknown): Payout | null {
  const payout = typeof paymentId === 'string' ? desk.store.payoutOfPayment(paymentId) : null
  return payout !== null && isWaiting(payout) ? payout : null
}

const isWaiting = (payout: Payout) => isDirect(payout) && waitsForPerson(payout)

/** The customer's cabinet as a page: messages with codes, and orders that wait for a person's confirmation. */
export function cabinet(desk: BankState, method: string, text: string): Answer {
  if (method === 'POST') {
    const form = new URLSearchParams(text)
    const id = form.get('payment_id')
    if (form.get('what') === 'confirm') confirmOrder(desk, id)
    if (form.get('what') === 'refuse') refuseOrder(desk, id)
    return { status: 303, headers: { location: '/directbank/cabinet' }, text: '' }
  }
  if (method !== 'GET') return { status: 405, text: '' }
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // The page shows what others have sent, and runs nothing.
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    },
    text: page(desk),
  }
}

function page(desk: BankState): string {
  const orders = ordersToConfirm(desk)
  const codes = desk.sessions.messages().slice(-5).toReversed()
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Учебный банк: кабинет</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #bbb;border-radius:.5rem;padding:1rem;margin:1rem 0}button{font:inherit;padding:.4rem 1rem;margin-right:.5rem}</style>
<h1>Учебный банк: кабинет клиента</h1>
<h2>Сообщения</h2>
${codes.length === 0 ? '<p>Кодов нет.</p>' : codes.map(({ code, short_code: short }) => `<p>Код входа <strong>${code}</strong>, сеанс ${escapeXml(short)}</p>`).join('')}
<h2>Поручения ждут подтверждения: ${orders.length}</h2>
${orders.map(orderBlock).join('\n')}
</html>`
}

function orderBlock({ payment_id: id, amount_kop: kop, payee, purpose }: OrderToConfirm): string {
  return `<article><strong>${amountText(kop)} ₽</strong> → ${escapeXml(payee)}<p>${escapeXml(purpose)}</p>
<form method="post" action="/directbank/cabinet"><input type="hidden" name="payment_id" value="${escapeXml(id)}">
<button name="what" value="confirm">Подтвердить</button><button name="what" value="refuse">Отклонить</button></form></article>`
}
