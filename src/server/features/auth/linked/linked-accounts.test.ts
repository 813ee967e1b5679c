import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { auth } from '#contract/user/auth.ts'
import { linkedAccounts } from '#contract/user/linked/linked-accounts.ts'
import { secondFactor } from '#contract/user/second-factor.ts'
import { user } from '#contract/user/user.ts'
import { userSessions } from '#contract/user/user-sessions.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { codeOf, wrongCode } from '#test/authenticator.ts'
import { apiOf, type Api } from '#test/support/api.ts'
import { until } from '#test/support/until.ts'
import { addPerson, openWorld, worldPassword, type Person } from '#test/support/world.ts'

const world = await openWorld({ config: { askAgainMinutes: 5 } })
after(() => world.close())
const { own, other, services, app, nobody, supervisor } = world
const { q } = services
const password = worldPassword

beforeEach(() => q.deleteFrom('login_attempt').execute())

const { getLinkedAccounts, linkAccount, unlinkAccount, switchAccount } = linkedAccounts
const owner = (companyId = own.id, roles = ['OWNER']) =>
  addPerson(app, services, companyId, `o-${uuidv7().slice(-10)}`, 'USER', roles)
const link = (from: Person, to: Person) =>
  from.api.send(linkAccount, { body: { login: to.login, password } })
/** One person's accounts in both companies. */
async function ownerOfTwo(): Promise<{ here: Person; there: Person }> {
  const here = await owner()
  const there = await owner(other.id)
  await link(here, there)
  return { here, there }
}
const go = async (api: Api, { id }: Person) => {
  const { token, user: entered } = await api.send(switchAccount, { body: { id } })
  return { api: apiOf(app, token), entered }
}
const refusedGo = async (api: Api, { id }: { id: string }) =>
  (await api.refused(switchAccount, { body: { id } })).code
const isOver = async (api: Api) => (await api.refused(auth.validateJWT)).code === 'auth.required'
const titlesOf = async ({ api }: Person) =>
  (await api.send(user.getNotices)).items.map(({ title }) => title)
const sessionsOf = ({ id }: Person) =>
  q.selectFrom('session').where('user_id', '=', id).selectAll().orderBy('jti').execute()
const setSessions = ({ id }: Person, values: object) =>
  q.updateTable('session').set(values).where('user_id', '=', id).execute()

test('an owner adds the account in another company by its sign-in, goes there and back, and both are told', async () => {
  const { here, there } = await ownerOfTwo()
  const [listed] = await here.api.send(getLinkedAccounts)
  assert.deepEqual([listed?.id, listed?.login, listed?.closed], [there.id, there.login, null])
  assert.deepEqual(
    (await there.api.send(getLinkedAccounts)).map(({ id }) => id),
    [here.id],
  )
  for (const person of [here, there])
    assert.ok((await titlesOf(person)).some((title) => title.includes('связана с другой')))
  const inOther = await go(here.api, there)
  assert.equal(inOther.entered.info.company_id, other.id)
  assert.equal((await inOther.api.send(auth.validateJWT)).id, there.id)
  assert.ok(await isOver(here.api), 'one session goes on, the former one does not')
  const back = await go(inOther.api, here)
  assert.equal((await back.api.send(auth.validateJWT)).id, here.id)
  await there.api.send(auth.validateJWT)
})

test('accounts that were linked to either of two are one person’s, each company once', async () => {
  const { here, there } = await ownerOfTwo()
  const third = await owner()
  const answer = await third.api.refused(linkAccount, { body: { login: there.login, password } })
  assert.equal(answer.code, 'link.same-company')
  await link(here, there)
  assert.equal((await here.api.send(getLinkedAccounts)).length, 1)
})

