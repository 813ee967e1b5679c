import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { companyChange } from '#contract/company/company-change.ts'
import { company } from '#contract/company/company.ts'
import { noticeChoices } from '#contract/user/notice-choices.ts'
import { pushBrowsers } from '#contract/user/push-browsers.ts'
import { report } from '#contract/report/report.ts'
import { user } from '#contract/user/user.ts'
import { inTransaction } from '#server/db/handle.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addDeal } from '#test/builders/act-forms.ts'
import { addPastPurchase } from '#test/builders/past/past-positions.ts'
import { addPastAct, addSite } from '#test/builders/past/past-acts.ts'
import { addWebhook } from '#test/builders/service-accounts.ts'
import { makeReceiver } from '#test/failures/push-service.ts'
import { openSecondProcess } from '#test/failures/second-process.ts'
import { until } from '#test/support/until.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'
import { DELIVER_JOB } from '../../../outbox/queue-events.ts'
import { LETTER_JOB } from '../../user/notices/notice-letters.ts'
import { PUSH_JOB, type PushJob } from '../../user/push/send-push.ts'
import { eveningLetter, eveningLine } from './evening-words.ts'
import { readEvening } from './read-evening.ts'
import { sendDueEvenings } from './send-evenings.ts'

const world = await openWorld({
  config: { mail: { url: 'smtp://127.0.0.1:1', from: 'priemka@example.ru' } },
})
const { own, services, supervisor } = world
const { q } = services
const second = await openSecondProcess(world)
after(async () => {
  await second.close()
  await world.close()
})
interface Letter {
  readonly user_id: string
  readonly kind: string
  readonly title: string
}
const letters: Letter[] = []
const pushes: PushJob[] = []
await services.jobs.start([
  { name: LETTER_JOB, handler: async (data) => void letters.push(data as Letter) },
  { name: PUSH_JOB, handler: async (data) => void pushes.push(data as PushJob) },
  // What waits is read from its table.
  { name: DELIVER_JOB, handler: async () => undefined },
])
const addAddress = ({ id }: Person, email: string) =>
  q.updateTable('app_user').set({ email }).where('id', '=', id).execute()
