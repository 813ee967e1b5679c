import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { utils } from '#contract/qr-code.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import {
  addDeal,
  addDraft,
  addIssued,
  steelLine,
  type Deal,
  type ActBody,
} from '#test/builders/act-forms.ts'
import { approval } from '#test/support/approve.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { storeShippedDirectory } from '../bank/bik/shipped-directory.ts'

let world: World
let deal: Deal
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
})
after(() => world.close())

const send = (body: ActBody, options = {}) =>
  world.own.operator.api.send(act.update, { body }, options)
const refused = (body: object, person = world.own.operator) =>
  person.api.refused(act.update, { body })

test('an act saved from a visit has the weights and sum of C1 at the list price', async () => {
  const draft = await addDraft(world.own, deal)
  assert.equal(draft.kind, 'psa')
  assert.equal(draft.net_g, 7_809_000)
  assert.equal(draft.total_kop, 19_132_050)
  assert.deepEqual(draft.missing, [])
  assert.equal(draft.weight_act_ids.length, 1)
  assert.equal(draft.status, 'draft')
})

test('an issued act has a number, a frozen form and is found in the list and by its card', async () => {
  const issued = await addIssued(world.own, deal)
  assert.equal(issued.status, 'issued')
  assert.match(issued.number!, /^\d{4}-\d{6}$/)
  const query = { actId: issued.id }
  const first = await world.own.manager.api.send(act.getBody, { query })
  const second = await world.own.operator.api.send(act.getBody, { query })
  assert.equal(first.html, second.html)
  assert.ok(first.html.includes(issued.number!))
  const [, text] = /get_qrcode_img\?text=([^"]+)"/.exec(first.html)!
  await world.nobody.send(utils.getQrCode, { query: { text: decodeURIComponent(text!) } })
  const card = await world.own.operator.api.send(act.get, { query: { id: issued.id } })
  assert.equal(card.print_count, 2)
  assert.equal(card.weight_acts.length, 1)
  assert.equal(card.transactions[0]!.weighings.length, 2)
  const list = await world.own.operator.api.send(act.getAll, {
    query: { filter: { number: issued.number! } },
  })
  assert.deepEqual(
    list.items.map((row) => row.id),
    [issued.id],
  )
  assert.equal((list.totals as { total_kop: number }).total_kop, issued.total_kop)
})

test('an issued act cannot be changed; voiding it needs a second person and releases its visit', async () => {
  const issued = await addIssued(world.own, deal)
  const { id, version, number, supplier_name, net_g, total_kop } = issued
  const save = await refused({ command: 'save', id, version, comment: 'x' })
  assert.equal(save.code, 'act.frozen')
  const body = { command: 'void' as const, id, version, reason: 'Ошиблись весом' }
  const asked = await refused(body)
  assert.equal(asked.code, 'approval.required')
  assert.deepEqual(asked.approval!.about, {
    number,
    suppliers: [supplier_name],
    weight_g: net_g,
    total_kop,
    note: body.reason,
  })
  const gone = await send(body, await approval(world.own.operator, asked, world.own.manager))
  assert.equal(gone.status, 'void')
  assert.equal(gone.transaction_ids.length, 0)
  const printed = await world.own.operator.api.send(act.getBody, { query: { actId: id } })
  assert.match(printed.html, /АННУЛИРОВАН/)
})

test('contamination that the step rounds is the same 5,01 % on the weight act and on the act made from it', async () => {
  const visit = await addClosedVisit(world.own, { in_g: 12_490_000, out_g: 4_260_000 })
  const draft = await addDraft(world.own, deal, world.own.operator, {
    lines: [steelLine(deal, visit.id)],
  })
  const { api } = world.own.operator
  const [from] = draft.weight_act_ids
  const weighed = await api.send(weightacts.get, { params: { id: from! } })
  const bought = await api.send(act.getBody, { query: { actId: draft.id } })
  assert.deepEqual(
    [...weighed.lines, ...draft.positions].map((row) => row.shown_zasor_bp),
    [501, 501],
  )
  for (const html of [weighed.body_html, bought.html])
    assert.match(html, /<td class="num">\s*5,01\s*<\/td>/)
})

test('a printed act shows typed weights, the seller whole, the account at the bank, and a training bank as such', async () => {
  const { q } = world.services
  const print = async () => {
    const draft = await addDraft(world.own, deal)
    return world.own.operator.api.send(act.getBody, { query: { actId: draft.id } })
  }
  const plain = await print()
  assert.match(plain.html, /ЧЕРНОВИК/)
  assert.match(plain.html, /ручной ввод веса, заезд/)
  assert.ok(plain.html.includes(deal.supplier.doc.number))
  assert.doesNotMatch(plain.html, /УЧЕБНЫЙ БАНК/)
  const bankId = uuidv7()
  const bank = { id: bankId, code: 'training', name: 'Учебный банк', adapter: 'sandbox' }
  await storeShippedDirectory(world.services)
  await q
    .insertInto('bank')
    .values({ ...bank, bik: '044525225' })
    .execute()
  await q
    .insertInto('bank_config')
    .values({
      company_id: world.own.id,
      id: uuidv7(),
      bank_id: bankId,
      title: 'Выплаты',
      account: '40702810900000012345',
      status: 'active',
      per_payment_kop: 1,
      per_day_kop: 1,
      per_month_kop: 1,
      payee_day_count: 1,
      payee_month_kop: 1,
    })
    .execute()
  const marked = await print()
  assert.match(marked.html, /УЧЕБНЫЙ БАНК/)
  assert.ok(marked.html.includes('40702810900000012345'))
  assert.ok(marked.html.includes('30101810400000000225'))
  assert.match(
    marked.html,
    /ПАО СБЕРБАНК/i,
    'named as in the directory, not as people here call it',
  )
  assert.doesNotMatch(marked.html, /Учебный банк/)
})