test('what is no account of an owner is neither added nor entered', async () => {
  const here = await owner()
  const manager = await owner(other.id, ['OPERATOR', 'MANAGER'])
  const refused = async (from: Person, to: Person) =>
    (await from.api.refused(linkAccount, { body: { login: to.login, password } })).code
  assert.equal(await refused(here, manager), 'link.not-owner')
  assert.equal(await refused(manager, here), 'link.not-owner')
  assert.equal(await refused(here, await owner()), 'link.same-company')
  assert.equal(await refused(here, here), 'link.same-company')
  const { here: mine, there } = await ownerOfTwo()
  assert.equal(
    await refusedGo(here.api, there),
    'link.gone',
    'a stranger’s account is none of mine',
  )
  assert.equal(await refusedGo(mine.api, mine), 'link.gone')
  const roles = (person: Person, given: string[]) =>
    q.updateTable('app_user').set({ roles: given }).where('id', '=', person.id).execute()
  await roles(there, ['OPERATOR', 'MANAGER'])
  assert.equal(await refusedGo(mine.api, there), 'link.not-owner', 'rights were given meanwhile')
  await roles(there, ['OWNER'])
  await roles(mine, ['OPERATOR'])
  services.sessions.forget()
  assert.equal(await refusedGo(mine.api, there), 'link.not-owner')
  assert.deepEqual(await mine.api.send(getLinkedAccounts), [])
})

test('a wrong password of the other account is counted like one of sign-in, and links nothing', async () => {
  const here = await owner()
  const there = await owner(other.id)
  const body = { login: there.login, password: 'не тот' }
  assert.equal((await here.api.refused(linkAccount, { body })).code, 'auth.bad-credentials')
  const counted = await q.selectFrom('login_attempt').select('failures').execute()
  assert.ok(counted.every(({ failures }) => failures === 1) && counted.length >= 3)
  assert.deepEqual(await here.api.send(getLinkedAccounts), [])
})

test('a password that is set while the former one was being proven links nothing', async () => {
  const here = await owner()
  const there = await owner(other.id)
  const { answer } = await q.transaction().execute(async (held) => {
    const row = held.updateTable('app_user').where('id', '=', there.id)
    await row.set({ position: 'Собственник' }).execute()
    const answer = here.api.refused(linkAccount, { body: { login: there.login, password } })
    const isWaiting = sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%person_id%for update%'`
    await until(async () => (await isWaiting.execute(q)).rows.length > 0)
    await row.set({ password_hash: 'другой' }).execute()
    // Not awaited here: it ends when the row is free.
    return { answer }
  })
  assert.equal((await answer).code, 'auth.bad-credentials')
  assert.deepEqual(await here.api.send(getLinkedAccounts), [])
})

test('adding an account wants a sign-in of the last minutes', async () => {
  const here = await owner()
  const there = await owner(other.id)
  await setSessions(here, { signed_in_at: new Date(Date.now() - 3_600_000).toISOString() })
  services.sessions.forget()
  const { code } = await here.api.refused(linkAccount, { body: { login: there.login, password } })
  assert.equal(code, 'auth.sign-in-again')
})

test('going to and fro makes no stale sign-in fresh and no session longer', async () => {
  const { here, there } = await ownerOfTwo()
  const signed_in_at = new Date(Date.now() - 3_600_000).toISOString()
  const expires_at = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000).toISOString()
  await setSessions(here, { signed_in_at, expires_at, way: 'passkey' })
  services.sessions.forget()
  const { api } = await go((await go((await go(here.api, there)).api, here)).api, there)
  const opened = (await sessionsOf(there)).at(-1)!
  assert.deepEqual(
    [Date.parse(opened.signed_in_at), Date.parse(opened.expires_at), opened.way],
    [Date.parse(signed_in_at), Date.parse(expires_at), 'passkey'],
  )
  assert.equal((await api.refused(auth.endSessions, { body: {} })).code, 'auth.sign-in-again')
})

test('where a code is asked for, a session by password alone does not come in', async () => {
  const here = await owner()
  const there = await owner(other.id)
  const { secret } = await there.api.send(secondFactor.beginTotp, { body: { password } })
  await there.api.send(secondFactor.confirmTotp, { body: { otp: await codeOf(secret) } })
  const body = { login: there.login, password }
  assert.equal((await here.api.refused(linkAccount, { body })).code, 'auth.otp-required')
  const otp = await wrongCode(secret)
  const wrong = await here.api.refused(linkAccount, { body: { ...body, otp } })
  assert.equal(wrong.code, 'auth.wrong-otp')
  await here.api.send(linkAccount, { body: { ...body, otp: await codeOf(secret, 1) } })
  assert.equal(await refusedGo(here.api, there), 'link.weaker')
  assert.match((await here.api.send(getLinkedAccounts))[0]!.closed!, /вход по коду/)
  await setSessions(here, { way: 'code' })
  await go(here.api, there)
})

