import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { noticeChoices } from '#contract/user/notice-choices.ts'
import { audit } from '#contract/audit/audit.ts'
import { auth } from '#contract/user/auth.ts'
import { user } from '#contract/user/user.ts'
import { inTransaction } from '#server/db/handle.ts'
import { openMailServer } from '#test/mail/mail-server.ts'
import { until } from '#test/support/until.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'
import { mailAuditHeads } from './audit-heads.ts'
import { addNotices, alertManagers } from './notice-queries.ts'

const server = await openMailServer({ refuses: /refused@/ })
const world = await openWorld({
  jobs: true,
  config: { mail: { url: server.url, from: 'priemka@example.ru' } },
})
after(async () => {
  await world.close()
  await server[Symbol.asyncDispose]()
})
const { app, services, own, other, supervisor } = world

let people = 0
async function addManager(email: string | null): Promise<Person> {
  const login = `chooser-${++people}`
  const person = await addPerson(app, services, own.id, login, 'USER', ['OPERATOR', 'MANAGER'])
  await services.q.updateTable('app_user').set({ email }).where('id', '=', person.id).execute()
  return person
}
const tell = (
  ids: string[],
  title: string,
  kind: 'device_offline' | 'bank_stopped' = 'device_offline',
) => inTransaction(own.db, (tx) => addNotices(tx, ids, { kind, title, href: '/operator' }))
const bellOf = async (person: Person) =>
  (await person.api.send(user.getNotices)).items.map(({ title }) => title)
const choose = (person: Person, shown: boolean, mailed: boolean) =>
  person.api.send(noticeChoices.updateNoticeChoices, {
    body: { choices: [{ kind: 'device_offline', shown, mailed, pushed: false }] },
  })

test('a person chooses for each kind of notice whether the bell shows it and a letter is sent', async () => {
  const [bell, letter, both, none] = [
    await addManager('bell@example.ru'),
    await addManager('letter@example.ru'),
    await addManager('both@example.ru'),
    await addManager('none@example.ru'),
  ]
  await choose(letter, false, true)
  await choose(both, true, true)
  await choose(none, false, false)
  await tell([bell.id, letter.id, both.id, none.id], '«Весы 1» не на связи')
  assert.deepEqual(await bellOf(bell), ['«Весы 1» не на связи'])
  assert.deepEqual(await bellOf(both), ['«Весы 1» не на связи'])
  assert.deepEqual([await bellOf(letter), await bellOf(none)], [[], []])
  await until(() => server.letters.length >= 2)
  assert.deepEqual(server.letters.map(({ to }) => to).toSorted(), [
    'both@example.ru',
    'letter@example.ru',
  ])
  assert.match(
    server.letters[0]!.words,
    /«Весы 1» не на связи\n\nhttp:\/\/127.0.0.1:8080\/operator\n/,
  )
})

test('notices that may cost money are always shown, and hiding them is refused with a message', async () => {
  const person = await addManager(null)
  const { fields } = await person.api.refused(noticeChoices.updateNoticeChoices, {
    body: { choices: [{ kind: 'bank_stopped', shown: false, mailed: false, pushed: false }] },
  })
  assert.match(fields!['choices']!, /«Обмен с банком остановлен» показывается всегда/)
  await services.q
    .insertInto('notice_choice')
    .values({ user_id: person.id, kind: 'bank_stopped', shown: false, mailed: false })
    .execute()
  await tell([person.id], 'Обмен с банком остановлен', 'bank_stopped')
  assert.deepEqual(await bellOf(person), ['Обмен с банком остановлен'])
})

test('each kind of notice goes to those it concerns, and only kinds that can come may be chosen', async () => {
  const titlesOf = async (person: Person) => await bellOf(person)
  const before = (await titlesOf(supervisor)).length
  await inTransaction(own.db, (tx) =>
    alertManagers(tx, { kind: 'long_on_site', title: 'Машина стоит', href: '/operator' }, own.id),
  )
  assert.ok((await titlesOf(own.manager)).includes('Машина стоит'))
  assert.equal((await titlesOf(supervisor)).length, before)
  assert.deepEqual(await titlesOf(other.manager), [])
  const kindsOf = async (person: Person) =>
    (await person.api.send(noticeChoices.getNoticeChoices)).choices.map(({ kind }) => kind)
  assert.ok((await kindsOf(own.manager)).includes('device_offline'))
  assert.ok(!(await kindsOf(own.manager)).includes('disk_low'))
  assert.ok(!(await kindsOf(own.operator)).includes('device_offline'))
  assert.ok((await kindsOf(supervisor)).includes('job_failed'))
  assert.ok(!(await kindsOf(supervisor)).includes('device_offline'))
})

test('a blocked person and a removed address get no letter', async () => {
  const [blocked, removed] = [
    await addManager('blocked@example.ru'),
    await addManager('gone@example.ru'),
  ]
  await choose(blocked, true, true)
  await choose(removed, true, true)
  const last = await addManager('last@example.ru')
  await choose(last, true, true)
  await inTransaction(own.db, async (tx) => {
    await addNotices(tx, [blocked.id, removed.id, last.id], {
      kind: 'device_offline',
      title: 'Камера не на связи',
      href: '/operator',
    })
    await tx.q
      .updateTable('app_user')
      .set({ status: 'blocked' })
      .where('id', '=', blocked.id)
      .execute()
    await tx.q.updateTable('app_user').set({ email: null }).where('id', '=', removed.id).execute()
  })
  await until(() => server.letters.some(({ to }) => to === 'last@example.ru'))
  await until(async () => (await jobsLeft()) === 0)
  assert.ok(!server.letters.some(({ to }) => /blocked@|gone@/.test(to)))
})

