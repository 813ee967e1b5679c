import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { actions } from '#contract/core/actions.ts'
import { approve } from '#test/support/approve.ts'
import type { RefusedAnswer } from '#test/support/api.ts'
import { addPerson } from '#test/support/world.ts'
import { changedTables } from '../bad-input/digest.ts'
import { placesOf, putAt } from '../bad-input/places.ts'
import type { Input, Sample } from '../bad-input/samples/samples.ts'
import { refusalOf } from '../bad-input/verdict.ts'
import { gathering, openGround, tell } from '../bad-input/walk.ts'
import { wire } from '../bad-input/wire.ts'

// What a good request of money still meets: a person whose every right was taken by name, and a screen that shows another figure.
// Strangers' records are held by ../bad-input/strangers/strangers.test.ts, areas and modules by access.test.ts.

const ground = await openGround()
after(() => ground.close())
const { world } = ground
const add = (login: string) =>
  addPerson(world.app, world.services, world.own.id, login, 'USER', ['OPERATOR', 'MANAGER'])
const boss = await add('boss')
const powerless = await add('powerless')

before(async () => {
  const { q, sessions } = world.services
  const rows = await q.selectFrom('action').select(['id', 'code']).execute()
  const denied = rows.filter(({ code }) => Object.hasOwn(actions, code))
  await q
    .insertInto('action_access')
    .values(
      denied.map(({ id }) => ({
        id: crypto.randomUUID(),
        action_id: id,
        company_id: world.own.id,
        subject: 'user',
        subject_code: powerless.id,
        allow: false,
        confirm: 'none',
        by_manager: true,
      })),
    )
    .execute()
  sessions.forget()
})

const MONEY = /^(payment|act|weightacts|instrument|supplier|price|transactions)\./
/** Reads that travel as a POST, and a question to a bank that the list asks by itself. */
const NEED_NO_RIGHT = ['supplier.findTwins', 'price.getSheet', 'payment.getStatuses']

test('a person without rights is refused each call that moves, decides or notes money', async () => {
  const { check, end } = gathering()
  const asked = new Set<string>()
  const before = await ground.ledger.read()
  for (const sample of ground.samples.filter(isOfMoney))
    await check(async () => {
      asked.add(sample.key)
      const told = tell(sample, sample.input)
      const answer = await powerless.api.raw(wire(sample.call, sample.input))
      const { body } = answer
      const row = body.startsWith('[') ? answer.json<{ code?: string }[]>()[0] : undefined
      const code = row ? row.code : refusalOf(sample.call, answer, told).code
      assert.equal(code, 'access.denied', `${told} ${body.slice(0, 300)}`)
    })
  assert.deepEqual(changedTables(before, await ground.ledger.read()), [])
  end()
  assert.ok(asked.size > 30, `only ${asked.size} calls`)
})

const isOfMoney = ({ key, call }: Sample) =>
  MONEY.test(key) && call.method !== 'GET' && call.access !== 'all' && !NEED_NO_RIGHT.includes(key)

/** What a command may carry of its screen, by its name, and how another one is refused. */
const SEEN: Readonly<Record<string, { readonly other: unknown; readonly code: string }>> = {
  expected_total_kop: { other: 987_654_321, code: 'common.sum-differs' },
  expected_net_g: { other: 987_654_321, code: 'common.weight-differs' },
  expected_payee: { other: 'Счёт другого человека', code: 'payment.payee-changed' },
}
/** The registry of the stock leaves by itself: registry.test.ts holds the sum of a file. */
const HELD_ELSEWHERE = ['payment.getRegistryFile']

test('a sum, weight or payee that is not the one on screen is refused and changes nothing', async () => {
  const { check, end } = gathering()
  const met = new Set<string>()
  for (const sample of ground.samples)
    for (const { path } of placesOf(sample)) {
      const name = String(path.at(-1))
      if (!name.startsWith('expected_') || HELD_ELSEWHERE.includes(sample.key)) continue
      const { command = '' } = (sample.input.body ?? {}) as { readonly command?: string }
      met.add(`${sample.key} ${command}`.trim())
      await check(async () => {
        const { other, code } = SEEN[name]!
        const input = putAt(sample.input, path, other)
        const told = tell(sample, input)
        const before = await ground.ledger.read()
        assert.equal(refusalOf(sample.call, await sendConfirmed(sample, input), told).code, code)
        assert.deepEqual(changedTables(before, await ground.ledger.read()), [], told)
      })
    }
  end()
  const held = [
    'act.update correct',
    'act.update issue',
    'payment.save',
    'weightacts.update confirm',
  ]
  assert.deepEqual([...met].toSorted(), held)
})

/** The figure is compared before the PIN is asked for, or after it. */
async function sendConfirmed(sample: Sample, input: Input) {
  const answer = await ground.send(sample.call, input)
  const refused = answer.statusCode === 403 ? answer.json<RefusedAnswer>() : undefined
  if (refused?.code !== 'approval.required') return answer
  const token = await approve(world.own.manager, refused, boss)
  return ground.send(sample.call, input, { 'x-approval-token': token })
}
