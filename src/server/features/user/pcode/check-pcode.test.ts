import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { user } from '#contract/user/user.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { objectHash } from '#server/auth/rights/approval-object.ts'
import { requireApproval } from '#server/auth/rights/approvals.ts'
import { burnApproval } from '#server/auth/rights/approval-queries.ts'
import { inTransaction, type Db } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { approve } from '#test/support/approve.ts'
import { apiOf, type RefusedAnswer } from '#test/support/api.ts'
import { addPerson, openWorld, signIn, type Person } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, services, app } = world

const asked = (id: string, who: 'self' | 'other' = 'other'): RefusedAnswer => ({
  status: 403,
  code: 'approval.required',
  message: '',
  approval: { action: 'act.void', object: { entity: 'act', ids: [id], version: 1 }, who },
})

/** A handler's own check of a token: who confirmed, or the code of the refusal. */
async function used(person: Person, token: string, id: string, version = 1): Promise<string> {
  const session = (await services.sessions.find(person.api.token!, false))!
  const db: Db = { ...own.db, companyId: session.companyId, caller: { userId: person.id, session } }
  const approval = await burnApproval(db, session, token)
  const caller = { ...db.caller, ...(approval && { approval }) }
  try {
    const by = await inTransaction({ ...db, caller }, (tx) =>
      requireApproval(tx, 'act.void', { entity: 'act', ids: [id], version }),
    )
    return by ?? 'nobody'
  } catch (error) {
    return (error as { code: string }).code
  }
}

async function freshOperator(): Promise<Person> {
  const name = `op-${uuidv7().slice(-8)}`
  return addPerson(app, services, own.id, name, 'USER', ['OPERATOR'])
}

test("another person's PIN gives a token that confirms that one action on that one object", async () => {
  const id = uuidv7()
  const token = await approve(own.operator, asked(id), own.manager)
  assert.equal(await used(own.operator, token, id), own.manager.id)
})

test('a token works once, only for its object, its version and its action', async () => {
  const id = uuidv7()
  const first = await approve(own.operator, asked(id), own.manager)
  assert.equal(await used(own.operator, first, uuidv7()), 'approval.required')
  assert.equal(await used(own.operator, first, id), 'approval.required', 'burnt by the failed use')
  const second = await approve(own.operator, asked(id), own.manager)
  assert.equal(await used(own.operator, second, id, 2), 'approval.required')
  const third = await approve(own.operator, asked(id), own.manager)
  assert.equal(await used(own.operator, third, id), own.manager.id)
  assert.equal(await used(own.operator, third, id), 'approval.required')
})

test('of parallel uses of one token one wins', async () => {
  const id = uuidv7()
  const token = await approve(own.operator, asked(id), own.manager)
  const results = await Promise.all(Array.from({ length: 12 }, () => used(own.operator, token, id)))
  assert.equal(results.filter((result) => result === own.manager.id).length, 1)
})

test('a token is refused after a minute, in another session and in another company', async () => {
  const id = uuidv7()
  const late = await approve(own.operator, asked(id), own.manager)
  await services.q
    .updateTable('approval')
    .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
    .where('company_id', '=', own.id)
    .where('used_at', 'is', null)
    .execute()
  assert.equal(await used(own.operator, late, id), 'approval.required')
  const token = await approve(own.operator, asked(id), own.manager)
  const again: Person = {
    ...own.operator,
    api: apiOf(app, await signIn(services, own.operator.id)),
  }
  assert.equal(await used(again, token, id), 'approval.required')
  assert.equal(await used(other.operator, token, id), 'approval.required')
  assert.equal(await used(own.operator, token, id), own.manager.id)
})

test('a person who was blocked or lost the right after giving his PIN confirms nothing', async () => {
  const boss = await addPerson(app, services, own.id, 'boss-a', 'USER', ['OPERATOR', 'MANAGER'])
  const id = uuidv7()
  const blocked = await approve(own.operator, asked(id), boss)
  const set = (values: object) =>
    services.q.updateTable('app_user').set(values).where('id', '=', boss.id).execute()
  await set({ status: 'blocked' })
  assert.equal(await used(own.operator, blocked, id), 'approval.required')
  await set({ status: 'active' })
  const demoted = await approve(own.operator, asked(id), boss)
  await set({ roles: ['OPERATOR'] })
  assert.equal(await used(own.operator, demoted, id), 'approval.required')
})

test('a PIN without an action shows whose it is and gives no token', async () => {
  const answer = await own.operator.api.send(userAccess.checkPCode, {
    body: { pcode: own.manager.pcode },
  })
  assert.equal(answer.user.id, own.manager.id)
  assert.equal(answer.approval_token, undefined)
})

