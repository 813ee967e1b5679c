import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { audit } from '#contract/audit/audit.ts'
import { auth } from '#contract/user/auth.ts'
import { live } from '#contract/core/live.ts'
import { passkeys } from '#contract/user/passkeys.ts'
import { secondFactor } from '#contract/user/second-factor.ts'
import { user } from '#contract/user/user.ts'
import { userSessions } from '#contract/user/user-sessions.ts'
import { addAuditEvent } from '#server/db/audit.ts'
import { inTransaction } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { codeOf } from '#test/authenticator.ts'
import { openSecondProcess } from '#test/failures/second-process.ts'
import { apiOf, type Api } from '#test/support/api.ts'
import { addPerson, openWorld, signIn, worldPassword, type Person } from '#test/support/world.ts'

const world = await openWorld()
const second = await openSecondProcess(world)
after(async () => {
  await second.close()
  await world.close()
})
const { own, other, services, app, nobody, supervisor } = world
const root = supervisor.api

beforeEach(() => services.q.deleteFrom('login_attempt').execute())

const newPerson = (companyId: string | null = own.id) =>
  addPerson(app, services, companyId, `p-${uuidv7().slice(-10)}`, 'USER', ['OPERATOR'])
const again = async (person: Person) => apiOf(app, await signIn(services, person.id))
const sessionsOf = (id: string) => root.send(userSessions.superGetSessions, { query: { id } })
const end = (body: { id: string; ids?: string[]; reason?: string }) => ({
  body: { reason: 'Потерян телефон', ...body },
})
const isDead = async (api: Api) =>
  (await api.refused(auth.validateJWT).catch(() => undefined))?.code === 'auth.required'

test('one session of a person is ended, then all, and the journal says who and why', async () => {
  const person = await newPerson()
  const elsewhere = await again(person)
  await elsewhere.send(auth.validateJWT)
  const rows = await sessionsOf(person.id)
  assert.equal(rows.length, 2)
  assert.ok(rows.every(({ current, address }) => !current && address === '127.0.0.1'))
  const named = await root.send(
    userSessions.superEndSessions,
    end({ id: person.id, ids: [rows[0]!.id] }),
  )
  assert.equal(named.ended, 1)
  assert.deepEqual(
    (await sessionsOf(person.id)).map(({ id }) => id),
    [rows[1]!.id],
  )
  const all = await root.send(userSessions.superEndSessions, end({ id: person.id }))
  assert.equal(all.ended, 1)
  assert.ok((await isDead(person.api)) && (await isDead(elsewhere)))
  const none = await root.send(userSessions.superEndSessions, end({ id: person.id }))
  assert.equal(none.ended, 0)
  const { items } = await root.send(audit.getEvents, {
    query: { filter: { company_id: own.id, entity: ['user'], entity_id: person.id } },
  })
  const ended = items.filter(({ action }) => action === 'user.end-sessions')
  assert.equal(ended.length, 2, 'ending nothing leaves no event')
  assert.equal(ended[0]!.title, 'Сеансы завершены администратором')
  const event = await root.send(audit.getEvent, {
    query: { companyId: own.id, seq: ended[0]!.seq },
  })
  assert.deepEqual(event.changes.find(({ title }) => title === 'Причина')?.after, 'Потерян телефон')
})

test('the reason is read by super administrators alone: not in the company, not by the person', async () => {
  const person = await newPerson()
  await root.send(userSessions.superEndSessions, end({ id: person.id, reason: 'Тайная причина' }))
  const query = { filter: { entity: ['user' as const], entity_id: person.id } }
  const { items } = await own.manager.api.send(audit.getEvents, { query })
  const event = items.find(({ action }) => action === 'user.end-sessions')!
  assert.equal(event.fields, 'Завершено сеансов')
  const whole = await own.manager.api.send(audit.getEvent, { query: { seq: event.seq } })
  const back = await again(person)
  const history = await back.send(user.getHistory, {
    query: { entity: 'user', entity_id: person.id },
  })
  assert.ok(history.some(({ action }) => action === 'user.end-sessions'))
  assert.doesNotMatch(JSON.stringify([items, whole, history]), /Тайная/)
  const proof = await own.manager.api.send(audit.verifyChain, { query: {} })
  assert.deepEqual([proof.done, proof.broken], [true, null])
})

test('a lost factor is taken away only with words on how the person was recognised, which the company does not read', async () => {
  const person = await newPerson()
  const { secret } = await person.api.send(secondFactor.beginTotp, {
    body: { password: worldPassword },
  })
  await person.api.send(secondFactor.confirmTotp, { body: { otp: await codeOf(secret) } })
  const { id } = person
  for (const proof of [undefined, '', ' ', 'да']) {
    const body = { id, proof: proof as string }
    const factor = await root.refused(secondFactor.superResetSecondFactor, { body })
    const keys = await root.refused(passkeys.superRemovePasskeys, { body })
    assert.deepEqual([factor.code, keys.code], ['common.validation', 'common.validation'])
  }
  const body = { id, proof: 'Лично, паспорт сверен' }
  await root.send(secondFactor.superResetSecondFactor, { body })
  const query = { filter: { entity: ['user' as const], entity_id: id } }
  const seenBy = async (api: Api, companyId?: string) => {
    const filter = { ...query.filter, ...(companyId && { company_id: companyId }) }
    const { items } = await api.send(audit.getEvents, { query: { filter } })
    const { seq } = items.find(({ action }) => action === 'user.second-factor-reset')!
    const one = { seq, ...(companyId && { companyId }) }
    return JSON.stringify([items, await api.send(audit.getEvent, { query: one })])
  }
  assert.match(await seenBy(root, own.id), /паспорт сверен/)
  assert.doesNotMatch(await seenBy(own.manager.api), /паспорт/)
})

