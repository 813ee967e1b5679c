import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import { noticeChoices } from '#contract/user/notice-choices.ts'
import type { NoticeKind } from '#contract/user/notice-kinds.ts'
import { MAX_PUSH_BROWSERS, pushBrowsers } from '#contract/user/push-browsers.ts'
import { auth } from '#contract/user/auth.ts'
import { user } from '#contract/user/user.ts'
import { userSessions } from '#contract/user/user-sessions.ts'
import { inTransaction } from '#server/db/handle.ts'
import { makeReceiver, openPushService, readProof } from '#test/failures/push-service.ts'
import { until } from '#test/support/until.ts'
import { addPerson, openWorld, worldPassword, type Person } from '#test/support/world.ts'
import { addNotices } from '../notices/notice-queries.ts'
import { PUSH_JOB, pushJobs, type PushJob } from './send-push.ts'

const world = await openWorld()
const service = await openPushService()
after(async () => {
  await service.close()
  await world.close()
})
const { app, services, own, other, supervisor } = world
const { q } = services
// Jobs are taken and stored: each test runs them by itself, so that no pause is waited for.
const queued: PushJob[] = []
await services.jobs.start([
  { name: PUSH_JOB, handler: async (data) => void queued.push(data as PushJob) },
])
const [spec] = pushJobs(services)
const run = (job: PushJob) => spec!.handler(job, undefined)

afterEach(() => {
  service.reactWith(undefined)
  service.received.length = 0
  queued.length = 0
})

let people = 0
function addManager(): Promise<Person> {
  const login = `pushed-${++people}`
  return addPerson(app, services, own.id, login, 'USER', ['OPERATOR', 'MANAGER'])
}
const addressOf = (name: string) => `${service.origin}/push/${name}`
async function addBrowser(person: Person, name = `of-${person.id}`, endpoint = addressOf(name)) {
  await person.api.send(pushBrowsers.beginPush)
  const receiver = makeReceiver()
  const body = { endpoint, ...receiver.keys }
  const browser = await person.api.send(pushBrowsers.addPushBrowser, { body })
  return { ...receiver, ...browser }
}
const choose = (person: Person, kind: NoticeKind, pushed = true, shown = true) =>
  person.api.send(noticeChoices.updateNoticeChoices, {
    body: { choices: [{ kind, shown, mailed: false, pushed }] },
  })
const browsersOf = (person: Person) => person.api.send(pushBrowsers.getPushBrowsers)
const tell = (ids: string[], kind: NoticeKind = 'second_signature') =>
  inTransaction(own.db, (tx) =>
    addNotices(tx, ids, {
      kind,
      title: 'Выплата 184 500,00 ₽ Петрову П. П. ждёт',
      href: '/operator/payments/1',
    }),
  )
async function takeJob(): Promise<PushJob> {
  await until(() => queued.length > 0)
  return queued.shift()!
}

test('a chosen notice reaches the browser, encrypted, signed, and without sums and names', async () => {
  const person = await addManager()
  const browser = await addBrowser(person)
  await choose(person, 'second_signature')
  assert.equal((await person.api.send(noticeChoices.getNoticeChoices)).push, 'on')
  await tell([person.id])
  const job = await takeJob()
  assert.ok(!JSON.stringify(job).includes('Петров'))
  await run(job)
  const [request] = service.received
  assert.deepEqual(JSON.parse(await browser.open(request!.body)), {
    title: 'Приёмка',
    text: 'Выплата ждёт второго сотрудника',
    href: '/operator/payments/1',
    tag: job.tag,
  })
  const { headers } = request!
  assert.deepEqual(
    [headers['content-encoding'], headers.ttl, headers.urgency],
    ['aes128gcm', '86400', 'normal'],
  )
  const { key, payload } = await readProof(request!, service.origin)
  assert.equal(key, (await person.api.send(pushBrowsers.beginPush)).public_key)
  assert.ok(payload.exp! - Date.now() / 1000 <= 24 * 3600)
  assert.notEqual((await browsersOf(person))[0]!.last_sent_at, null)
})

test('address, keys and the key of the installation are sealed in the database', async () => {
  const person = await addManager()
  const { id, keys } = await addBrowser(person, 'sealed-place')
  const row = await q.selectFrom('push_browser').where('id', '=', id).selectAll().executeTakeFirst()
  const text = `${row!.sealed.toString('latin1')} ${row!.sealed.toString('hex')}`
  assert.ok(!text.includes('sealed-place') && !text.includes(keys.auth))
  const stored = await q.selectFrom('push_key').selectAll().execute()
  assert.equal(stored.length, 1)
  assert.ok(!stored[0]!.sealed.toString('latin1').includes('PRIVATE KEY'))
})