async function jobsLeft(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job
    where name = 'notice.letter' and state < 'completed'`.execute(services.q)
  return rows[0]!.n
}

test('a test letter arrives, and without an address or with a refusing server the reason is shown', async () => {
  const person = await addManager('own@example.ru')
  assert.deepEqual(await person.api.send(noticeChoices.testMail), { to: 'own@example.ru' })
  assert.ok(server.letters.some(({ to }) => to === 'own@example.ru'))
  const silent = await addManager(null)
  assert.equal((await silent.api.refused(noticeChoices.testMail)).code, 'mail.no-address')
  assert.equal((await silent.api.send(noticeChoices.getNoticeChoices)).mail, 'no-address')
  const unlucky = await addManager('refused@example.ru')
  const refusal = await unlucky.api.refused(noticeChoices.testMail)
  assert.deepEqual([refusal.status, refusal.code], [502, 'mail.refused'])
  assert.match(refusal.message, /Такого ящика нет/)
})

test('a password link is sent by letter to a person with an address; for others it is shown', async () => {
  const [mailed, shown] = [await addManager('linked@example.ru'), await addManager(null)]
  const sent = await supervisor.api.send(user.sendTemporaryLinks, {
    body: { user_ids: [mailed.id, shown.id], channel: 'email' },
  })
  assert.deepEqual(
    sent.map(({ outcome, url }) => [outcome, url !== undefined]),
    [
      ['sent', false],
      ['link', true],
    ],
  )
  // A manager gets no link of a person who has a mailbox: the two could be one person.
  const newcomer = await addPerson(app, services, own.id, 'posted', 'USER', ['OPERATOR'])
  await services.q
    .updateTable('app_user')
    .set({ email: 'own@example.ru' })
    .where('id', '=', newcomer.id)
    .execute()
  const [posted] = await own.manager.api.send(user.sendTemporaryLinks, {
    body: { user_ids: [newcomer.id], channel: 'copy' },
  })
  assert.deepEqual([posted!.outcome, posted!.url], ['sent', undefined])
  await until(() => server.letters.some(({ to }) => to === 'linked@example.ru'))
  const { words } = server.letters.find(({ to }) => to === 'linked@example.ru')!
  const token = /tmplink#(\S+)/.exec(words)![1]!
  // The queue stores the address encrypted.
  const { rows } = await sql<{ data: string }>`select data::text from pgboss.job
    where name = 'user.link-letter'`.execute(services.q)
  assert.equal(rows.length, 2)
  assert.ok(!rows[0]!.data.includes(token))
  const set = { token, password: 'kran-rels-proba-93' }
  await world.nobody.send(auth.updatePasswordWithTempLink, { body: set })
})

test('ends of audit chains are mailed to those who chose so, a company’s to its manager, all to a supervisor', async () => {
  const [reader, operator] = [
    await addManager('heads@example.ru'),
    await addManager('hand@example.ru'),
  ]
  const want = (person: Person) =>
    person.api.send(noticeChoices.updateNoticeChoices, {
      body: { choices: [{ kind: 'audit_head', shown: false, mailed: true, pushed: false }] },
    })
  for (const person of [reader, operator, supervisor]) await want(person)
  const setUser = (id: string, values: { email?: string; roles?: string[] }) =>
    services.q.updateTable('app_user').set(values).where('id', '=', id).execute()
  await setUser(supervisor.id, { email: 'super@example.ru' })
  // A choice outlives the role that allowed it.
  await setUser(operator.id, { roles: ['OPERATOR'] })
  await mailAuditHeads(services)
  const letterTo = (address: string) => server.letters.find(({ to }) => to === address)?.words
  await until(() => letterTo('heads@example.ru') && letterTo('super@example.ru'))
  await until(async () => (await jobsLeft()) === 0)
  assert.equal(letterTo('hand@example.ru'), undefined)
  const headsIn = (words: string) => words.match(/\d+:[0-9a-f]{64}/g)!
  const [head] = headsIn(letterTo('heads@example.ru')!)
  assert.deepEqual(headsIn(letterTo('heads@example.ru')!), [head])
  assert.ok(headsIn(letterTo('super@example.ru')!).includes(head!))
  const [keptSeq, keptHash] = head!.split(':')
  const proof = await own.manager.api.send(audit.verifyChain, {
    query: { keptSeq: Number(keptSeq), keptHash: keptHash! },
  })
  assert.equal(proof.broken, null)
  const { fields } = await reader.api.refused(noticeChoices.updateNoticeChoices, {
    body: { choices: [{ kind: 'audit_head', shown: true, mailed: true, pushed: false }] },
  })
  assert.match(fields!['choices']!, /«Отпечаток журнала изменений» приходит только письмом/)
})

test('without a mail server letters are shown as unavailable', async () => {
  const bare = await openWorld()
  try {
    assert.equal((await bare.own.manager.api.refused(noticeChoices.testMail)).code, 'mail.off')
    assert.equal((await bare.own.manager.api.send(noticeChoices.getNoticeChoices)).mail, 'off')
  } finally {
    await bare.close()
  }
})
