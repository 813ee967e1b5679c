import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { supplier } from '#contract/supplier/supplier.ts'
import { DEADLINES } from '#server/deadlines.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { standBetween, type Between } from '#test/failures/tcp-between.ts'
import { ALERT_CASES, WHOLE } from '#test/watch/alert-cases.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { boundedLabel } from '../../../watch/bounded-label.ts'
import { listenForMetrics } from '../../../admission/listen-for-metrics.ts'
import { MAX_COMPANIES } from '../../../watch/meters.ts'
import './figures.ts'

const FIND = supplier.find.path.slice('/api/v1/'.length)
const token = 'a-reader-of-metrics-proves-itself-by-this'
let line: Between | undefined
const world = await openWorld({
  config: {
    metrics: { host: '127.0.0.1', port: 0, token },
    deadlines: DEADLINES,
    backup: { dir: '/nowhere', recipient: 'age1', keepDays: 35 },
  },
  through: async (url) => {
    const at = new URL(url)
    line = await standBetween(Number(at.port))
    at.port = String(line.port)
    return at.href
  },
})
const { services, own, app } = world
const listener = await listenForMetrics(services)
after(async () => {
  line!.cut(false)
  listener!.close()
  await world.close()
  await line!.close()
})

const ask = (path: string, bearer = token, method = 'GET') =>
  fetch(`http://127.0.0.1:${listener!.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}` },
  })

/** What a scrape says: value by series, as Prometheus reads it. */
async function scrape(): Promise<Map<string, number>> {
  const answer = await ask('/metrics')
  assert.equal(answer.status, 200)
  const lines = (await answer.text()).split('\n').filter((text) => text && !text.startsWith('#'))
  return new Map(
    lines.map((text) => {
      const at = text.lastIndexOf(' ')
      return [text.slice(0, at), Number(text.slice(at + 1))]
    }),
  )
}

/** What a scrape says after each question was asked once more. */
async function scrapeAnew(): Promise<Map<string, number>> {
  const memory = services.state.figures!
  await until(() => memory.reading === undefined)
  memory.begunAt = -Infinity
  await scrape()
  await until(() => memory.reading === undefined)
  return scrape()
}

const whole = (found: Map<string, number>) =>
  [...found].filter(([name]) => name.startsWith('priyomka_figures_up')).every(([, up]) => up === 1)

test('a scrape says what there is, zeros among it', async () => {
  const found = await until(scrape, whole)
  assert.equal(found.get('priyomka_database_up'), 1)
  assert.equal(found.get('priyomka_payouts{state="unknown"}'), 0)
  assert.equal(found.get('priyomka_payouts_oldest_seconds{state="unknown"}'), 0)
  assert.equal(found.get('priyomka_jobs_dead{work="all"}'), 0)
  assert.equal(found.get('priyomka_refusals_total{code="common.internal"}'), 0)
  assert.equal(found.get('priyomka_backup_late'), 1)
  assert.equal(found.has('priyomka_backup_age_seconds'), false, 'there is none')
  assert.equal(found.get('priyomka_pool_size{pool="calls"}'), services.config.poolSize)
  assert.ok(found.get('priyomka_disk_free_bytes')! > 0)
  assert.ok(found.get('priyomka_database_bytes')! > 1_000_000)
  assert.ok([...found.keys()].some((name) => name.startsWith('nodejs_eventloop_lag_p99_seconds')))
})

test('a stranger reads nothing, and the public port has no metrics', async () => {
  for (const bearer of ['', 'another-token-of-the-same-length-as-it-is'])
    assert.equal((await ask('/metrics', bearer)).status, 401)
  for (const path of ['/', '/metrics/', supplier.find.path, '/healthz'])
    assert.equal((await ask(path)).status, 404, path)
  assert.equal((await ask('/metrics', token, 'POST')).status, 404)
  assert.equal((await world.nobody.raw({ url: '/metrics' })).statusCode, 404)
})

test('calls are counted by their declared name, whatever addresses a client makes up', async () => {
  await own.operator.api.send(supplier.find, { query: { mask: 'Иванов' } })
  const before = await scrape()
  for (let n = 0; n < 300; n++)
    await app.inject({ url: `/api/v1/made-up-${n}/Канарейкин?inn=${n}`, method: 'GET' })
  await app.inject({ url: supplier.find.path, method: 'DELETE' })
  await own.operator.api.send(supplier.find, { query: { mask: 'Канарейкин' } })
  const now = await scrape()
  const added = [...now.keys()].filter((name) => name.startsWith('priyomka') && !before.has(name))
  assert.deepEqual(added, ['priyomka_calls_total{call="other",outcome="refused"}'])
  const found = `priyomka_calls_total{call="${FIND}",outcome="ok"}`
  assert.equal(now.get(found)! - before.get(found)!, 1)
  assert.equal(now.get('priyomka_calls_total{call="other",outcome="refused"}'), 301)
  assert.doesNotMatch([...now.keys()].join('\n'), /Канарейкин|Иванов|Ромашка|made-up/)
  const ofOwn = `priyomka_company_calls_total{company="${own.id}",outcome="ok"}`
  assert.equal(now.get(ofOwn)! - before.get(ofOwn)!, 1)
})