test('an unchosen kind, a rolled back change and a blocked person send nothing', async () => {
  const person = await addManager()
  await addBrowser(person)
  await choose(person, 'second_signature', false)
  await tell([person.id])
  await choose(person, 'second_signature')
  const undone = inTransaction(own.db, async (tx) => {
    await addNotices(tx, [person.id], { kind: 'second_signature', title: 'x', href: '/operator' })
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  await tell([person.id])
  const job = await takeJob()
  assert.deepEqual(queued, [])
  await q.updateTable('app_user').set({ status: 'blocked' }).where('id', '=', person.id).execute()
  await run(job)
  assert.deepEqual(service.received, [])
})

test('a kind that the bell does not show is pushed all the same; one that is only a letter cannot be', async () => {
  const person = await addManager()
  await addBrowser(person)
  await choose(person, 'long_on_site', true, false)
  await tell([person.id], 'long_on_site')
  assert.equal((await takeJob()).kind, 'long_on_site')
  const { fields } = await person.api.refused(noticeChoices.updateNoticeChoices, {
    body: { choices: [{ kind: 'audit_head', shown: false, mailed: false, pushed: true }] },
  })
  assert.match(fields!['choices']!, /приходит только письмом/)
})

for (const status of [404, 410])
  test(`${status} removes the browser`, async () => {
    const person = await addManager()
    await addBrowser(person)
    await choose(person, 'second_signature')
    await tell([person.id])
    service.reactWith((_request, response) => void response.writeHead(status).end())
    await run(await takeJob())
    assert.deepEqual(await browsersOf(person), [])
    assert.equal((await person.api.send(noticeChoices.getNoticeChoices)).push, 'no-browser')
    assert.deepEqual(queued, [])
  })

test('429 and 5xx are sent again later with the same tag, 400 is not', async () => {
  const person = await addManager()
  await addBrowser(person)
  await choose(person, 'second_signature')
  await tell([person.id])
  const job = await takeJob()
  const pauses: number[] = []
  const enqueue: typeof services.jobs.enqueue = async (_db, _name, data, options) => {
    assert.deepEqual(data, { ...job, tries: job.tries + 1 })
    pauses.push(options!.afterSeconds!)
  }
  const [patient] = pushJobs({ ...services, jobs: { ...services.jobs, enqueue } })
  const answer = async (status: number, headers = {}) => {
    service.reactWith((_request, response) => void response.writeHead(status, headers).end())
    await patient!.handler(job, undefined)
  }
  await answer(503)
  await answer(429, { 'retry-after': '120' })
  await answer(429, { 'retry-after': '7200' })
  await answer(400)
  await answer(302, { location: service.origin })
  assert.deepEqual(pauses, [10, 120, 3600])
  await patient!.handler({ ...job, tries: 5 }, undefined)
  assert.equal(pauses.length, 3, 'the last try is the last')
  assert.equal((await browsersOf(person)).length, 1)
})

test('a browser is of the last person who asked in it, and waiting messages of the one before are dropped', async () => {
  const [before, now] = [await addManager(), await addManager()]
  await addBrowser(before, 'shared')
  await choose(before, 'second_signature')
  await tell([before.id])
  const job = await takeJob()
  const taken = await addBrowser(now, 'shared')
  await run(job)
  assert.deepEqual(service.received, [])
  assert.deepEqual(await browsersOf(before), [])
  assert.deepEqual(
    (await browsersOf(now)).map(({ id, fingerprint }) => [id, fingerprint]),
    [[taken.id, taken.fingerprint]],
  )
})

test('a browser of another person does not exist: neither of a colleague nor of another company', async () => {
  const person = await addManager()
  const { id } = await addBrowser(person)
  for (const stranger of [own.manager, other.manager, supervisor]) {
    assert.deepEqual(await browsersOf(stranger), [])
    for (const call of [pushBrowsers.removePushBrowser, pushBrowsers.testPush]) {
      const refusal = await stranger.api.refused(call, { body: { id } })
      assert.equal(refusal.code, 'common.not-found')
    }
  }
  assert.equal((await browsersOf(person)).length, 1)
  await person.api.send(pushBrowsers.removePushBrowser, { body: { id } })
  assert.deepEqual(await browsersOf(person), [])
})

test('addresses inside the network, without https, and keys that are none are refused with a message', async () => {
  const person = await addManager()
  const { keys } = makeReceiver()
  const add = (body: { endpoint: string; p256dh: string; auth: string }) =>
    person.api.refused(pushBrowsers.addPushBrowser, { body })
  const refusals = [
    await add({ ...keys, endpoint: 'https://192.168.0.1/push' }),
    await add({ ...keys, endpoint: 'http://push.example.ru/1' }),
    await add({ ...keys, endpoint: 'https://me:secret@push.example.ru/1' }),
    await add({ ...keys, endpoint: 'https://push.example.ru:8443/1' }),
    await add({ ...keys, endpoint: addressOf('x'), p256dh: keys.p256dh.replace(/^B/, 'C') }),
  ]
  assert.deepEqual(
    refusals.map(({ code }) => code),
    refusals.map(() => 'push.bad-browser'),
  )
  assert.match(refusals[0]!.fields!['endpoint']!, /внутреннюю сеть/)
})

test('the eleventh browser is refused, and one of the ten may come again', async () => {
  const person = await addManager()
  for (let index = 0; index < MAX_PUSH_BROWSERS; index++) await addBrowser(person, `many-${index}`)
  const body = { ...makeReceiver().keys, endpoint: addressOf('many-more') }
  assert.equal(
    (await person.api.refused(pushBrowsers.addPushBrowser, { body })).code,
    'push.too-many',
  )
  await addBrowser(person, 'many-3')
  assert.equal((await browsersOf(person)).length, MAX_PUSH_BROWSERS)
})

test('a test message arrives; why it did not is said of no server, so that nobody asks it for ports', async () => {
  const person = await addManager()
  const { id, open } = await addBrowser(person)
  await person.api.send(pushBrowsers.testPush, { body: { id } })
  assert.match(await open(service.received[0]!.body), /Уведомления доходят/)
  const refuseWith = (status: number) => {
    service.reactWith((_request, response) => void response.writeHead(status).end())
    return person.api.refused(pushBrowsers.testPush, { body: { id } })
  }
  const refused = await refuseWith(403)
  assert.deepEqual([refused.status, refused.code], [502, 'push.refused'])
  const closed = await addBrowser(person, 'closed', 'http://127.0.0.1:9/push')
  const unheard = await person.api.refused(pushBrowsers.testPush, { body: { id: closed.id } })
  assert.equal(unheard.message, refused.message)
  assert.equal((await refuseWith(410)).code, 'push.gone')
  assert.equal((await browsersOf(person)).length, 1)
})

test('a changed password, sessions ended by an administrator and a block end the notices too', async () => {
  const person = await addManager()
  await addBrowser(person)
  const reason = 'Потерян телефон'
  await supervisor.api.send(userSessions.superEndSessions, { body: { id: person.id, reason } })
  const left = ({ id }: Person) =>
    q.selectFrom('push_browser').where('user_id', '=', id).select('id').execute()
  assert.deepEqual(await left(person), [])
  const careful = await addManager()
  await addBrowser(careful)
  await careful.api.send(auth.changePassword, {
    body: { old_password: worldPassword, new_password: 'другие-совсем-слова-4' },
  })
  assert.deepEqual(await left(careful), [])
  const blocked = await addManager()
  await addBrowser(blocked)
  for (const new_status of ['blocked', 'active'] as const)
    await supervisor.api.send(user.superSetStatus, { body: { id: blocked.id, new_status } })
  assert.deepEqual(await left(blocked), [], 'unblocking brings nothing back')
})

test('in a database that was restored beside other keys a browser that is turned on anew gets its notices', async () => {
  const person = await addManager()
  const { id } = await addBrowser(person)
  const { public_key: before } = await person.api.send(pushBrowsers.beginPush)
  const sealed = randomBytes(100)
  await q.updateTable('push_key').set({ sealed }).execute()
  await q.updateTable('push_browser').set({ sealed }).where('id', '=', id).execute()
  const test = { body: { id } }
  assert.equal((await person.api.refused(pushBrowsers.testPush, test)).code, 'push.gone')
  await addBrowser(person)
  await person.api.send(pushBrowsers.testPush, test)
  assert.notEqual((await readProof(service.received.at(-1)!, service.origin)).key, before)
})

test('test messages are bounded: each of them calls a server that the person named', async () => {
  const person = await addManager()
  const test = { body: { id: (await addBrowser(person)).id } }
  for (let sent = 0; sent < 10; sent++) await person.api.send(pushBrowsers.testPush, test)
  assert.equal((await person.api.refused(pushBrowsers.testPush, test)).code, 'common.too-many')
  assert.equal(service.received.length, 10)
})