test('a temporary PIN, the own PIN where two persons are needed, and a person without the right confirm nothing', async () => {
  const id = uuidv7()
  const body = (pcode: string) => ({ pcode, ...asked(id).approval!, who: undefined })
  const send = (pcode: string) => {
    const { who: _who, ...rest } = body(pcode)
    return own.operator.api.refused(userAccess.checkPCode, { body: rest })
  }
  const second = await freshOperator()
  assert.equal((await send(second.pcode)).code, 'access.denied')
  const newcomer = await addPerson(app, services, own.id, 'new-a', 'USER', ['OPERATOR', 'MANAGER'])
  await services.q
    .updateTable('app_user')
    .set({ pcode_temporary: true })
    .where('id', '=', newcomer.id)
    .execute()
  assert.equal((await send(newcomer.pcode)).code, 'access.denied')
  const self = await approve(own.operator, asked(id))
  assert.equal(await used(own.operator, self, id), 'approval.required')
})

test('an action without its object, a right that the caller lacks and a malformed PIN are refused', async () => {
  const { api, pcode } = own.operator
  const incomplete = await api.refused(userAccess.checkPCode, {
    body: { pcode, action: 'act.void' },
  })
  assert.equal(incomplete.code, 'common.validation')
  assert.ok(incomplete.fields!['object'])
  const object = { entity: 'company' as const, ids: [own.id] }
  for (const action of ['company.manage', 'no.such'])
    assert.equal(
      (await api.refused(userAccess.checkPCode, { body: { pcode, action, object } })).code,
      'access.denied',
    )
  assert.equal((await api.refused(userAccess.checkPCode, { body: { pcode: '12345' } })).status, 400)
})

test('the PIN of a person of another company is a wrong PIN', async () => {
  const guesser = await freshOperator()
  const refusal = await guesser.api.refused(userAccess.checkPCode, {
    body: { pcode: other.manager.pcode },
  })
  assert.equal(refusal.code, 'pcode.wrong')
})

test('of sixty parallel wrong PINs five are checked, and then the right PIN is refused too', async () => {
  await services.q.deleteFrom('login_attempt').execute()
  const guesser = await freshOperator()
  const codes = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const pcode = String(100_000 + i * 37)
      return (await guesser.api.refused(userAccess.checkPCode, { body: { pcode } })).code
    }),
  )
  assert.equal(codes.filter((code) => code === 'pcode.wrong').length, 5)
  assert.equal(codes.filter((code) => code === 'pcode.locked').length, 55)
  const right = await guesser.api.refused(userAccess.checkPCode, {
    body: { pcode: own.manager.pcode },
  })
  assert.deepEqual([right.status, right.code], [429, 'pcode.locked'])
})

test('right PINs between wrong ones do not reset the count', async () => {
  await services.q.deleteFrom('login_attempt').execute()
  const guesser = await freshOperator()
  const wrong = { body: { pcode: '918273' } }
  for (let i = 0; i < 4; i++)
    assert.equal((await guesser.api.refused(userAccess.checkPCode, wrong)).code, 'pcode.wrong')
  await guesser.api.send(userAccess.checkPCode, { body: { pcode: guesser.pcode } })
  assert.equal((await guesser.api.refused(userAccess.checkPCode, wrong)).code, 'pcode.wrong')
  assert.equal((await guesser.api.refused(userAccess.checkPCode, wrong)).code, 'pcode.locked')
})

test('the fifteenth wrong PIN of a day locks until tomorrow and notifies managers and super administrators', async () => {
  const guesser = await freshOperator()
  const wrong = () => guesser.api.refused(userAccess.checkPCode, { body: { pcode: '918273' } })
  for (let i = 0; i < 15; i++) {
    await services.q.deleteFrom('login_attempt').where('key', 'not like', 'pin:d:%').execute()
    assert.equal((await wrong()).code, 'pcode.wrong')
  }
  await services.q.deleteFrom('login_attempt').where('key', 'not like', 'pin:d:%').execute()
  assert.match((await wrong()).message, /завтра/)
  for (const person of [own.manager, world.supervisor]) {
    const notices = await person.api.send(user.getNotices)
    assert.equal(notices.items[0]?.kind, 'pcode_guessing')
    assert.match(notices.items[0]!.title, /15 неверных/)
  }
  assert.equal((await other.manager.api.send(user.getNotices)).total, 0)
  await services.q.deleteFrom('login_attempt').execute()
})

test('an approval is bound to every part of its object', () => {
  const base = { entity: 'act' as const, ids: ['b', 'a'], version: 1, amountKop: 5 }
  const hash = objectHash('act.void', base)
  assert.equal(hash, objectHash('act.void', { ...base, ids: ['a', 'b'] }))
  for (const changed of [
    { ...base, entity: 'payment' as const },
    { ...base, ids: ['a'] },
    { ...base, version: 2 },
    { ...base, amountKop: 6 },
    { ...base, content: 'a'.repeat(64) },
  ])
    assert.notEqual(hash, objectHash('act.void', changed))
  assert.notEqual(hash, objectHash('act.issue', base))
})
