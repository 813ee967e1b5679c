import { ask, byId, element, moment, roubles, say, setText } from './bank-parts.js'

const dialog = byId('payment')
let payment
let change = () => undefined

/** The buttons of the open payment; `changed` is called when the bank has done something. */
export function listenToPayment(changed) {
  change = changed
  byId('close').addEventListener('click', () => dialog.close())
  byId('pay').addEventListener('click', () => order('POST', 'pay', {}, 'Платёж исполнен'))
  byId('reject').addEventListener('click', () =>
    order('POST', 'reject', { reason: byId('reason').value }, 'Платёж отклонён'),
  )
  byId('give-back').addEventListener('click', () => {
    const kop = kopecks(byId('sum').value)
    if (kop === null) return setText(byId('problem'), 'Введите сумму, например 1500,00')
    return order('POST', 'give-back', { amount_kop: kop }, 'Деньги возвращены')
  })
  byId('answer').addEventListener('change', ({ target }) =>
    order('PUT', 'answer', { fault: target.value || null }, 'Ответ банка изменён'),
  )
}

export function openPayment(chosen, offers) {
  payment = chosen
  const { answers, reasons } = offers.find(({ code }) => code === chosen.dialect)
  byId('reason').replaceChildren(
    ...Object.entries(reasons).map(([code, words]) => option(code, words)),
  )
  byId('answer').replaceChildren(
    option('', 'как есть'),
    ...answers.map(({ fault, title }) => option(fault, title)),
  )
  byId('sum').value = left(chosen)
  setText(byId('problem'), '')
  draw()
  dialog.showModal()
}

/** Keeps the open payment as fresh as the table. */
export function showPayment(rows) {
  if (!dialog.open) return
  const fresh = rows.find(({ payout_id: id }) => id === payment.payout_id)
  if (!fresh) return
  const isOther = fresh.status !== payment.status || fresh.returned_kop !== payment.returned_kop
  payment = fresh
  if (isOther) byId('sum').value = left(fresh)
  draw()
}

function draw() {
  const { status, returned_kop: returned, amount_kop: amount, answer } = payment
  setText(byId('payment-title'), `${roubles(amount)} → ${payment.payee}`)
  dialog.querySelector('[data-pending]').hidden = status !== 'pending'
  dialog.querySelector('[data-paid]').hidden = status !== 'succeeded' || returned >= amount
  if (document.activeElement !== byId('answer')) byId('answer').value = answer ?? ''
  const facts = [
    ['Платёж', payment.payment_id ?? '—'],
    ['У банка', payment.payout_id],
    ['Принят', moment(payment.at)],
    ['Состояние', stateName()],
    ['Назначение', payment.purpose ?? '—'],
    ['Возвращено', roubles(returned)],
  ]
  const list = byId('facts')
  if (list.children.length === 0)
    list.append(...facts.flatMap(() => [element('dt'), element('dd')]))
  for (const [at, [name, value]] of facts.entries()) {
    setText(list.children[at * 2], name)
    setText(list.children[at * 2 + 1], value)
  }
}

function stateName() {
  const names = { pending: 'в пути', succeeded: 'исполнен', canceled: 'отклонён' }
  const name = payment.waits ? 'ждёт подтверждения' : names[payment.status]
  return payment.reason ? `${name}: ${payment.reason}` : name
}

async function order(method, name, body, done) {
  try {
    await ask(method, name, { payout_id: payment.payout_id, ...body })
    setText(byId('problem'), '')
    say(done)
    await change()
  } catch (error) {
    setText(byId('problem'), error.message)
  }
}

function left({ amount_kop: amount, returned_kop: returned }) {
  return ((amount - returned) / 100).toFixed(2).replace('.', ',')
}

/** Kopecks of a typed sum, without a fraction on the way. */
function kopecks(text) {
  const found = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/[\s\u00a0]/g, ''))
  if (!found) return null
  const kop = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return kop > 0 ? kop : null
}

function option(value, text) {
  const made = element('option', text)
  made.value = value
  return made
}