async function choose(
  person: Person,
  ways: { shown?: boolean; mailed?: boolean; pushed?: boolean },
): Promise<void> {
  const choice = { shown: false, mailed: false, pushed: false, ...ways }
  const body = { choices: [{ kind: 'day_summary' as const, ...choice }] }
  await person.api.send(noticeChoices.updateNoticeChoices, { body })
}
const daysTold = async () => {
  const { rows } = await sql<{ day: string }>`select day from evening where company_id = ${own.id}
    order by day`.execute(q)
  return rows.map(({ day }) => day)
}
const jobsLeft = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job
    where name in (${LETTER_JOB}, ${PUSH_JOB}) and state in ('created', 'retry', 'active')`.execute(
    q,
  )
  return rows[0]!.n
}
const settled = () => until(async () => (await jobsLeft()) === 0)

beforeEach(async () => {
  await settled()
  letters.length = 0
  pushes.length = 0
  await sql`delete from evening`.execute(q)
  await sql`delete from notice_choice`.execute(q)
  await addAddress(own.manager, 'boss@example.ru')
})

// 20:00 in Moscow.
const evening = (day: string) => new Date(`${day}T17:00:00Z`)

test('nobody is told of a day unless somebody has chosen so, and then only those who did', async () => {
  await sendDueEvenings(services, evening('2031-03-01'))
  assert.deepEqual(await daysTold(), [])
  const { choices } = await own.manager.api.send(noticeChoices.getNoticeChoices)
  const mine = choices.find(({ kind }) => kind === 'day_summary')
  assert.deepEqual([mine?.shown, mine?.mailed, mine?.pushed], [false, false, false])
  await choose(own.manager, { mailed: true })
  await sendDueEvenings(services, evening('2031-03-01'))
  await until(() => letters.length > 0)
  await settled()
  assert.deepEqual(
    letters.map(({ user_id }) => user_id),
    [own.manager.id],
  )
  assert.match(letters[0]!.title, /^Итоги дня 01\.03\.2031: 0\sт · 0\s₽/)
  assert.equal(pushes.length, 0)
})

test('a day is told at its time, once by two processes, not again by a clock that is set back', async () => {
  await choose(own.manager, { shown: true, mailed: true })
  await sendDueEvenings(services, new Date('2031-03-01T16:59:59Z'))
  assert.deepEqual(await daysTold(), [])
  await Promise.all(
    [services, second.world.services, services].map((one) =>
      sendDueEvenings(one, evening('2031-03-01')),
    ),
  )
  await until(() => letters.length > 0)
  await sendDueEvenings(services, new Date('2031-03-01T22:00:00Z'))
  await sendDueEvenings(services, evening('2031-03-02'))
  await until(() => letters.length > 1)
  await sendDueEvenings(services, evening('2031-03-01'))
  await sendDueEvenings(services, evening('2031-02-28'))
  await settled()
  assert.deepEqual(await daysTold(), ['2031-03-01', '2031-03-02'])
  assert.equal(letters.length, 2)
  const { items } = await own.manager.api.send(user.getNotices)
  const told = items.filter(({ kind }) => kind === 'day_summary')
  assert.equal(told.length, 2)
  assert.match(told[0]!.title, /^Итоги дня: 0\sт/)
})

test('a server that was down makes up for the evening by the night, not on the next day', async () => {
  await choose(own.manager, { mailed: true })
  await sendDueEvenings(services, new Date('2031-03-02T06:00:00Z'))
  assert.deepEqual(await daysTold(), [])
  await sendDueEvenings(services, new Date('2031-03-02T02:00:00Z'))
  assert.deepEqual(await daysTold(), ['2031-03-01'])
})

test('the time is a setting of the company', async () => {
  await choose(own.manager, { mailed: true })
  const read = await supervisor.api.send(company.get, { query: { id: own.id } })
  await supervisor.api.send(companyChange.update, {
    body: {
      id: own.id,
      version: read.version,
      settings: { modules_cfg: { report: { evening_at: '18:30' } } },
    },
  })
  await sendDueEvenings(services, new Date('2031-03-01T15:29:00Z'))
  assert.deepEqual(await daysTold(), [])
  await sendDueEvenings(services, new Date('2031-03-01T15:30:00Z'))
  assert.deepEqual(await daysTold(), ['2031-03-01'])
})

test('an owner is told of the company with its exceptions; one who is blocked is not, nor an operator', async () => {
  const owner = await addPerson(world.app, services, own.id, 'owner-e', 'USER', ['OWNER'])
  const { mail, choices } = await owner.api.send(noticeChoices.getNoticeChoices)
  assert.equal(mail, 'no-address', 'the screen says what is missing')
  assert.ok(choices.some(({ kind }) => kind === 'day_summary'))
  await choose(owner, { shown: true, mailed: true })
  await choose(own.operator, { shown: true, mailed: true })
  await addAddress(own.operator, 'operator@example.ru')
  await sendDueEvenings(services, evening('2031-03-01'))
  await settled()
  assert.deepEqual([await daysTold(), letters], [['2031-03-01'], []])
  const { items } = await owner.api.send(user.getNotices)
  assert.match(items.find(({ kind }) => kind === 'day_summary')!.title, /^Итоги дня: 0\sт/)

  await addAddress(owner, 'owner@example.ru')
  await sendDueEvenings(services, evening('2031-03-02'))
  await until(() => letters.length > 0)
  await settled()
  assert.deepEqual(
    letters.map(({ user_id }) => user_id),
    [owner.id],
  )
  assert.match(letters[0]!.title, /^Отметок нет$/m)

  await choose(own.manager, { mailed: true })
  await q.updateTable('app_user').set({ status: 'blocked' }).where('id', '=', owner.id).execute()
  await sendDueEvenings(services, evening('2031-03-03'))
  await until(() => letters.length > 1)
  await settled()
  assert.deepEqual(
    letters.map(({ user_id }) => user_id),
    [owner.id, own.manager.id],
  )
})

test('a push has the figures and names nobody, and a program gets one event', async () => {
  await own.manager.api.send(pushBrowsers.beginPush)
  const { keys } = makeReceiver()
  const endpoint = 'https://push.example.ru/one'
  await own.manager.api.send(pushBrowsers.addPushBrowser, { body: { endpoint, ...keys } })
  await choose(own.manager, { pushed: true })
  const webhook = await addWebhook(world, own, 'https://example.ru/hook', ['day.ended'])
  await sendDueEvenings(services, evening('2031-03-05'))
  await sendDueEvenings(second.world.services, evening('2031-03-05'))
  await until(() => pushes.length > 0)
  assert.equal(pushes[0]!.text?.replaceAll('\u00a0', ' '), '0 т · 0 ₽')
  const { rows } = await sql<{ type: string; body: string }>`select type, body from webhook_delivery
    where company_id = ${own.id} and webhook_id = ${webhook.id}`.execute(q)
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['day.ended'],
  )
  const { data } = JSON.parse(rows[0]!.body) as { data: Record<string, unknown> }
  assert.deepEqual([data['day'], data['net_g'], data['exceptions']], ['2031-03-05', 0, 0])
  assert.match(String(data['text']), /^0\sт · 0\s₽$/)
})

test('the average price beside the list is that of the report for the same day', async () => {
  const deal = await addDeal(own)
  const day = '2025-06-10'
  for (const [net_g, price_kop] of [
    [10_000_000, 2_600_000],
    [2_400_000, 2_450_000],
  ] as const)
    await addPastPurchase(own, {
      deal,
      date: day,
      steel: { net_g, phys_g: net_g, price_kop, base_price_kop: 2_450_000 },
    })
  const told = await inTransaction(own.db, (tx) => readEvening(tx, day, 'Europe/Moscow'))
  const params = { date_from: day, date_to: day }
  const shown = await own.manager.api.send(report.preview, {
    query: { type: 'average_prices', params },
  })
  const cells = shown.rows[0]!
  const { price_kop, list_kop, deviation_bp } = told.company
  for (const figure of [price_kop, list_kop, deviation_bp])
    assert.ok(cells.includes(figure), `${figure} in ${JSON.stringify(cells)}`)
  const reader = { seesExceptions: true }
  const letter = eveningLetter(told, 'https://p.example.ru', reader).replaceAll('\u00a0', ' ')
  assert.match(letter, /Средняя цена: 25 709,68 ₽\/т, по прайсу 24 500 ₽\/т \(\+4,94 %\)/)
  assert.match(letter, /https:\/\/p\.example\.ru\/operator\/acts\?.*from=2025-06-10&to=2025-06-10/)
})

test('exceptions of the day are told by roubles, the dearest named, by site, and to those alone who review them', async () => {
  const supplier = await addSupplier(own)
  const at = new Date().toISOString()
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(new Date())
  const other = await addSite(own, 'Вторая')
  for (const [site_id, kop] of [
    [own.siteId, 300_000],
    [other, 1_500_000],
  ] as const) {
    const facts = { supplier_id: supplier.id, date: today, net_g: 1_000_000, total_kop: 2_450_000 }
    const { id } = await addPastAct(own, { ...facts, site_id })
    const flags = JSON.stringify([
      { code: 'price_override', at, kop },
      { code: 'no_consent', at, kop: 9_000_000 },
    ])
    await q.updateTable('act').set({ flags }).where('id', '=', id).execute()
  }
  const told = await inTransaction(own.db, (tx) => readEvening(tx, today, 'Europe/Moscow'))
  assert.deepEqual([told.company.exceptions, told.company.exceptions_kop], [2, 1_800_000])
  assert.deepEqual(
    told.sites.map(({ id, exceptions_kop }) => [id, exceptions_kop]).toSorted(),
    [
      [own.siteId, 300_000],
      [other, 1_500_000],
    ].toSorted(),
  )
  assert.equal(told.dearest[0]!.kop, 1_500_000)
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  assert.match(plain(eveningLine(told.company, { seesExceptions: true })), /2 отметки на 18 000 ₽$/)
  const letter = plain(eveningLetter(told, 'https://p.example.ru', { seesExceptions: true }))
  assert.match(
    letter,
    /2 отметки на 18 000 ₽\n— Цена .*: 15 000 ₽\n {2}https:\/\/p.example.ru\/operator\/act\//,
  )
  assert.match(letter, /Площадка «Вторая»: .*1 отметка на 15 000 ₽/)
  const without = plain(eveningLetter(told, 'https://p.example.ru', { seesExceptions: false }))
  assert.doesNotMatch(without, /отмет|reports\?tab=exceptions/i)
})
