import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import { passkeys } from '#contract/user/passkeys.ts'
import {
  addKey,
  beginKey,
  confirmByKey,
  newQuestions,
  refusedKey,
  signQuestion,
} from '#test/key-answers.ts'
import { makeDevice, type Bent } from '#test/passkey-device.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, services, app, nobody } = world
const { q } = services
const { question } = newQuestions(world)
const owner = await addKey(await addPerson(app, services, own.id, 'owner-k', 'USER', ['OWNER']))
const manager = await addKey(own.manager)

beforeEach(() => q.deleteFrom('login_attempt').execute())

const stateOf = async (id: string) =>
  (await own.operator.api.send(approvalAsks.getAskedApproval, { query: { id } })).state

test('the challenge of another question, or of the same one that changed meanwhile, confirms nothing', async () => {
  const [one, two] = [await question(), await question()]
  assert.equal(await refusedKey(two.id, await signQuestion(one.id, owner), owner), 'passkey.stale')
  const key = await signQuestion(one.id, owner)
  await sql`update approval_ask set about = about || '{"total_kop": 1}' where id = ${one.id}`.execute(
    q,
  )
  assert.equal(await refusedKey(one.id, key, owner), 'passkey.stale')
  assert.deepEqual([await stateOf(one.id), await stateOf(two.id)], ['waiting', 'waiting'])
  await confirmByKey(one.id, await signQuestion(one.id, owner), owner)
})

test('an answer is good once, and within five minutes', async () => {
  const { id } = await question()
  const key = await signQuestion(id, owner, { isVerified: false })
  assert.equal(await refusedKey(id, key, owner), 'passkey.not-accepted')
  // Whatever it was worth, its challenge is used up.
  assert.equal(await refusedKey(id, key, owner), 'passkey.stale')
  const late = await signQuestion(id, owner)
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from max(expires_at) - now())::float8 as left from passkey_challenge
      where expires_at > now()`.execute(q)
  assert.ok(rows[0]!.left > 200 && rows[0]!.left <= 300)
  await sql`update passkey_challenge set expires_at = now() - interval '1 second'`.execute(q)
  assert.equal(await refusedKey(id, late, owner), 'passkey.stale')
  const good = await signQuestion(id, owner)
  await confirmByKey(id, good, owner)
  assert.equal(await refusedKey(id, good, owner), 'passkey.stale')
})

test('an answer of sign-in confirms nothing, one to a question signs nobody in, and neither adds a key', async () => {
  const { id } = await question()
  const entry = await nobody.send(passkeys.beginPasskeySignIn)
  const ofSignIn = { ...owner.device.sign(entry), ticket: entry.ticket }
  assert.equal(await refusedKey(id, ofSignIn, owner), 'passkey.stale')
  const adding = await owner.api.send(passkeys.beginPasskey)
  const ofAdding = { ...owner.device.sign(adding), ticket: adding.ticket }
  assert.equal(await refusedKey(id, ofAdding, owner), 'passkey.stale')
  const asked = await beginKey(id, owner)
  const body = { ...owner.device.sign(asked), ticket: asked.ticket }
  assert.equal((await nobody.refused(passkeys.loginByPasskey, { body })).code, 'passkey.stale')
  const again = await beginKey(id, owner)
  const made = makeDevice().create({ ...again, user_id: 'AAAA' })
  const added = await owner.api.refused(passkeys.addPasskey, {
    body: { ...made, ticket: again.ticket, name: 'Чужой' },
  })
  assert.equal(added.code, 'passkey.stale')
})

test('another person’s key, another session’s challenge and what was signed elsewhere are refused', async () => {
  const { id } = await question()
  const asked = await beginKey(id, owner)
  const ofManager = { ...manager.device.sign(asked), ticket: asked.ticket }
  assert.equal(await refusedKey(id, ofManager, owner), 'passkey.not-accepted')
  // The manager’s own device, with the challenge that the owner’s session was given.
  const fetched = await beginKey(id, owner)
  const carried = { ...manager.device.sign(fetched), ticket: fetched.ticket }
  assert.equal(await refusedKey(id, carried, manager), 'passkey.stale')
  const wrong: Bent[] = [
    { isVerified: false },
    { origin: 'https://priyomka.example' },
    { rpId: 'priyomka.example' },
    { challenge: 'A'.repeat(43) },
    { crossOrigin: true },
    { type: 'webauthn.create' },
    { userHandle: Buffer.alloc(16, 7).toString('base64url') },
  ]
  for (const bent of wrong) {
    await q.deleteFrom('login_attempt').execute()
    assert.equal(
      await refusedKey(id, await signQuestion(id, owner, bent), owner),
      'passkey.not-accepted',
      JSON.stringify(bent),
    )
  }
  assert.equal(await stateOf(id), 'waiting')
  await q.deleteFrom('login_attempt').execute()
  const copied = await addKey(await addPerson(app, services, own.id, 'owner-c', 'USER', ['OWNER']))
  await q.updateTable('passkey').set({ counter: 7 }).where('user_id', '=', copied.id).execute()
  const stale = await signQuestion(id, copied, { counter: 7 })
  assert.equal(await refusedKey(id, stale, copied), 'passkey.counter')
})

test('only who may be the second person is given a challenge, for an open question of the own company', async () => {
  const { id } = await question()
  const code = async (person: Person, ask = id) =>
    (await person.api.refused(approvalAsks.beginApprovalKey, { body: { id: ask } })).code
  const [weigher, stranger] = [
    await addKey(await addPerson(app, services, own.id, 'weigher-k', 'USER', ['OPERATOR'])),
    await addKey(other.manager),
  ]
  assert.equal(await code(weigher), 'access.denied')
  assert.equal(await code(stranger), 'common.not-found')
  // Nor is the own question answered by its asker, nor another company’s by a challenge that was given for it at home.
  const asker = await addKey(own.operator)
  assert.equal(await code(asker), 'common.not-found')
  const asked = await beginKey(id, owner)
  const carried = { ...stranger.device.sign(asked), ticket: asked.ticket }
  assert.equal(await refusedKey(id, carried, stranger), 'passkey.stale')
  const both = { id, confirm: true, pcode: owner.pcode, key: await signQuestion(id, owner) }
  const refused = await owner.api.refused(approvalAsks.answerApprovalAsk, { body: both })
  assert.deepEqual([refused.code, Object.keys(refused.fields!)], ['common.validation', ['key']])
  await confirmByKey(id, await signQuestion(id, owner), owner)
  assert.equal(await code(manager), 'approval.ask-over')
})

test('whoever opened the asker’s account confirms nothing for it by a key', async () => {
  const { id } = await question()
  const key = await signQuestion(id, manager)
  await q
    .insertInto('account_opening')
    .values({ company_id: own.id, user_id: own.operator.id, opened_by: manager.id })
    .execute()
  const begun = await manager.api.refused(approvalAsks.beginApprovalKey, { body: { id } })
  assert.equal(begun.code, 'approval.one-person')
  assert.equal(await refusedKey(id, key, manager), 'approval.one-person')
  await q.deleteFrom('account_opening').where('company_id', '=', own.id).execute()
})
