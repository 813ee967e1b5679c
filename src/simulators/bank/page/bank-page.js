import { listenToFiles, showFiles } from './bank-files.js'
import { listenToOwners, showOwners } from './bank-owners.js'
import { ask, byId, element, moment, roubles, say, setText } from './bank-parts.js'
import { listenToPayment, openPayment, showPayment } from './bank-payment.js'

const REFRESH_MS = 1500
const states = { pending: 'в пути', succeeded: 'исполнен', canceled: 'отклонён' }
const rows = byId('rows')
/** What the bank knows of each dialect; drawn by the server, asked for what is switched on. */
let offers = []
let newest = []
let filter = ''
let isBusy = false

for (const id of ['dialect', 'status']) byId(id).addEventListener('change', () => refresh(true))
byId('text').addEventListener('input', () => refresh(true))
byId('fresh').addEventListener('click', () => showRows(true))
rows.addEventListener('click', (event) => {
  const row = event.target.closest('tr')
  const payment = newest.find(({ payout_id: id }) => id === row?.dataset.id)
  if (payment) openPayment(payment, offers)
})
for (const item of document.querySelectorAll('[data-fault]'))
  item.querySelector('button').addEventListener('click', () => switchFault(item))
listenToPayment(() => refresh())
listenToFiles(() => refresh())
listenToOwners(() => refresh())
await refresh(true)
setInterval(() => {
  if (!document.hidden) void refresh()
}, REFRESH_MS)

async function refresh(isAsked = false) {
  if (isBusy && !isAsked) return
  isBusy = true
  try {
    const query = new URLSearchParams({
      dialect: byId('dialect').value,
      status: byId('status').value,
      text: byId('text').value,
    })
    const asked = String(query)
    const [payments, set, files, accounts, owners] = await Promise.all([
      ask('GET', `payments?${asked}`),
      ask('GET', 'offers'),
      ask('GET', 'files'),
      ask('GET', 'accounts'),
      ask('GET', 'owners'),
    ])
    offers = set
    newest = payments.rows
    const isOther = asked !== filter
    filter = asked
    setText(byId('count'), countText(payments))
    showRows(isOther)
    showFaults()
    showFiles(files, accounts)
    showOwners(owners)
    showPayment(newest)
    if (byId('said').dataset.lost) say('')
    delete byId('said').dataset.lost
  } catch (error) {
    say(error instanceof TypeError ? 'Банк не отвечает' : error.message, true)
    byId('said').dataset.lost = '1'
  } finally {
    isBusy = false
  }
}

function countText({ rows: shown, count }) {
  return count > shown.length ? `показаны ${shown.length} из ${count}` : `всего ${count}`
}

/** New payments wait behind a button while a person reads, so that no line moves under the pointer. */
function showRows(isWanted) {
  const isRead =
    rows.matches(':hover') ||
    rows.contains(document.activeElement) ||
    rows.parentElement.parentElement.scrollTop > 0
  const shown = new Map([...rows.children].map((row) => [row.dataset.id, row]))
  const fresh = newest.filter(({ payout_id: id }) => !shown.has(id))
  const isHeld = isRead && !isWanted && shown.size > 0
  byId('fresh').hidden = !isHeld || fresh.length === 0
  if (fresh.length > 0) setText(byId('fresh'), `Новых платежей: ${fresh.length}`)
  for (const payment of newest) {
    const row = shown.get(payment.payout_id)
    if (row) fillRow(row, payment)
  }
  if (isHeld) return
  const wanted = newest.map((payment) => shown.get(payment.payout_id) ?? newRow(payment))
  const isSame =
    wanted.length === rows.children.length && wanted.every((row, at) => row === rows.children[at])
  if (!isSame) rows.replaceChildren(...wanted)
}

function newRow(payment) {
  const row = document.createElement('tr')
  row.dataset.id = payment.payout_id
  for (let at = 0; at < 8; at += 1)
    row.append(element('td', '', [4, 6, 7].includes(at) ? 'num' : ''))
  const open = element('button')
  open.type = 'button'
  row.children[2].append(open)
  fillRow(row, payment)
  return row
}

function fillRow(row, payment) {
  row.dataset.status = payment.status
  const cells = [
    moment(payment.at),
    byId('dialect').querySelector(`[value="${payment.dialect}"]`).textContent,
    payment.payment_id ?? payment.payout_id,
    payment.payee,
    roubles(payment.amount_kop),
    stateText(payment),
    payment.fee_kop > 0 ? roubles(payment.fee_kop) : '',
    `${payment.sent} / ${payment.asked}`,
  ]
  for (const [at, text] of cells.entries())
    setText(at === 2 ? row.children[2].firstChild : row.children[at], text)
  row.children[2].firstChild.title = cells[2]
}

function stateText({ status, waits, reason, returned_kop: returned, amount_kop: amount, answer }) {
  const parts = [waits ? 'ждёт подтверждения' : states[status]]
  if (reason) parts.push(reason)
  if (returned > 0) parts.push(returned < amount ? `возвращено ${roubles(returned)}` : 'возвращён')
  if (answer) parts.push('ответ изменён')
  return parts.join(', ')
}

function showFaults() {
  for (const block of document.querySelectorAll('.dialect')) {
    const { set } = offers.find(({ code }) => code === block.dataset.dialect)
    const live = set.filter(({ times, struck }) => times === null || struck < times)
    setText(block.querySelector('[data-set]'), live.length > 0 ? `включено: ${live.length}` : '')
    for (const item of block.querySelectorAll('[data-fault]')) {
      const rule = set.find(({ fault }) => fault.includes(item.dataset.fault))
      const isLive = live.includes(rule)
      const button = item.querySelector('button')
      button.setAttribute('aria-pressed', String(isLive))
      setText(button, isLive ? 'Выключить' : 'Включить')
      const struck = rule
        ? `было ${rule.struck}${rule.times === null ? '' : ` из ${rule.times}`}`
        : ''
      setText(item.querySelector('[data-struck]'), struck)
    }
  }
}

async function switchFault(item) {
  const isOn = item.querySelector('button').getAttribute('aria-pressed') === 'true'
  const reason = item.querySelector('[data-reason]')?.value
  const field = item.querySelector('[data-times]')
  if (!isOn && field && !field.reportValidity()) return
  const times = isOn ? 0 : field ? Number(field.value) : null
  const block = item.closest('.dialect')
  const dialect = block.dataset.dialect
  const on = 'line' in item.dataset ? block.querySelector('[data-on]').value : ''
  try {
    await ask('PUT', 'fault', {
      dialect,
      fault: item.dataset.fault,
      times,
      ...(reason && { reason }),
      ...(on && { on }),
    })
    say(`${item.querySelector('.name').textContent}: ${isOn ? 'выключено' : 'включено'}`)
    await refresh(true)
  } catch (error) {
    say(error.message, true)
  }
}
