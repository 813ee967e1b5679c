import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '#contract/core/call.ts'
import { allCalls } from '#contract/calls.ts'
import { files } from '#contract/file/file.ts'
import { callAction } from '#server/auth/call-action.ts'
import { signTicket } from '#server/auth/tokens.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { decryptField, type IdentityDoc } from '#server/features/supplier/record/identity.ts'
import { findSupplierRow } from '#server/features/supplier/record/supplier-queries.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import { addPerson, signIn, type Person } from '#test/support/world.ts'
import { OPEN_TO_ALL, OPEN_TO_SIGNED_IN } from '#test/rules/open-calls.ts'
import { builtCalls, type Sample } from '../samples/samples.ts'
import { refusalOf } from '../verdict.ts'
import { ground } from './refused-ground.ts'
import { changingNothing, gathering, tell } from '../walk.ts'
import { wire } from '../wire.ts'

const { world } = ground
const { app, services, own, supervisor } = world

const MEETS_ONE_OF = sweepSize(3, 1)

const closed = (call: Call) => !['all', 'agent', 'phone'].includes(call.access)
const samples = ground.samples.filter(({ call }) => closed(call))

/** Sends every good request with these headers; each must be refused with this code and change nothing. */
async function allRefused(
  headers: Record<string, string>,
  code: string,
  among: readonly Sample[] = samples,
) {
  const { check, end } = gathering()
  assert.ok(among.length > 0, 'nothing to send')
  for (const sample of among)
    await check(async () => {
      const answer = await app.inject(wire(sample.call, sample.input, headers))
      const told = tell(sample, sample.input)
      assert.equal(refusalOf(sample.call, answer, told).code, code, told)
    })
  end()
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('without a token, and with any token that is not a living session, a good request is refused', async () => {
  const good = own.manager.api.token!
  const [head, body, signature] = good.split('.') as [string, string, string]
  const none = Buffer.from('{"alg":"none","typ":"session+jwt"}').toString('base64url')
  const ticket = { jti: uuidv7(), userId: own.manager.id }
  const hour = Math.floor(Date.now() / 1000) + 3600
  const tokens = [
    await signTicket(services.tokenKeys, { ...ticket, exp: hour }),
    await signTicket(services.tokenKeys, { ...ticket, exp: hour - 7200 }),
    await endedToken({ revoked_at: new Date().toISOString() }),
    await endedToken({ expires_at: new Date(Date.now() - 1000).toISOString() }),
    `${head}.${body}.${[...signature].toReversed().join('')}`,
    `${head}.${body}.`,
    `${none}.${body}.${signature}`,
    `${none}.${body}.`,
    `${good}x`,
    'а\u0000'.replaceAll(/[^\x20-\x7e]/g, '?'),
    'x'.repeat(9000),
    '',
  ]
  await changingNothing(ground, 'no token', async () => {
    await allRefused({}, 'auth.required')
    await allRefused({ authorization: `Basic ${good}` }, 'auth.required')
    await allRefused({ authorization: good }, 'auth.required', samples.slice(0, 5))
    // Every token meets every call in a long sweep; otherwise each call meets four of them, and each token a third of the calls.
    for (const [place, token] of tokens.entries()) {
      const met = samples.filter((_, call) => (call + place) % MEETS_ONE_OF === 0)
      await allRefused(bearer(token), 'auth.required', met)
    }
  })
})

/** A real ticket whose session row says otherwise. */
async function endedToken(change: { revoked_at?: string; expires_at?: string }): Promise<string> {
  const token = await signIn(services, own.manager.id)
  const { jti } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
  await services.q.updateTable('session').set(change).where('jti', '=', jti).execute()
  return token
}

test("a good request to another role's calls is refused", async () => {
  const inArea = (...areas: string[]) => samples.filter(({ call }) => areas.includes(call.access))
  const as = ({ api }: Person) => bearer(api.token!)
  const company = inArea('operator', 'manager', 'operator-or-super', 'manager-or-super', 'super')
  await changingNothing(ground, 'wrong role', async () => {
    await allRefused(as(own.user), 'access.denied', company)
    await allRefused(as(own.operator), 'access.denied', inArea('manager', 'super'))
    await allRefused(as(own.manager), 'access.denied', inArea('super'))
    await allRefused(as(supervisor), 'access.denied', inArea('operator', 'manager'))
  })
})

test('a person denied every right is refused every call', async () => {
  const person = await addPerson(app, services, own.id, 'denied', 'USER', ['OPERATOR', 'MANAGER'])
  await deny(person)
  const company = samples.filter(({ call }) => call.access !== 'super')
  await changingNothing(ground, 'no right', () =>
    allRefused(bearer(person.api.token!), 'access.denied', company),
  )
})

test("a person denied a call's own right is refused that call", async () => {
  const person = await addPerson(app, services, own.id, 'unright', 'USER', ['OPERATOR', 'MANAGER'])
  await deny(
    person,
    new Set(
      builtCalls.flatMap(({ call }) =>
        [call.action, call.companyAction].filter((code) => code !== undefined),
      ),
    ),
  )
  const named = samples.filter(({ call }) => call.action && call.access !== 'super')
  await changingNothing(ground, 'no named right', () =>
    allRefused(bearer(person.api.token!), 'access.denied', named),
  )
})

test("a person denied a command's own right is refused that command", async () => {
  const person = await addPerson(app, services, own.id, 'uncommand', 'USER', [
    'OPERATOR',
    'MANAGER',
  ])
  const rights = builtCalls.flatMap(({ call }) => Object.values(call.commandActions ?? {}))
  await deny(person, new Set(rights))
  const decided = samples.filter(({ call }) => call.commandActions)
  assert.ok(decided.length > 20, `${decided.length} requests`)
  await changingNothing(ground, 'no right of a command', () =>
    allRefused(bearer(person.api.token!), 'access.denied', decided),
  )
})

/** Denies a person the named rights, or every call. */
async function deny(person: Person, codes?: ReadonlySet<string>): Promise<void> {
  const wanted = codes ?? new Set(builtCalls.map(({ call }) => callAction(call)))
  const rows = await services.q.selectFrom('action').select(['id', 'code']).execute()
  await services.q
    .insertInto('action_access')
    .values(
      rows
        .filter(({ code }) => wanted.has(code))
        .map(({ id }) => ({
          id: uuidv7(),
          action_id: id,
          subject: 'user',
          subject_code: person.id,
          allow: false,
          confirm: 'none',
        })),
    )
    .execute()
  services.sessions.forget()
}

test('each call without a role is listed with the personal data that it answers', () => {
  const open = (...areas: string[]) =>
    allCalls
      .filter(({ call }) => areas.includes(call.access))
      .map(({ key }) => key)
      .toSorted()
  assert.deepEqual(open('user'), Object.keys(OPEN_TO_SIGNED_IN).toSorted())
  assert.deepEqual(open('all', 'agent', 'phone'), Object.keys(OPEN_TO_ALL).toSorted())
})

test('a person without a role reads nothing about a supplier by any call', async () => {
  const seller = ['Андрей Сергеевич', ...(await passportOf(ground.own.supplier.id))]
  const holds = (text: string) => seller.filter((word) => text.includes(word))
  const reads = ground.samples.filter(
    ({ call }) => closed(call) && call.method === 'GET' && call.result !== 'stream',
  )
  const told: string[] = []
  for (const { call, key, input } of reads) {
    const answer = await app.inject(wire(call, input, bearer(own.user.api.token!)))
    assert.deepEqual(holds(answer.body), [], key)
    const whole = await app.inject(wire(call, input, bearer(own.manager.api.token!)))
    if (holds(whole.body).length > 0) told.push(key)
  }
  // The words are found where a role opens them: a card, a printed act, a list.
  for (const key of ['act.getBody', 'supplier.get', 'weightacts.get', 'act.getAll'])
    assert.ok(told.includes(key), key)
  const { file } = ground.own
  const answer = await app.inject(
    wire(files.get, { params: { id: file.id } }, bearer(own.user.api.token!)),
  )
  assert.equal(refusalOf(files.get, answer, 'a file').code, 'access.denied')
})

/** The words of a supplier's passport as they stand on paper. */
async function passportOf(supplierId: string): Promise<string[]> {
  const row = await findSupplierRow(own.db, supplierId)
  const { series, number } = decryptField<IdentityDoc>(own.db, supplierId, 'doc', row!.doc!)!
  return [number, `${series} ${number}`]
}
