import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { report } from '#contract/report/report.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import {
  PSA_FORM,
  actCommands,
  addDeal,
  steelLine,
  type ActLine,
} from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { printedFacts } from '#test/support/printed-bodies.ts'
import { openWorld } from '#test/support/world.ts'
import { printedContaminationBp, unloadsOf } from '../../../arithmetic/weights.ts'
import { psa } from '../../../documents/kinds/psa.ts'
import { deductionNotes, divisionNotes, printedWeights } from '../../../documents/weighed-lines.ts'
import { computeLines } from '../../weight-act/compute-lines.ts'

const world = await openWorld()
after(() => world.close())
const deal = await addDeal(world.own)
const { api } = world.own.operator
const { send } = actCommands(world.own.operator)

/** The words of a page, each cell and paragraph on its line. */
const wordsOf = (html: string) =>
  html
    .replace(/<style>[^<]*<\/style>/, '')
    .replace(/<\/?(b|small|span)>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('\u00a0', ' ')

async function addVisit(mid_g: number[] = []) {
  return addClosedVisit(world.own, { in_g: 12_480_000, out_g: 4_260_000, mid_g })
}

async function issued(lines: ActLine[]) {
  const draft = await send({
    command: 'save',
    supplier_id: deal.supplier.id,
    ...PSA_FORM,
    lines,
    positions: lines.map((_, line) => ({ line })),
  })
  return send({ command: 'issue', id: draft.id, version: draft.version })
}

const page = async (id: string) =>
  wordsOf((await api.send(act.getBody, { query: { actId: id } })).html)

const weightPage = async (id: string) =>
  wordsOf((await api.send(weightacts.get, { params: { id } })).body_html)

test('a divided load prints the weighing that took place, once, and says what was divided', async () => {
  const visit = await addVisit()
  const steel = steelLine(deal, visit.id)
  const made = await issued([
    { ...steel, phys_g: 5_000_000 },
    { ...steel, product_id: deal.products.castIron.id, zasor_bp: 0 },
  ])
  const psa = await page(made.id)
  // Cut downwards the second line would have begun where no scale ever stood.
  assert.doesNotMatch(psa, /7,480/)
  assert.equal(psa.match(/12,480/g)?.length, 1)
  assert.match(
    psa,
    new RegExp(
      `Поз\\. 1 и 2 взвешены вместе: заезд ${visit.number}, брутто 12 480 кг, тара 4 260 кг, масса груза 8 220 кг\\. ` +
        'Отдельно не взвешивались, масса разделена при приёмке: поз\\. 1 — 5 000 кг, поз\\. 2 — 3 220 кг\\.',
    ),
  )
  const [weightActId] = made.weight_act_ids
  const paper = await weightPage(weightActId!)
  assert.doesNotMatch(paper, /7 480/)
  assert.match(paper, /Поз\. 1 и 2 взвешены вместе: заезд/)
  // Each unload of one product was weighed by itself and stays as it was.
  const several = await addVisit([8_000_000])
  const whole = await issued([
    steelLine(deal, several.id),
    { ...steelLine(deal, several.id), drop_no: 2 },
  ])
  const plain = await page(whole.id)
  assert.match(plain, /12,480\s+8,000/)
  assert.doesNotMatch(plain, /взвешены вместе/)
})

test('the register book gives a divided load its one weighing', async () => {
  const visit = await addVisit()
  const steel = steelLine(deal, visit.id)
  const made = await issued([
    { ...steel, phys_g: 5_000_000 },
    { ...steel, product_id: deal.products.castIron.id },
  ])
  const day = made.date!
  const params = { date_from: day, date_to: day }
  const book = await world.own.manager.api.send(report.getDocument, {
    query: { kind: 'register_book', params },
  })
  const words = wordsOf(book.html)
  const own = words.slice(words.indexOf(made.number!))
  assert.match(own, /12,480 \*\s+4,260 \*/)
  assert.doesNotMatch(words, /7,480/)
})

test('rounding of the contamination to its step is said where it is printed', async () => {
  const visit = await addClosedVisit(world.own, { in_g: 12_060_000, out_g: 4_260_000 })
  await world.own.db.q
    .updateTable('product')
    .set({ zasor_step_g: 10_000 })
    .where('id', '=', deal.products.castIron.id)
    .execute()
  const line = { ...steelLine(deal, visit.id), product_id: deal.products.castIron.id }
  const made = await issued([{ ...line, zasor_bp: 300 }])
  assert.equal(made.positions[0]!.zasor_step_g, 10_000)
  const equation = /Поз\. 1: 7 800 кг − засор 230 кг \(3 %, округлено до 10 кг\) = 7 570 кг\./
  assert.match(await page(made.id), equation)
  assert.match(await weightPage(made.weight_act_ids[0]!), equation)
})

/** Numbers that are the same in each run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const STEPS_G = [10, 100, 1000, 10_000]

/** A load of one visit, whole or divided, with packs, deductions and contamination of every sort. */
function randomLines(seed: number) {
  const below = numbers(seed)
  const scale_g = below(2) === 0 ? 10 : 20_000
  const tare_g = below(900) * scale_g
  const unload_g = (1 + below(1500)) * scale_g
  const visit = {
    id: 'v',
    number: '261128-001',
    direction: 'purchase',
    gross_g: tare_g + unload_g,
    tare_g,
    drops: [{ drop_no: 1, weight_g: unload_g }],
    pack_g: 0,
  }
  const count = 1 + below(3)
  const typed = Array.from({ length: count }, (_, index) => {
    const phys_g = Math.floor(unload_g / count)
    const pack_g = below(3) === 0 ? below(Math.floor(phys_g / 4) + 1) : 0
    const cuts_g = below(3) === 0 ? [below(Math.floor(phys_g / 4) + 1)] : []
    return {
      transaction_id: visit.id,
      drop_no: 1,
      product_id: `p${index}`,
      pack_g,
      deductions: cuts_g.filter((grams) => grams > 0).map((grams) => ({ reason: 'Вода', grams })),
      zasor_mode: 'percent' as const,
      zasor_bp: below(4) === 0 ? 0 : below(3000),
      ...(index > 0 && { phys_g: Math.floor(phys_g / 2) }),
    }
  })
  const steps = new Map(typed.map(({ product_id }) => [product_id, STEPS_G[below(4)]!]))
  const lines = computeLines(typed, [visit], steps).map((line, index) => ({
    ...line,
    deductions: [...line.deductions],
    product_name: `Лом ${index + 1}`,
    transaction_number: visit.number,
    place: index + 1,
  }))
  return { lines, unloads: unloadsOf(visit) }
}

function printed({ lines, unloads }: ReturnType<typeof randomLines>) {
  const facts = printedFacts(1)
  const weights = printedWeights(lines, unloads)
  const positions = lines.map((line) => ({
    ...facts.positions[0]!,
    ...weights.get(line.place)!,
    shown_zasor_bp: printedContaminationBp(line.phys_g, line.net_g),
    net_g: line.net_g,
  }))
  const weight_notes = [...divisionNotes(lines, unloads), ...deductionNotes(lines)]
  const act = { ...facts, positions, weight_notes }
  const tables = psa.body(act, {}).blocks.filter((block) => block.is === 'table')
  const rows = tables.find(({ columns }) => columns.length === COLUMNS)!.rows
  return {
    words: wordsOf(psa.page(act)),
    rows: rows.map(({ cells }) => cells.slice(4, 8).map(plain)),
  }
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

// Of the table of a ПСА: number, grade, description, code, gross, tare, contamination, net, price, sum, VAT.
const COLUMNS = 11

interface Row {
  readonly gross: string
  readonly tare: string
  readonly percent: string
  readonly net_g: number
}

/** The sentence of a divided load, read back; the mass that each position took of it. */
function checkDivision(division: string, rows: readonly Row[]): number[] {
  const weights = [...division.matchAll(/(?:брутто|тара|масса груза) ([\d ,]+?) кг/g)]
  const [gross_g, tare_g, load_g] = weights.map(([, text]) => kgOf(text!))
  const parts = [
    ...division.matchAll(/поз\. \d+ — ([\d ,]+?) кг(?: и упаковка ([\d ,]+?) кг)?[,.]/g),
  ].map(([, part, pack]) => [kgOf(part!), pack ? kgOf(pack) : 0] as const)
  const sum = (at: 0 | 1) => parts.reduce((all, part) => all + part[at], 0)
  assert.equal(gross_g! - tare_g!, load_g)
  assert.equal(sum(0) + sum(1), load_g, division)
  assert.equal(tonsOf(rows[0]!.gross), gross_g)
  assert.equal(tonsOf(rows[0]!.tare), tare_g! + sum(1))
  for (const { gross, tare } of rows.slice(1)) assert.deepEqual([gross, tare], ['*', '*'])
  return parts.map(([part]) => part)
}

/** «7 800 кг − вода 40 кг − засор 230 кг (3 % от 7 760 кг, округлено до 10 кг) = 7 530 кг», read back. */
function checkEquation(equation: string, phys_g: number, net_g: number): void {
  const [left, right] = equation.split(' = ') as [string, string]
  const [first, ...taken] = left.split(' − ')
  const cuts_g = taken.map((one) => kgOf(/^[а-я]+ ([\d ,]+) кг/.exec(one)![1]!))
  assert.deepEqual(
    [first, right].map((text) => kgOf(text!.replace(' кг', ''))),
    [phys_g, net_g],
  )
  assert.equal(phys_g - cuts_g.reduce((sum, one) => sum + one, 0), net_g, equation)
  const share =
    /засор ([\d ,]+) кг \(([\d,]+) %(?: от ([\d ,]+) кг)?(?:, округлено до ([\d ,]+) кг)?\)/.exec(
      equation,
    )
  if (!share) return
  const [, cut, percent, rest, step] = share
  const base_g = rest ? kgOf(rest) : phys_g
  const step_g = step ? kgOf(step) : 1
  const exact = (base_g * grams(percent!, 100)) / 10_000
  const rounded = Math.min(base_g, Math.floor(exact / step_g + 0.5) * step_g)
  assert.equal(kgOf(cut!), rounded, equation)
}

/** Grams of a printed number of tonnes or kilograms. */
const grams = (text: string, unit: number) =>
  Math.round(Number(text.replaceAll(' ', '').replace(',', '.')) * unit)
const kgOf = (text: string) => grams(text, 1000)

const tonsOf = (text: string) => grams(text.replace('*', ''), 1_000_000)

test('each printed act recomputes from its own figures: gross − tare − deductions = net', () => {
  for (let seed = 1; seed <= 1500; seed++) {
    const { words, rows: cells } = printed(randomLines(seed))
    const rows = cells.map(([gross, tare, percent, net]) => ({
      gross: gross!,
      tare: tare!,
      percent: percent!,
      net_g: tonsOf(net!),
    }))
    const [division] = /\* Поз[^\n]*/.exec(words) ?? []
    assert.equal(rows.length > 1, division !== undefined)
    const phys = division
      ? checkDivision(division, rows)
      : [tonsOf(rows[0]!.gross) - tonsOf(rows[0]!.tare)]
    for (const [index, { percent, net_g }] of rows.entries()) {
      const phys_g = phys[index]!
      const equation = new RegExp(`Поз\\. ${index + 1}: ([^\\n]*)\\.\\n`).exec(words)?.[1]
      if (equation) checkEquation(equation, phys_g, net_g)
      else assert.equal(net_g, phys_g, `${seed}`)
      const share = ((phys_g - net_g) / phys_g) * 100
      assert.ok(Math.abs(share - Number(percent.replace(',', '.'))) <= 0.005001, `${seed}`)
    }
  }
})
