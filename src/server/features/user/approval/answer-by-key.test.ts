import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { audit } from '#contract/audit/audit.ts'
import { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import { passkeys } from '#contract/user/passkeys.ts'
import { Refusal } from '#http/refusal.ts'
import {
  addKey,
  beginKey,
  confirmByKey,
  newQuestions,
  refusedKey,
  signQuestion,
} from '#test/key-answers.ts'
import { until } from '#test/support/until.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, services, app } = world
const { q } = services
const { tryVoid, sealedFor, ask, take, question } = newQuestions(world)
const owner = await addKey(await addPerson(app, services, own.id, 'owner-k', 'USER', ['OWNER']))

beforeEach(() => q.deleteFrom('login_attempt').execute())

test('a key confirms what the PIN does, and events tell by which of them', async () => {
  const { id, total } = await question()
  const asked = await beginKey(id, owner)
  assert.deepEqual(asked.known, [owner.device.id])
  // Signed in already: a key may leave its owner out.
  const { user_handle: _, ...key } = owner.device.sign(asked)
  assert.equal((await confirmByKey(id, { ...key, ticket: asked.ticket }, owner)).state, 'confirmed')
  const { approval_token: token } = await take(id)
  assert.equal(await tryVoid(own.operator, total, token), owner.id)
  assert.ok((await tryVoid(own.operator, total, token)) instanceof Refusal)
  const byPin = await question()
  const pin = { id: byPin.id, confirm: true, pcode: owner.pcode }
  await owner.api.send(approvalAsks.answerApprovalAsk, { body: pin })
  const { items } = await own.manager.api.send(audit.getEvents, {
    query: { filter: { entity: ['approval'] } },
  })
  const sentences = items.map(({ sentence }) => sentence.map(({ text }) => text).join(''))
  assert.match(
    sentences.join('\n'),
    /подтвердил\S* пин-кодом то, о чём просили(.|\n)*подтверждением ключом(.|\n)*подтвердил\S* ключом то, о чём просили/,
  )
})

test('who has a key and no PIN, or a temporary one, is asked and confirms', async () => {
  const setPin = (values: { pcode_hmac?: null; pcode_temporary?: boolean }) =>
    q.updateTable('app_user').set(values).where('id', '=', holder.id).execute()
  const holder = await addKey(await addPerson(app, services, own.id, 'owner-p', 'USER', ['OWNER']))
  let total = 900_00
  for (const values of [{ pcode_temporary: true }, { pcode_hmac: null, pcode_temporary: false }]) {
    await setPin(values)
    const asked = await ask(await sealedFor(own.operator, (total += 100)))
    assert.ok(asked.people.some((name) => name.includes('(Владелец, ключом)')))
    await confirmByKey(asked.id, await signQuestion(asked.id, holder), holder)
    const { approval_token: token } = await take(asked.id)
    assert.equal(await tryVoid(own.operator, total, token), holder.id)
  }
  await setPin({ pcode_temporary: true })
  const { id } = await question()
  const refused = await holder.api.refused(approvalAsks.answerApprovalAsk, {
    body: { id, confirm: true, pcode: holder.pcode },
  })
  assert.equal(refused.code, 'pcode.wrong')
  await q.updateTable('app_user').set({ status: 'blocked' }).where('id', '=', holder.id).execute()
})

test('where others have keys alone, the refusal says so and asks for no PIN', async () => {
  const people = q.updateTable('app_user').where('company_id', '=', own.id)
  await people.set({ pcode_temporary: true }).execute()
  const refused = await tryVoid(own.operator)
  assert.ok(refused instanceof Refusal)
  const { keys_only, sealed } = refused.detail.approval!
  assert.deepEqual([keys_only, typeof sealed], [true, 'string'])
  assert.match(refused.message, /Спросите по телефону, у них есть только ключ: .*ключом/)
  // Keys of another address of the server are of no use here.
  await q.updateTable('passkey').set({ host: 'old.example.ru' }).execute()
  const nobodyCan = await tryVoid(own.operator)
  assert.ok(nobodyCan instanceof Refusal && nobodyCan.detail.approval!.nobody)
  await q.updateTable('passkey').set({ host: 'localhost' }).execute()
  await people.set({ pcode_temporary: false }).execute()
})

test('keys and PINs that do not fit lock the keypad together, and each is recorded', async () => {
  const { id } = await question()
  for (let i = 0; i < 3; i++)
    assert.equal(
      await refusedKey(id, await signQuestion(id, owner, { isVerified: false }), owner),
      'passkey.not-accepted',
    )
  for (let i = 0; i < 2; i++) {
    const wrong = { id, confirm: true, pcode: own.manager.pcode }
    const { code } = await owner.api.refused(approvalAsks.answerApprovalAsk, { body: wrong })
    assert.equal(code, 'pcode.wrong')
  }
  const wordsOf = async (answer: object) => {
    const body = { id, confirm: true, ...answer }
    const { code, message } = await owner.api.refused(approvalAsks.answerApprovalAsk, { body })
    assert.equal(code, 'pcode.locked')
    return message
  }
  const key = await signQuestion(id, owner)
  assert.match(await wordsOf({ key }), /подтверждений не принято\. Повторите через 15 минут/)
  assert.match(await wordsOf({ pcode: owner.pcode }), /неверных пин-кодов/)
  const { items } = await own.manager.api.send(audit.getEvents, {
    query: { filter: { entity_id: owner.id } },
  })
  const failed = items.filter(({ action }) => action === 'approval.key-failed')
  assert.ok(failed.length >= 3)
  assert.ok(failed.every(({ user }) => user?.includes(owner.login)))
  await q.deleteFrom('login_attempt').execute()
  // What was right is not counted.
  for (let i = 0; i < 7; i++) {
    const next = await question()
    await confirmByKey(next.id, await signQuestion(next.id, owner), owner)
  }
})

test('a key that was removed confirms nothing, neither before its answer nor after it', async () => {
  const holder = await addKey(await addPerson(app, services, own.id, 'owner-r', 'USER', ['OWNER']))
  const remove = async () => {
    const { passkeys: keys } = await holder.api.send(passkeys.getPasskeys)
    await holder.api.send(passkeys.removePasskey, { body: { id: keys[0]!.id } })
  }
  const answered = await question()
  await confirmByKey(answered.id, await signQuestion(answered.id, holder), holder)
  const waiting = await question()
  const key = await signQuestion(waiting.id, holder)
  await remove()
  assert.equal(await refusedKey(waiting.id, key, holder), 'passkey.not-accepted')
  const { approval_token: token } = await take(answered.id)
  assert.ok((await tryVoid(own.operator, answered.total, token)) instanceof Refusal)
  const none = await holder.api.refused(approvalAsks.beginApprovalKey, {
    body: { id: waiting.id },
  })
  assert.equal(none.code, 'passkey.none')
})

test('a key that is removed while its answer waits for the question confirms nothing', async () => {
  const holder = await addKey(await addPerson(app, services, own.id, 'owner-w', 'USER', ['OWNER']))
  const { id } = await question()
  const key = await signQuestion(id, holder)
  const answered = await q.transaction().execute(async (held) => {
    await sql`select 1 from approval_ask where id = ${id} for update`.execute(held)
    const answer = refusedKey(id, key, holder)
    const isUsed = () =>
      q
        .selectFrom('passkey')
        .where('user_id', '=', holder.id)
        .where('last_used_at', 'is not', null)
        .select('id')
        .executeTakeFirst()
    await until(isUsed)
    await q.deleteFrom('passkey').where('user_id', '=', holder.id).execute()
    // In an array: the promise itself would be waited for while the row is held.
    return [answer]
  })
  assert.equal(await answered[0], 'passkey.not-accepted')
})
