import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { formatMoney } from '#contract/core/input-text.ts'
import { Refusal } from '#http/refusal.ts'
import { inTransaction, type Tx } from '#server/db/handle.ts'
import type { ActForm } from '#server/features/act/act-form.ts'
import { addDeal, addDraft, steelLine, type Deal } from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { approval } from '#test/support/approve.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'
import { normsOf } from '../act-supplier-queries.ts'
import { normBp } from './contamination-norm.ts'

let world: World
let own: TestCompany
let deal: Deal

before(async () => {
  world = await openWorld()
  own = world.own
  deal = await addDeal(own)
  await own.db.q
    .updateTable('company')
    .set({ settings: sql`jsonb_set(settings, '{rules}', '{}')` })
    .where('id', '=', own.id)
    .execute()
  await own.db.q
    .updateTable('product')
    .set({ default_zasor_bp: 500, zasor_step_g: 10 })
    .where('id', '=', deal.products.steel.id)
    .execute()
})
after(() => world.close())

const REASON = 'Чистый обрезок с завода'

async function draftOf(zasor_bp: number, of = deal): Promise<ActForm> {
  const visit = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
  return addDraft(own, of, own.operator, {
    lines: [{ ...steelLine(of, visit.id), zasor_bp }],
  })
}
const issueOf = ({ id, version }: ActForm, more: object = {}) => ({
  body: { command: 'issue' as const, id, version, ...more },
})

test('contamination beyond the norm needs words, far beyond it a second person, and a mark says what it cost', async () => {
  const draft = await draftOf(0)
  const bare = await own.operator.api.refused(act.update, issueOf(draft))
  assert.equal(bare.code, 'act.zasor-reason')
  assert.match(
    bare.message,
    /Лом стальной 3А: засор 0\u00a0%, обычно 5\u00a0%: это .*\u00a0₽ лишних поставщику/,
  )
  const input = issueOf(draft, { reason: REASON })
  const asked = await own.operator.api.refused(act.update, input)
  assert.deepEqual([asked.code, asked.approval!.who], ['approval.required', 'other'])
  assert.equal(asked.approval!.about!.note, REASON)
  const pin = await approval(own.operator, asked, own.manager)
  const issued = await own.operator.api.send(act.update, input, pin)
  const mark = issued.flags.find(({ code }) => code === 'zasor_off_norm')!
  const [position] = issued.positions
  const lost = Math.round((position!.base_g! * 0.05 * position!.price_kop!) / 1_000_000)
  assert.ok(Math.abs(mark.kop! - lost) <= 100, `${mark.kop} ${lost}`)
  assert.equal(mark.why, REASON)
})

test('a step of the product that takes the share to nothing hides no rouble', async () => {
  const setStep = (zasor_step_g: number) =>
    own.db.q
      .updateTable('product')
      .set({ zasor_step_g })
      .where('id', '=', deal.products.steel.id)
      .execute()
  await setStep(1_000_000)
  // Five per cent of 8 220 kg are 411 kg, less than half of the step.
  const hidden = await draftOf(500)
  await setStep(10)
  const usual = await draftOf(500)
  assert.equal(hidden.positions[0]!.net_g, 8_220_000)
  const { message } = await own.operator.api.refused(act.update, issueOf(hidden))
  const dearer = formatMoney(hidden.total_kop - usual.total_kop)
  assert.ok(message.includes(`это ${dearer}\u00a0₽ лишних поставщику`), message)
})

test('above the norm alike; within it nothing is asked, and between reason and second person words are enough', async () => {
  const high = await own.operator.api.refused(act.update, issueOf(await draftOf(1000)))
  assert.match(high.message, /засор 10\u00a0%, обычно 5\u00a0%: это .*\u00a0₽ меньше поставщику/)
  const usual = await own.operator.api.send(act.update, issueOf(await draftOf(650)))
  assert.deepEqual(
    usual.flags.filter(({ code }) => code === 'zasor_off_norm'),
    [],
  )
  const some = await own.operator.api.send(
    act.update,
    issueOf(await draftOf(800), { reason: REASON }),
  )
  assert.equal(some.status, 'issued')
})

test('exactly as far as one person may depart is free, and exactly as far as words allow takes no second', async () => {
  await own.operator.api.send(act.update, issueOf(await draftOf(700)))
  const far = issueOf(await draftOf(900), { reason: REASON })
  assert.equal((await own.operator.api.send(act.update, far)).status, 'issued')
})

test('what a supplier usually brings is the norm of that supplier, within what one person may depart by', async () => {
  const of = { ...deal, supplier: await addSupplier(own, { last_name: 'Чистов' }) }
  for (let n = 0; n < 5; n++)
    await own.operator.api.send(act.update, issueOf(await draftOf(350, of)))
  await own.operator.api.send(act.update, issueOf(await draftOf(300, of)))
  const codeOf = async (zasor_bp: number) =>
    (await own.operator.api.refused(act.update, issueOf(await draftOf(zasor_bp, of)))).code
  // Too dirty for this supplier, and too clean for the product: what one brings moves no norm.
  assert.equal(await codeOf(600), 'act.zasor-reason')
  assert.equal(await codeOf(290), 'act.zasor-reason')
})

