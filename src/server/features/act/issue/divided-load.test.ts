import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { payment } from '#contract/payment/payment.ts'
import type { ActForm } from '../act-form.ts'
import {
  PSA_FORM,
  actCommands,
  addDeal,
  steelLine,
  type ActLine,
} from '#test/builders/act-forms.ts'
import { addMethod } from '#test/builders/builders.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import type { RefusedAnswer } from '#test/support/api.ts'
import { approval } from '#test/support/approve.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
await addTrainingBank(own)
const deal = await addDeal(own)
const methodId = (await addMethod(own, deal.supplier)).id
const { send, refused } = actCommands(own.operator)
const WEIGHED_G = 8_220_000
const addVisit = () => addClosedVisit(own, { in_g: 12_480_000, out_g: 12_480_000 - WEIGHED_G })

/** A load in parts, the last one without a weight of its own when it is null. */
const partsOf = (visitId: string, parts: readonly (number | null)[]): ActLine[] =>
  parts.map((phys_g, n) => ({
    ...steelLine(deal, visitId),
    product_id: n % 2 === 0 ? deal.products.steel.id : deal.products.castIron.id,
    ...(phys_g !== null && { phys_g }),
  }))
const save = (visitId: string, parts: readonly (number | null)[]) => ({
  command: 'save' as const,
  supplier_id: deal.supplier.id,
  ...PSA_FORM,
  lines: partsOf(visitId, parts),
  positions: parts.map((_, line) => ({ line })),
})
const REASON = 'Разделён неверно'
const issue = ({ id, version }: ActForm) => send({ command: 'issue', id, version })

/** Voids or corrects an act with the manager's PIN; a correction answers the new draft. */
async function undo({ id, version }: ActForm, command: 'void' | 'correct') {
  const input = { command, id, version, reason: REASON }
  return send(input, await approval(own.operator, await refused(input), own.manager))
}

/** What papers that are in force say of a load: the weighed mass, and what was bought of it. */
async function boughtOf(visitId: string) {
  const { rows } = await sql<{ phys_g: number; net_g: number; kop: number; acts: number }>`
    select coalesce(sum(l.phys_g), 0)::bigint as phys_g, coalesce(sum(l.net_g), 0)::bigint as net_g,
      coalesce(sum(p.amount_kop), 0)::bigint as kop, count(distinct a.id)::int as acts
    from weight_act_line l
      join weight_act w on w.company_id = l.company_id and w.id = l.weight_act_id and w.status <> 'void'
      join act_position p on p.company_id = l.company_id and p.line_id = l.id
      join act a on a.company_id = p.company_id and a.id = p.act_id and a.status in ('issued', 'signed')
    where l.company_id = ${own.id} and l.visit_id = ${visitId}`.execute(own.db.q)
  return rows[0]!
}

const refusedIssue = ({ id, version }: ActForm) => refused({ command: 'issue', id, version })

const WRONG: readonly (readonly [
  words: string,
  parts: readonly (number | null)[],
  code: string,
])[] = [
  ['a kilogram short', [5_000_000, WEIGHED_G - 5_001_000], 'weight-act.sum-differs'],
  ['a gram over', [5_000_000, WEIGHED_G - 4_999_999], 'weight-act.sum-differs'],
  ['the whole load twice', [WEIGHED_G, WEIGHED_G], 'weight-act.sum-differs'],
  ['a rest beside the whole load', [WEIGHED_G, null], 'act.zero-net'],
  ['a rest of more than all', [WEIGHED_G + 1_000_000, null], 'act.zero-net'],
  ['two rests', [null, null], 'common.validation'],
  ['one part alone', [5_000_000], 'weight-act.sum-differs'],
]
for (const [words, parts, code] of WRONG)
  test(`parts that are not the weighed load are bought by nobody: ${words}`, async () => {
    const { id } = await addVisit()
    const answer = await own.operator.api.raw({
      method: act.update.method,
      url: act.update.path,
      payload: save(id, parts),
    })
    const refusal =
      answer.statusCode === 200
        ? await refusedIssue(answer.json<ActForm>())
        : answer.json<RefusedAnswer>()
    assert.equal(refusal.code, code)
    assert.deepEqual(await boughtOf(id), { phys_g: 0, net_g: 0, kop: 0, acts: 0 })
  })

test('a divided load that is corrected, voided and bought again is the weighed load each time, in one act', async () => {
  const visit = await addVisit()
  const divisions = [
    [5_000_000, null],
    [1_000_000, 2_000_000, null],
    [1000, null],
    [8_000_000, WEIGHED_G - 8_000_000],
  ]
  let stands = await issue(await send(save(visit.id, divisions[0]!)))
  for (const division of divisions.slice(1)) {
    const draft = await undo(stands, 'correct')
    assert.equal((await boughtOf(visit.id)).acts, 0, 'the former act is void')
    const changed = await send({
      ...save(visit.id, division),
      id: draft.id,
      version: draft.version,
    })
    stands = await issue(changed)
    const { phys_g, net_g, kop, acts } = await boughtOf(visit.id)
    assert.deepEqual([phys_g, net_g, kop, acts], [WEIGHED_G, stands.net_g, stands.total_kop, 1])
  }
  const twice = await refused(save(visit.id, [5_000_000, null]))
  assert.match(twice.code, /taken|visit/)
  await undo(stands, 'void')
  assert.equal((await boughtOf(visit.id)).acts, 0)
  await issue(await send(save(visit.id, [4_000_000, null])))
  assert.equal((await boughtOf(visit.id)).phys_g, WEIGHED_G)
})

test('of a divided load that is paid no part is paid again, and it is neither corrected nor voided', async () => {
  const visit = await addVisit()
  const made = await issue(await send(save(visit.id, [5_000_000, null])))
  const row = (kop: number) => ({
    id: crypto.randomUUID(),
    supplier_id: deal.supplier.id,
    payment_method_id: methodId,
    acts: [{ act_id: made.id, amount_kop: kop }],
    amount_kop: kop,
  })
  const [first] = made.positions
  const { api } = own.operator
  await api.send(payment.save, { body: { payments: [row(made.total_kop)] } })
  for (const kop of [1, first!.amount_kop!, made.total_kop]) {
    const refusal = await api.refused(payment.save, { body: { payments: [row(kop)] } })
    assert.equal(refusal.code, 'payment.act-overpaid')
  }
  for (const command of ['correct', 'void'] as const) {
    const refusal = await refused({ command, id: made.id, version: made.version, reason: REASON })
    assert.notEqual(refusal.code, 'approval.required', command)
  }
  assert.equal((await boughtOf(visit.id)).kop, made.total_kop)
})
