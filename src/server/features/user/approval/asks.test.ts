import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import { userPreferences } from '#contract/user/user-preferences.ts'
import { Refusal } from '#http/refusal.ts'
import { voidQuestions } from '#test/void-questions.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, services, app } = world
const owner = await addPerson(app, services, own.id, 'owner-a', 'USER', ['OWNER'])

const { actId, tryVoid, sealedFor, ask, take } = voidQuestions(world)

const answer = (id: string, more: object, person = owner) => ({
  api: person.api,
  input: { body: { id, confirm: true, pcode: person.pcode, ...more } },
})
test('an owner confirms from elsewhere what the server itself described, and the session that asked acts once by it', async () => {
  const asked = await ask(await sealedFor(own.operator))
  assert.ok(asked.people.some((name) => name.includes('Владелец')))
  const [seen] = await owner.api.send(approvalAsks.getApprovalAsks, {})
  assert.deepEqual(
    [seen!.message, seen!.object.ids, seen!.about.warnings, seen!.amount_kop],
    ['Аннулирование акта', [actId], ['Цена выше прайса на 12 %'], 100_00],
  )
  const bell = await owner.api.send(userPreferences.getNotices, { query: {} })
  assert.match(JSON.stringify(bell), /просит подтвердить: Аннулирование акта/)
  const early = await own.operator.api.refused(approvalAsks.takeAskedApproval, {
    body: { id: asked.id },
  })
  assert.equal(early.code, 'approval.ask-over')
  const { api, input } = answer(asked.id, {})
  assert.equal((await api.send(approvalAsks.answerApprovalAsk, input)).state, 'confirmed')
  const state = await own.operator.api.send(approvalAsks.getAskedApproval, {
    query: { id: asked.id },
  })
  assert.equal(state.state, 'confirmed')
  // What one session asked for is nothing in the hands of another.
  const strange = await own.manager.api.refused(approvalAsks.takeAskedApproval, {
    body: { id: asked.id },
  })
  assert.equal(strange.code, 'approval.ask-over')
  const { approval_token: token } = await take(asked.id)
  assert.equal(await tryVoid(own.operator, 100_00, token), owner.id)
  assert.ok((await tryVoid(own.operator, 100_00, token)) instanceof Refusal)
  const again = await own.operator.api.refused(approvalAsks.takeAskedApproval, {
    body: { id: asked.id },
  })
  assert.equal(again.code, 'approval.ask-over')
})

test('what a browser changed of the question is none of the server’s, and what changed since is asked anew', async () => {
  const sealed = await sealedFor(own.operator)
  const [text, seal] = sealed.split('.')
  const told = JSON.parse(Buffer.from(text!, 'base64url').toString()) as { about: object }
  const forged = { ...told, about: { number: '2026-000001', total_kop: 1 } }
  const refused = async (body: { sealed: string }, person = own.operator) =>
    (await person.api.refused(approvalAsks.askApproval, { body })).code
  const forgedText = Buffer.from(JSON.stringify(forged)).toString('base64url')
  assert.equal(await refused({ sealed: `${forgedText}.${seal}` }), 'common.validation')
  assert.equal(await refused({ sealed: text! }), 'common.validation')
  // The seal of one session is nothing in another's hands.
  assert.equal(await refused({ sealed }, own.manager), 'common.validation')
  const asked = await ask(sealed)
  const { api, input } = answer(asked.id, {})
  await api.send(approvalAsks.answerApprovalAsk, input)
  const { approval_token: token } = await take(asked.id)
  assert.ok((await tryVoid(own.operator, 200_00, token)) instanceof Refusal)
})

test('only who may be the second person answers, with the own PIN, once and in time', async () => {
  const asked = await ask(await sealedFor(own.operator))
  const code = async ({ api, input }: ReturnType<typeof answer>) =>
    (await api.refused(approvalAsks.answerApprovalAsk, input)).code
  assert.equal(await code(answer(asked.id, { pcode: own.manager.pcode })), 'pcode.wrong')
  assert.equal(await code(answer(asked.id, { pcode: undefined })), 'common.validation')
  assert.equal(await code(answer(asked.id, {}, own.operator)), 'common.not-found')
  assert.equal(await code(answer(asked.id, {}, other.manager)), 'common.not-found')
  assert.equal(await code(answer(asked.id, {}, own.user)), 'access.denied')
  const weigher = await addPerson(app, services, own.id, 'weigher-a', 'USER', ['OPERATOR'])
  assert.equal(await code(answer(asked.id, {}, weigher)), 'access.denied')
  assert.deepEqual(await weigher.api.send(approvalAsks.getApprovalAsks, {}), [])
  const { api, input } = answer(asked.id, { confirm: false, pcode: undefined })
  assert.equal((await api.send(approvalAsks.answerApprovalAsk, input)).state, 'declined')
  assert.equal(await code(answer(asked.id, {}, own.manager)), 'approval.ask-over')
  const late = await ask(await sealedFor(own.operator))
  await sql`update approval_ask set expires_at = now() where id = ${late.id}`.execute(services.q)
  assert.equal(await code(answer(late.id, {})), 'approval.ask-over')
})

test('the same question asked again is one question, until it is declined or its answer is taken', async () => {
  const first = await ask(await sealedFor(own.operator, 300_00))
  const again = await ask(await sealedFor(own.operator, 300_00))
  assert.equal(again.id, first.id)
  const another = await ask(await sealedFor(own.operator, 301_00))
  assert.notEqual(another.id, first.id)
  const open = await owner.api.send(approvalAsks.getApprovalAsks, {})
  assert.equal(open.filter(({ amount_kop }) => amount_kop === 300_00).length, 1)
  const no = answer(first.id, { confirm: false, pcode: undefined })
  await no.api.send(approvalAsks.answerApprovalAsk, no.input)
  const after = await ask(await sealedFor(own.operator, 300_00))
  assert.notEqual(after.id, first.id)
  const yes = answer(after.id, {})
  await yes.api.send(approvalAsks.answerApprovalAsk, yes.input)
  // The answer came after the wait was given up: asking again finds it.
  assert.equal((await ask(await sealedFor(own.operator, 300_00))).id, after.id)
  await take(after.id)
  assert.notEqual((await ask(await sealedFor(own.operator, 300_00))).id, after.id)
})

test('whoever opened the asker’s account answers nothing for it', async () => {
  await services.q
    .insertInto('account_opening')
    .values({ company_id: own.id, user_id: own.operator.id, opened_by: own.manager.id })
    .execute()
  const asked = await ask(await sealedFor(own.operator))
  assert.ok(!asked.people.some((name) => name.includes('manager')))
  assert.deepEqual(await own.manager.api.send(approvalAsks.getApprovalAsks, {}), [])
  const { api, input } = answer(asked.id, {}, own.manager)
  assert.equal(
    (await api.refused(approvalAsks.answerApprovalAsk, input)).code,
    'approval.one-person',
  )
  await services.q.deleteFrom('account_opening').where('company_id', '=', own.id).execute()
})