test('history counts by its kilograms: a load that outweighs it is measured by the product', () => {
  const rules = { zasor_reason_bp: 200 }
  const of = (supplier_bp: number | null, supplier_g = 10_000, base_g = 10_000) =>
    normBp({ product_id: '', default_bp: 500, supplier_bp, supplier_g, base_g }, rules)
  assert.deepEqual(
    [null, 350, 0, 2000].map((bp) => of(bp)),
    [500, 350, 300, 700],
  )
  assert.deepEqual(
    [of(350, 10_000, 20_000), of(350, 100, 8_000_000), of(350, 20_000)],
    [425, 500, 350],
  )
})

test('five loads of twenty kilograms take the norm of a truck nowhere', async () => {
  const of = { ...deal, supplier: await addSupplier(own, { last_name: 'Мелочов' }) }
  for (let n = 0; n < 5; n++) {
    const visit = await addClosedVisit(own, { in_g: 4_280_000, out_g: 4_260_000 })
    const lines = [{ ...steelLine(of, visit.id), zasor_bp: 350 }]
    const { id, version } = await addDraft(own, of, own.operator, { lines })
    await own.operator.api.send(act.update, {
      body: { command: 'issue' as const, id, version },
    })
  }
  // 6.5 per cent is too dirty for who brings 3.5, and usual of the product.
  await own.operator.api.send(act.update, issueOf(await draftOf(650, of)))
})

test('neither few purchases, nor marked, old or other suppliers’ ones make a norm', async () => {
  const fresh = async (last_name: string) => ({
    ...deal,
    supplier: await addSupplier(own, { last_name }),
  })
  const buy = async (of: Deal, zasor_bp: number, times: number) => {
    for (let n = 0; n < times; n++)
      await own.operator.api.send(
        act.update,
        issueOf(await draftOf(zasor_bp, of), { reason: REASON }),
      )
  }
  /** 600 is off the norm of who always brings 350, and within that of the product. */
  const isAsked = async (of: Deal) => {
    const answer = await own.operator.api.raw({
      method: 'POST',
      url: act.update.path,
      payload: issueOf(await draftOf(600, of)).body,
    })
    return answer.statusCode !== 200
  }
  const few = await fresh('Редков')
  await buy(few, 350, 4)
  assert.equal(await isAsked(few), false)
  await buy(few, 350, 2)
  assert.equal(await isAsked(few), true)
  assert.equal(await isAsked(await fresh('Соседов')), false)

  const marked = await fresh('Отметкин')
  await buy(marked, 250, 5)
  assert.equal(await isAsked(marked), false)

  const old = await fresh('Давнов')
  await buy(old, 350, 5)
  await own.db.q.transaction().execute(async (q) => {
    await sql`set local session_replication_role = replica`.execute(q)
    await sql`update act set date = date - 181 where supplier_id = ${old.supplier.id}`.execute(q)
  })
  assert.equal(await isAsked(old), false)
})

test('the norm of a supplier is of the last twenty purchases of that product that stand, none older than half a year', async () => {
  const of = { ...deal, supplier: await addSupplier(own, { last_name: 'Мерин' }) }
  for (let n = 0; n < 5; n++)
    await own.operator.api.send(act.update, issueOf(await draftOf(350, of)))
  const { id: steel } = deal.products.steel
  const norm = async (change?: (q: Tx['q']) => Promise<unknown>) => {
    let found: number | null | undefined
    await inTransaction(own.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx.q)
      await change?.(tx.q)
      found = (await normsOf(tx, of.supplier.id, [steel]))[0]!.supplier_bp
      throw new Refusal('common.stale')
    }).catch((error: unknown) => assert.ok(error instanceof Refusal, String(error)))
    return found
  }
  const one = sql`(select min(id::text)::uuid from act where supplier_id = ${of.supplier.id})`
  assert.equal(await norm(), 350)
  for (const status of ['draft', 'void'])
    assert.equal(
      await norm((q) => sql`update act set status = ${status} where id = ${one}`.execute(q)),
      null,
    )
  const dated = (days: number) =>
    norm((q) => sql`update act set date = current_date - ${days}::int where id = ${one}`.execute(q))
  assert.deepEqual([await dated(179), await dated(180)], [350, null])
  const position = (set: ReturnType<typeof sql>) =>
    norm((q) => sql`update act_position set ${set} where act_id = ${one}`.execute(q))
  assert.equal(await position(sql`base_g = 0, net_g = 0`), null)
  assert.equal(await position(sql`product_id = gen_random_uuid()`), null)
  // Twenty clean ones after them, and twenty before them.
  const copies = (hours: number) =>
    norm(async (q) => {
      await sql`create temporary table copied on commit drop as
        select gen_random_uuid() as id, a.id as of, n from act a, generate_series(1, 20) n where a.id = ${one}`.execute(
        q,
      )
      await sql`insert into act select (jsonb_populate_record(a, jsonb_build_object('id', c.id, 'number', 'к' || c.n, 'number_seq', 900000 + c.n,
          'sort_at', a.sort_at + (${hours} + c.n / 100.0) * interval '1 hour'))).*
        from copied c join act a on a.id = c.of`.execute(q)
      await sql`insert into act_position select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
          'act_id', c.id, 'net_g', p.base_g))).* from copied c join act_position p on p.act_id = c.of`.execute(
        q,
      )
    })
  assert.equal(await copies(24), 0)
  // Five of 350 and fifteen clean ones.
  assert.equal(await copies(-24), 88)
})
