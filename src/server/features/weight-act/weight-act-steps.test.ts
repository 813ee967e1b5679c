import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { visitCalls } from '#contract/visit/visit.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { approval } from '#test/support/approve.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { openWeightActs } from '#test/builders/weight-acts.ts'
import { pageText, pdfTexts } from '#test/support/pdf-text.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const { operator, manager } = own
const { send, refused, line, draft, statusOf } = await openWeightActs(own)

test('confirming needs the lines to equal each drop, and forbids further changes', async () => {
  const { visit, act } = await draft()
  const short = await send({
    command: 'save',
    id: act.id,
    version: act.version,
    lines: [line(visit.id, { phys_g: 8_219_999 })],
  })
  assert.equal(short.rests[0]!.rest_g, 1)
  const confirm = { command: 'confirm' as const, id: act.id }
  const refusal = await refused({ ...confirm, version: short.version })
  assert.equal(refusal.code, 'weight-act.sum-differs')
  assert.match(refusal.fields![`drops.${visit.id}.1`]!, new RegExp(`${visit.number}.*0,001 кг`))
  const over = await send({
    command: 'save',
    id: act.id,
    version: short.version,
    lines: [line(visit.id, { phys_g: 8_220_000, pack_g: 1 })],
  })
  assert.equal(over.rests[0]!.rest_g, -1)
  assert.equal(
    (await refused({ ...confirm, version: over.version })).code,
    'weight-act.sum-differs',
  )
  const empty = await send({ command: 'save', id: act.id, version: over.version, lines: [] })
  assert.equal(
    (await refused({ ...confirm, version: empty.version })).code,
    'weight-act.sum-differs',
  )
  const whole = await send({
    command: 'save',
    id: act.id,
    version: empty.version,
    lines: [line(visit.id)],
  })
  const seen = { ...confirm, version: whole.version, expected_net_g: whole.net_g - 1000 }
  const stale = await refused(seen)
  assert.equal(stale.code, 'common.weight-differs')
  assert.match(stale.message, /На экране было нетто 7.808 кг, а сейчас 7.809 кг/)
  const done = await send({ ...seen, expected_net_g: whole.net_g })
  assert.equal(done.status, 'confirmed')
  // Asked again after a lost answer, nothing changes.
  assert.equal((await send({ ...confirm, version: whole.version })).version, done.version)
  const late = { command: 'save' as const, id: act.id, version: done.version, lines: [] }
  assert.equal((await refused(late)).code, 'weight-act.frozen')
})

test('the pack of a load is subtracted, split or whole, even when the lines do not name it', async () => {
  const visit = await addClosedVisit(own, { in_g: 86_000, out_g: 0 })
  await own.db.q
    .updateTable('visit')
    .set({ pack_g: 6000 })
    .where('company_id', '=', own.id)
    .where('id', '=', visit.id)
    .execute()
  const made = await send({
    command: 'save',
    transaction_ids: [visit.id],
    lines: [line(visit.id, { zasor_bp: 0 })],
  })
  const halves = { zasor_bp: 0, phys_g: 30_000 }
  const split = await send({
    command: 'save',
    dry_run: true,
    transaction_ids: [visit.id],
    id: made.id,
    version: made.version,
    lines: [line(visit.id, { zasor_bp: 0 }), line(visit.id, halves)],
  })
  assert.deepEqual(
    split.lines.map(({ pack_g, phys_g }) => [pack_g, phys_g]),
    [
      [6000, 50_000],
      [0, 30_000],
    ],
  )
  const second = await send({
    command: 'save',
    dry_run: true,
    id: made.id,
    version: made.version,
    lines: [line(visit.id, { zasor_bp: 0 }), line(visit.id, { ...halves, pack_g: 6000 })],
  })
  assert.deepEqual(
    second.lines.map(({ pack_g, phys_g }) => [pack_g, phys_g]),
    [
      [0, 50_000],
      [6000, 30_000],
    ],
  )
  assert.deepEqual(
    second.rests.map(({ rest_g }) => rest_g),
    [0],
  )
  assert.deepEqual(
    made.lines.map(({ pack_g, phys_g, net_g }) => [pack_g, phys_g, net_g]),
    [[6000, 80_000, 80_000]],
  )
  const bare = await send({
    command: 'save',
    id: made.id,
    version: made.version,
    lines: [line(visit.id, { zasor_bp: 0, pack_g: 0 })],
  })
  assert.deepEqual(
    bare.lines.map(({ pack_g, phys_g }) => [pack_g, phys_g]),
    [[0, 86_000]],
  )
})

test('a visit in a weight act can be neither changed nor reopened nor voided', async () => {
  const { visit } = await draft()
  const { version } = await own.db.q
    .selectFrom('visit')
    .where('id', '=', visit.id)
    .select('version')
    .executeTakeFirstOrThrow()
  const weighing = await own.db.q
    .selectFrom('weighing')
    .where('visit_id', '=', visit.id)
    .where('kind', '=', 'out')
    .select('id')
    .executeTakeFirstOrThrow()
  const reason = 'Взвешена не та машина'
  for (const step of [
    { command: 'set_info' as const, comment: 'Другая машина' },
    { command: 'cancel_weighing' as const, weighing_id: weighing.id, reason },
    { command: 'void' as const, reason },
  ]) {
    const body = { ...step, id: visit.id, version }
    const refusal = await operator.api.refused(visitCalls.update, { body })
    assert.equal(refusal.code, 'transaction.attached', step.command)
  }
})