test('ending sessions is refused for oneself, for a person who does not exist, and to those who manage neither people of the platform nor of that company', async () => {
  const { superEndSessions, superGetSessions, superGetLinks } = userSessions
  const self = await root.refused(superEndSessions, end({ id: supervisor.id }))
  assert.equal(self.code, 'user.self')
  await root.send(auth.validateJWT)
  const strange = { id: randomUUID() }
  assert.equal((await root.refused(superEndSessions, end(strange))).code, 'common.not-found')
  assert.equal((await root.refused(superGetSessions, { query: strange })).code, 'common.not-found')
  assert.equal((await root.refused(superGetLinks, { query: strange })).code, 'common.not-found')
  const bare = await root.refused(superEndSessions, { body: { id: own.user.id, reason: ' ' } })
  assert.deepEqual([bare.status, Object.keys(bare.fields!)], [400, ['reason']])
  const { id } = own.operator
  for (const [{ api }, code] of [
    [other.manager, 'common.not-found'],
    [own.user, 'access.denied'],
    [own.operator, 'access.denied'],
  ] as const) {
    assert.equal((await api.refused(superEndSessions, end({ id }))).code, code)
    assert.equal((await api.refused(superGetSessions, { query: { id } })).code, code)
    assert.equal((await api.refused(superGetLinks, { query: { id } })).code, code)
  }
  await own.operator.api.send(auth.validateJWT)
})

test('a session of another person among the named ones stays alive', async () => {
  const person = await newPerson()
  const [foreign] = await sessionsOf(other.operator.id)
  const body = end({ id: person.id, ids: [foreign!.id] })
  assert.equal((await root.send(userSessions.superEndSessions, body)).ended, 0)
  await other.operator.api.send(auth.validateJWT)
})

test('an open screen at another server process is out at once, those of other people stay', async () => {
  const person = await newPerson()
  const stream = await openStream(person.api.token!)
  const neighbour = await openStream(own.operator.api.token!)
  await root.send(userSessions.superEndSessions, end({ id: person.id }))
  assert.match(await stream.rest(), /event: bye\ndata: {"reason":"auth.required"}/)
  const there = apiOf(second.world.app, person.api.token)
  assert.equal((await there.refused(auth.validateJWT)).code, 'auth.required')
  await second.world.own.operator.api.send(auth.validateJWT)
  neighbour.close()
})

test('own sessions that are ended from another screen lose their stream in every process', async () => {
  const person = await newPerson()
  const elsewhere = await openStream(await signIn(services, person.id))
  assert.equal((await person.api.send(auth.endSessions, { body: {} })).ended, 1)
  assert.match(await elsewhere.rest(), /event: bye\ndata: {"reason":"auth.required"}/)
  await person.api.send(auth.validateJWT)
})

test('a person reads the own sign-ins and wrong passwords, and those of nobody else', async () => {
  const [person, neighbour] = [await newPerson(), await newPerson()]
  const wrong = { body: { login: person.login, password: 'не тот пароль' } }
  await nobody.refused(auth.login, wrong)
  await nobody.send(auth.login, { body: { login: person.login, password: worldPassword } })
  await inTransaction(own.db, async (tx) =>
    addAuditEvent(tx, { action: 'auth.second-factor-failed', entity: 'user', id: person.id }),
  )
  const mine = await person.api.send(userSessions.getSignIns)
  assert.deepEqual(
    mine.map(({ outcome }) => outcome),
    ['wrong-code', 'signed-in', 'failed', 'signed-in'],
  )
  assert.ok(mine.slice(1).every(({ address }) => address === '127.0.0.1'))
  const others = await neighbour.api.send(userSessions.getSignIns)
  assert.deepEqual(
    others.map(({ outcome }) => outcome),
    ['signed-in'],
  )
  assert.equal((await nobody.refused(userSessions.getSignIns)).code, 'auth.required')
  await root.send(userSessions.getSignIns)
})

test('links say what became of them, newest first, and never their secret', async () => {
  const person = await newPerson()
  const give = () =>
    root.send(user.sendTemporaryLinks, { body: { user_ids: [person.id], channel: 'copy' } })
  const read = () => root.send(userSessions.superGetLinks, { query: { id: person.id } })
  const states = async () => (await read()).map(({ state }) => state)
  assert.deepEqual(await states(), [])
  await give()
  const [link] = await give()
  assert.deepEqual(await states(), ['active', 'revoked'])
  const token = link!.url!.split('#')[1]!
  assert.doesNotMatch(JSON.stringify(await read()), new RegExp(token))
  await nobody.send(auth.updatePasswordWithTempLink, {
    body: { token, password: 'сирень гараж самовар 42' },
  })
  assert.deepEqual(await states(), ['used', 'revoked'])
  await give()
  await services.q
    .updateTable('temporary_link')
    .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
    .where('user_id', '=', person.id)
    .where('status', '=', 'issued')
    .execute()
  assert.deepEqual(await states(), ['expired', 'used', 'revoked'])
  const [newest, used] = await read()
  assert.deepEqual([newest!.purpose, newest!.channel], ['reset_password', 'copy'])
  assert.equal(newest!.created_by, 'Иванова super')
  assert.ok(used!.used_at)
})

/** An open screen at the other process: what its stream still carries until the server ends it. */
async function openStream(token: string) {
  const stop = new AbortController()
  const response = await fetch(`${second.url}${live.stream.path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  assert.equal(response.status, 200)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  // From the first words on nothing that is committed is missed.
  let text = (await reader.read()).value ?? ''
  return {
    close: () => stop.abort(),
    async rest() {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return text
        text += value
      }
    },
  }
}
