import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FlagCode } from '#contract/core/flags.ts'
import { answerAddress, ownerQuestions } from '#contract/report/owner-questions.ts'
import { report } from '#contract/report/report.ts'
import type { ReportCell } from '#contract/report/report-entities.ts'
import { addDeal } from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addPastPurchase, type PurchaseOfDay } from '#test/builders/past/past-positions.ts'
import { holdReports } from '#test/support/report-files.ts'
import { openWorld, type World } from '#test/support/world.ts'

/** What the form fills in by itself, for a month that is over. */
const TIMES = {
  date_from: '2025-05-01',
  date_to: '2025-05-31',
  date: '2025-05-31',
  year: '2025',
}
const LIST_KOP = 20_000_00
const PHYS_G = 10_000_000
const USUAL_NET_G = 9_700_000

let world: World
let product: string
let supplier: string
let acts: Record<'april' | 'usual' | 'contaminated' | 'dearer', PurchaseOfDay>
let visits: Record<'usual' | 'tare' | 'typed', string>

before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  const { own } = world
  const deal = await addDeal(own)
  product = deal.products.steel.name
  supplier = deal.supplier.name
  await own.db.q
    .updateTable('product')
    .set({ default_zasor_bp: 300 })
    .where('id', '=', deal.products.steel.id)
    .execute()
  const buy = (date: string, price_kop: number, net_g = USUAL_NET_G) =>
    addPastPurchase(own, {
      deal,
      date,
      steel: { net_g, phys_g: PHYS_G, price_kop, base_price_kop: LIST_KOP },
    })
  acts = {
    april: await buy('2025-04-10', LIST_KOP / 2),
    usual: await buy('2025-05-10', LIST_KOP),
    contaminated: await buy('2025-05-11', LIST_KOP, 9_000_000),
    dearer: await buy('2025-05-12', LIST_KOP + 1_000_00),
  }
  const stay = async (flags: readonly FlagCode[], minutes: number) => {
    const { id, number } = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
    const at = '2025-05-10T09:00:00.000Z'
    const out_at = new Date(Date.parse(at) + minutes * 60_000).toISOString()
    await own.db.q
      .updateTable('visit')
      .set({ in_at: at, out_at, flags: JSON.stringify(flags.map((code) => ({ code, at }))) })
      .where('id', '=', id)
      .execute()
    return number
  }
  visits = {
    usual: await stay([], 20),
    tare: await stay(['tare_deviation'], 30),
    typed: await stay(['manual', 'no_photo'], 40),
  }
})
after(() => world.close())

/** The cells of an answer under these heads. */
type Answer = (...heads: string[]) => readonly ReportCell[][]

const MAY_NET_G = 2 * USUAL_NET_G + 9_000_000
const sumOfMay = () => acts.usual.total_kop + acts.contaminated.total_kop + acts.dearer.total_kop
const tonnePrice = (kop: number, net_g: number) => Math.round((kop * 1_000_000) / net_g)

/** What each question asks for by its words, in a month with one record of each matter and one without. */
const EXPECTED: Record<string, (answer: Answer) => void> = {
  'Что купили по товарам': (answer) =>
    assert.deepEqual(answer('Товар', 'Нетто', 'Сумма'), [[product, MAY_NET_G, sumOfMay()]]),
  'Что купили по площадкам': (answer) =>
    assert.deepEqual(answer('Актов', 'Нетто', 'Сумма'), [[3, MAY_NET_G, sumOfMay()]]),
  'Почём купили: к прайсу и к прошлому месяцу': (answer) =>
    assert.deepEqual(answer('Товар', 'Средняя цена', 'Цена прайса', 'Месяцем раньше'), [
      [product, tonnePrice(sumOfMay(), MAY_NET_G), LIST_KOP, LIST_KOP / 2],
    ]),
  'У кого купили больше всего': (answer) =>
    assert.deepEqual(answer('Поставщик', 'Сумма'), [[supplier, sumOfMay()]]),
  'Сколько не выплачено и как давно': (answer) =>
    assert.deepEqual(
      answer('Давность', 'Долг').filter(([, kop]) => kop),
      [
        ['8–30 дней', sumOfMay()],
        ['Больше 30 дней', acts.april.total_kop],
      ],
    ),
  'Где цены и засор не такие, как обычно': (answer) =>
    assert.deepEqual(answer('Акт', 'Что отличается'), [
      // The larger loss first.
      [acts.dearer.number, 'Цена'],
      [acts.contaminated.number, 'Засор'],
    ]),
  'Где вес тары не такой, как обычно': (answer) =>
    assert.deepEqual(answer('Запись', 'Отметка'), [[`Заезд ${visits.tare}`, 'Отклонение тары']]),
  'Сколько машин по часам и сколько они ждали': (answer) =>
    assert.deepEqual(answer('Заехало машин', 'На территории (медиана), мин', 'Дольше всего, мин'), [
      [3, 30, 40],
    ]),
  'Сколько потеряли на засоре': (answer) =>
    assert.deepEqual(answer('Товар', 'Засор и вычеты'), [[product, 3 * PHYS_G - MAY_NET_G]]),
  'Кто вводил вес вручную': (answer) =>
    assert.deepEqual(answer('Запись', 'Отметка', 'Оператор'), [
      [`Заезд ${visits.typed}`, 'Ручной ввод', 'Иванова operator-a'],
    ]),
}

test('each question of an owner is answered by the records that its words name, and by no others', async () => {
  assert.deepEqual(
    Object.keys(EXPECTED).toSorted(),
    ownerQuestions.map(({ title }) => title).toSorted(),
  )
  const { api } = world.own.manager
  for (const question of ownerQuestions) {
    const address = new URL(answerAddress(question), 'http://priyomka').searchParams
    const { order: type, ...named } = Object.fromEntries(address)
    const [kind] = await api.send(report.getTypes, { query: { type: type! } })
    const times = Object.entries(TIMES).filter(([name]) =>
      kind!.params.some((param) => param.name === name),
    )
    const usual = kind!.params.flatMap((param) => (param.usual ? [[param.name, param.usual]] : []))
    const params = { ...Object.fromEntries([...usual, ...times]), ...named }
    const { rows } = await api.send(report.preview, { query: { type: type!, params } })
    const place = (head: string) => {
      const found = kind!.columns.findIndex(({ title }) => title === head)
      assert.notEqual(found, -1, `${type} has the column «${head}»`)
      return found
    }
    EXPECTED[question.title]!((...heads) =>
      rows.map((row) => heads.map((head) => row[place(head)] ?? null)),
    )
  }
})