test('voiding a weight act needs a PIN, releases its visit and keeps its number used', async () => {
  const { visit, act } = await draft()
  const body = {
    command: 'void' as const,
    id: act.id,
    version: act.version,
    reason: 'Ошибка ввода',
  }
  const asked = await refused(body)
  assert.equal(asked.code, 'approval.required')
  assert.deepEqual(asked.approval!.about, {
    number: act.number,
    carnumber: act.carnumber,
    suppliers: act.supplier_name ? [act.supplier_name] : [],
    weight_g: act.net_g,
    note: body.reason,
  })
  const token = await approval(operator, asked, manager)
  const gone = await operator.api.send(weightacts.update, { body }, token)
  assert.deepEqual([gone.status, gone.void_reason], ['void', 'Ошибка ввода'])
  assert.equal((await statusOf(visit.id)).status, 'closed')
  const card = await operator.api.send(weightacts.get, { params: { id: act.id } })
  assert.deepEqual(
    card.transactions.map((one) => one.id),
    [visit.id],
  )
  assert.match(card.body_html, /АННУЛИРОВАН/)
  assert.equal((await send(body)).status, 'void')
  const again = { command: 'confirm' as const, id: act.id, version: gone.version }
  assert.equal((await refused(again)).code, 'common.bad-transition')
  const next = await draft({ transaction_ids: [visit.id], lines: [line(visit.id)] })
  assert.notEqual(next.act.number, act.number)
})

test('high contamination is marked, a manager reviews it, and the mark goes with its cause', async () => {
  const visit = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 })
  const save = { command: 'save' as const, transaction_ids: [visit.id] }
  const even = await send({ ...save, lines: [line(visit.id, { zasor_bp: 1500 })] })
  assert.deepEqual([even.flags, even.lines[0]!.zasor_over], [[], false])
  const change = { command: 'save' as const, id: even.id }
  const high = await send({
    ...change,
    version: even.version,
    lines: [line(visit.id, { zasor_bp: 1520 })],
  })
  assert.deepEqual([high.flags[0]!.code, high.lines[0]!.zasor_over], ['zasor_high', true])
  const body = {
    command: 'review' as const,
    id: even.id,
    version: high.version,
    flags: ['zasor_high' as const],
    note: 'Видел',
  }
  assert.equal((await refused(body)).code, 'access.denied')
  const seen = await manager.api.send(weightacts.update, { body })
  assert.equal(seen.flags[0]!.note, 'Видел')
  assert.ok(seen.flags[0]!.reviewed_at)
  const clean = await send({ ...change, version: seen.version, lines: [line(visit.id)] })
  assert.deepEqual(clean.flags, [])
})

test('a confirmed weight act prints the same for ever; what becomes of it is added', async () => {
  const { act } = await draft()
  const pdf = async () => {
    const { id } = act
    const file = await operator.api.send(weightacts.getPdf, { params: { id }, query: {} })
    return Buffer.from(await file.arrayBuffer())
  }
  const page = async () =>
    (await operator.api.send(weightacts.get, { params: { id: act.id } })).body_html
  const rename = (name: string) =>
    own.db.q.updateTable('site').where('id', '=', own.siteId).set({ name }).execute()
  await rename('Площадка до проведения')
  const { version } = await send({ command: 'confirm', id: act.id, version: act.version })
  await rename('Площадка после проведения')
  const [firstPage, first] = [await page(), await pdf()]
  assert.match(firstPage, /Площадка до проведения/)
  assert.deepEqual(await pdfTexts(first), [`${pageText(firstPage)}Лист1из1`])
  // Another address of the product would draw another code.
  const { config } = world.services
  const { publicUrl } = config
  Object.assign(config, { publicUrl: 'https://new.example' })
  assert.ok((await pdf()).equals(first))
  const body = { command: 'void' as const, id: act.id, version, reason: 'Ошиблись весом' }
  const asked = await refused(body)
  await operator.api.send(weightacts.update, { body }, await approval(operator, asked, manager))
  const text = (await pdfTexts(await pdf()))[0]!
  Object.assign(config, { publicUrl })
  assert.match(text, /^АННУЛИРОВАН.*Площадкадопроведения.*АннулированОшиблисьвесом/)
  const stored = await own.db.q
    .selectFrom('issued_pdf')
    .where('company_id', '=', own.id)
    .where('entity_id', '=', act.id)
    .select(['entity', 'sha256'])
    .execute()
  assert.equal(stored.length, 2)
  const hash = createHash('sha256').update(first).digest()
  assert.ok(stored.some((row) => row.entity === 'weight_act' && row.sha256.equals(hash)))
})