test('alert rules and the dashboard name series of this server alone', async () => {
  await until(scrape, whole)
  const text = await (await ask('/metrics')).text()
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!))
  const shipped = ['prometheus/priyomka.rules.yml', 'grafana/priyomka.json'].map((file) =>
    readFileSync(path.resolve(import.meta.dirname, '../../../../../deploy', file), 'utf8'),
  )
  const named = new Set(
    shipped.flatMap(
      (file) => file.match(/\b(?:priyomka_\w+|nodejs_\w+|process_\w+)(?=[^\w.]|$)/g) ?? [],
    ),
  )
  assert.ok(named.size > 25, `${named.size}`)
  const unknown = [...named].filter((name) => !known.has(name.replace(/_bucket$/, '')))
  assert.deepEqual(unknown, [])
  // What a rule compares by has the labels of the case that proves it.
  const { meters } = services.state
  for (const { fault } of [{ fault: WHOLE }, ...Object.values(ALERT_CASES)])
    for (const series of Object.keys(fault)) {
      const [, name = '', labels = ''] = /^(\w+)\{(.*)\}$/.exec(series)!
      // Others' are proved by their programs: `npm run bench -- --only alerts`.
      if (!/^(priyomka|nodejs)_/.test(name)) continue
      const metric = meters!.getSingleMetric(name.replace(/_bucket$/, ''))!
      const labelNames = Reflect.get(metric, 'labelNames') as string[]
      const own = [...labels.matchAll(/(\w+)=/g)].map(([, label]) => label!)
      const asked = own.filter((label) => !['job', 'instance', 'le'].includes(label))
      assert.deepEqual(
        asked,
        labelNames.filter((label) => label !== 'le'),
        series,
      )
    }
})

test('a label is bounded: what comes later is «other» and stays so', () => {
  const label = boundedLabel(MAX_COMPANIES)
  const told = Array.from({ length: 1000 }, (_, n) => label(`company ${n}`))
  assert.equal(new Set(told).size, MAX_COMPANIES + 1)
  assert.equal(label('company 3'), 'company 3')
  assert.equal(label('company 999'), 'other')
})

test('figures are read once in ten seconds however often they are asked for', async () => {
  await until(scrape, whole)
  const memory = services.state.figures!
  const begun = memory.begunAt
  await Promise.all(Array.from({ length: 5 }, scrape))
  assert.equal(memory.begunAt, begun)
})

test('a group whose question fails is absent and said to be, never 0 and never its last answer', async () => {
  await until(scrape, whole)
  await sql`alter table set_aside rename to set_apart`.execute(services.q)
  const found = await scrapeAnew()
  await sql`alter table set_apart rename to set_aside`.execute(services.q)
  assert.equal(found.get('priyomka_figures_up{group="aside"}'), 0)
  assert.equal(found.has('priyomka_rows_set_aside{sweep="all"}'), false)
  assert.equal(found.get('priyomka_figures_up{group="payouts"}'), 1)
  assert.equal(found.get('priyomka_payouts{state="unknown"}'), 0)
  assert.ok((await scrapeAnew()).has('priyomka_rows_set_aside{sweep="all"}'))
})

test('an agent whose process died is offline, whatever its row says', async () => {
  const { q } = services
  const process = uuidv7()
  await sql`insert into server_process (id, seen_at) values (${process}, now())`.execute(q)
  await sql`insert into agent (company_id, id, site_id, public_key, program_version, status, last_seen_at, link_process)
    values (${own.id}, ${uuidv7()}, ${own.siteId}, 'x', '1', 'online', now() - interval '1 hour', ${process})`.execute(
    q,
  )
  const online = `priyomka_agents{company="${own.id}",state="online"}`
  const offline = `priyomka_agents{company="${own.id}",state="offline"}`
  assert.equal((await scrapeAnew()).get(online), 1)
  await sql`update server_process set seen_at = now() - interval '1 minute' where id = ${process}`.execute(
    q,
  )
  const found = await scrapeAnew()
  assert.deepEqual([found.get(online), found.get(offline)], [undefined, 1])
  assert.ok(found.get('priyomka_agent_silent_seconds')! >= 3600)
})

test('while the database is away a scrape answers at once what it knows, and no figure of before', async () => {
  await until(scrape, whole)
  line!.freeze(true)
  const silent = await scrape()
  assert.equal(silent.get('priyomka_database_up'), 0, 'a silent one is away as well')
  assert.ok(services.state.figures!.probe, 'the database was not waited for')
  assert.equal(silent.has('priyomka_payouts{state="unknown"}'), false)
  line!.freeze(false)
  await until(scrape, whole)
  line!.cut(true)
  const found = await until(scrape, (now) => now.get('priyomka_database_up') === 0)
  assert.equal(found.get('priyomka_figures_up{group="payouts"}'), 0)
  const left = [...found.keys()].filter((name) =>
    /^priyomka_(payouts\{|payouts_oldest|queue|jobs|rows|agent|banks|backup_(age|late|failed)|database_b|processes)/.test(
      name,
    ),
  )
  assert.deepEqual(left, [])
  assert.ok(found.get('priyomka_disk_free_bytes')! > 0)
  assert.ok(found.has(`priyomka_calls_total{call="${FIND}",outcome="ok"}`))
  line!.cut(false)
  services.state.figures!.begunAt = -Infinity
  const again = await until(scrape, whole)
  assert.equal(again.get('priyomka_payouts{state="unknown"}'), 0)
})

test('strangers who connect and say nothing keep a reader out for seconds', async () => {
  const silent = Array.from({ length: 8 }, () => connect(listener!.port, '127.0.0.1').resume())
  const closed = Promise.all(silent.map((socket) => once(socket, 'close')))
  await Promise.race([closed, sleep(15_000, undefined, { ref: false })])
  const left = silent.filter((socket) => !socket.closed)
  for (const socket of left) socket.destroy()
  assert.equal(left.length, 0)
  assert.equal((await ask('/metrics')).status, 200)
})