test('whoever makes a link into one account does not come to the others by it', async () => {
  const { here, there } = await ownerOfTwo()
  const body = { user_ids: [there.id] }
  const [made] = await supervisor.api.send(user.sendTemporaryLinks, { body })
  const token = made!.url!.split('#').at(-1)!
  const phrase = 'гараж-сирень-самовар-42'
  await nobody.send(auth.updatePasswordWithTempLink, { body: { token, password: phrase } })
  const cheat = await nobody.send(auth.login, { body: { login: there.login, password: phrase } })
  const api = apiOf(app, cheat.token)
  assert.deepEqual(await api.send(getLinkedAccounts), [])
  assert.equal(await refusedGo(api, here), 'link.gone')
  assert.equal(await refusedGo(here.api, there), 'link.gone')
})

test('an account that is blocked, of a closed company or of another one now is not entered', async () => {
  const { here, there } = await ownerOfTwo()
  const setThere = (values: object) =>
    q.updateTable('app_user').set(values).where('id', '=', there.id).execute()
  await setThere({ status: 'blocked' })
  assert.equal(await refusedGo(here.api, there), 'auth.blocked')
  await setThere({ status: 'active' })
  await q.updateTable('company').set({ status: 'archived' }).where('id', '=', other.id).execute()
  assert.equal(await refusedGo(here.api, there), 'auth.company-closed')
  await q.updateTable('company').set({ status: 'active' }).where('id', '=', other.id).execute()
  await supervisor.api.send(user.superUpdate, {
    body: { id: there.id, version: 1, company_id: own.id, roles: ['OWNER'] },
  })
  assert.equal(await refusedGo(here.api, there), 'link.gone')
})

test('ending the sessions of an account ends what was opened from them', async () => {
  const { here, there } = await ownerOfTwo()
  const thief = await go(here.api, there)
  const again = apiOf(
    app,
    (await nobody.send(auth.login, { body: { login: here.login, password } })).token,
  )
  const shown = await again.send(auth.getSessions)
  assert.equal(shown.length, 2, 'the owner sees it')
  const query = { id: here.id }
  const told = await own.manager.api.send(userSessions.superGetSessions, { query })
  assert.equal(told.length, 1, 'a manager does not: it is another company’s')
  await again.send(auth.endSessions, { body: {} })
  assert.ok(await isOver(thief.api))
  await there.api.send(auth.validateJWT)
  const next = await go(again, there)
  await supervisor.api.send(user.superSetStatus, { body: { id: here.id, new_status: 'blocked' } })
  assert.ok(await isOver(next.api), 'a block, too')
})

test('an account that is taken away leads nowhere, and what was opened over it ends', async () => {
  const { here, there } = await ownerOfTwo()
  const opened = await go(there.api, here)
  await here.api.send(unlinkAccount, { body: { id: there.id } })
  assert.ok(await isOver(opened.api))
  for (const { id } of [here, there]) assert.deepEqual(await unlinkedIn(id), [id])
  assert.equal(await refusedGo(here.api, there), 'link.gone')
  const gone = await here.api.refused(unlinkAccount, { body: { id: there.id } })
  assert.equal(gone.code, 'link.gone')
  const stranger = await owner()
  const foreign = await stranger.api.refused(unlinkAccount, { body: { id: here.id } })
  assert.equal(foreign.code, 'link.gone')
})

test('an account that leaves by itself is in the journal of its own company once', async () => {
  const { here, there } = await ownerOfTwo()
  await there.api.send(unlinkAccount, { body: { id: there.id } })
  assert.deepEqual(await unlinkedIn(there.id), [there.id])
  assert.deepEqual(await unlinkedIn(here.id), [])
})

/** Whom the journal of an account's company names for it: nobody of another company. */
async function unlinkedIn(userId: string): Promise<(string | null)[]> {
  const rows = await q
    .selectFrom('audit_event as e')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.id', '=', 'e.entity_id').onRef('u.company_id', '=', 'e.company_id'),
    )
    .where('e.action', '=', 'auth.unlink-account')
    .where('e.entity_id', '=', userId)
    .select('e.user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

test('of two goings of one session one opens', async () => {
  const { here, there } = await ownerOfTwo()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      here.api.raw({ method: 'POST', url: switchAccount.path, payload: { id: there.id } }),
    ),
  )
  const opened = answers.filter(({ statusCode }) => statusCode === 200)
  const living = (await sessionsOf(there)).filter((row) => row.root_jti && !row.revoked_at)
  assert.equal(opened.length, living.length)
  assert.equal(living.length, 1)
})
