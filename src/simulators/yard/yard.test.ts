import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readOptions } from './config.ts'
import { digestResponse } from './cameras/digest.ts'
import { encodeMassa } from './scales/massa-k.ts'
import { encodeFrame } from './scales/tenso-m.ts'
import { startYard } from './yard.ts'
import type { Yard } from './running-yard.ts'
import { until } from '#test/support/until.ts'
import { timestampOf } from './cameras/camera.ts'

interface State {
  posts: { display: { value_g: number; stable: boolean }; guest: { phase: string } | null }[]
}

let yard: Yard
const camera = { user: 'guard', password: 'seventeen', digest: 'by-path' } as const

before(async () => {
  yard = await startYard({ camera, speed: 50 })
})
after(() => yard.close())

const control = (path: string) => `http://127.0.0.1:${yard.ports.control}${path}`
const order = async (body: unknown, path = '/sim/command') => {
  const response = await fetch(control(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, ...((await response.json()) as { message?: string }) }
}
const state = async () => (await (await fetch(control('/sim/state'))).json()) as State
const settled = async (index: number) => {
  const { display } = await until(
    async () => (await state()).posts[index]!,
    (post) => post.guest?.phase === 'standing' && post.display.stable,
  )
  return display.value_g
}

const NEVER = new Promise<null>(() => undefined)

/** The answer to one poll over TCP; null once `patience` is over. */
async function poll(index: number, question = encodeFrame([1, 0xc3], true), patience = NEVER) {
  const socket = connect(yard.ports.posts[index]!.port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.write(question)
    const answer = once(socket, 'data').then(([chunk]) => chunk as Buffer)
    return await Promise.race([answer, patience])
  } finally {
    socket.destroy()
  }
}

async function snapshot(path: string, password: string | null) {
  const url = `http://127.0.0.1:${yard.ports.cameras}${path}`
  const asked = await fetch(url)
  const challenge = asked.headers.get('www-authenticate') ?? ''
  if (asked.status !== 401 || password === null) return asked
  const algorithm = challenge.includes('SHA-256') ? 'SHA-256' : 'MD5'
  const nonce = /nonce="([^"]+)"/.exec(challenge)![1]!
  const realm = /realm="([^"]+)"/.exec(challenge)![1]!
  const fields = { uri: path, nonce, nc: '00000001', cnonce: 'a1', qop: 'auth' }
  const account = { user: camera.user, password, realm }
  const response = digestResponse(algorithm, account, 'GET', fields)
  const authorization =
    `Digest username="${camera.user}", realm="${realm}", uri="${path}", nonce="${nonce}", ` +
    `algorithm=${algorithm}, qop=auth, nc=00000001, cnonce="a1", response="${response}"`
  return fetch(url, { headers: { authorization } })
}

const HIKVISION = '/ISAPI/Streaming/channels/101/picture'
const DAHUA = '/cgi-bin/snapshot.cgi?channel=2'

test('a lorry that arrives is weighed over TCP, and the journal has its true mass', async () => {
  await order({ do: 'reset' })
  const said = await order({ do: 'arrive', plate: 'a123bc77', mass_kg: 12_480, colour: 'blue' })
  assert.equal(said.status, 200)
  assert.equal(await settled(0), 12_480_000)
  // What stands still may tremble for a moment, as on a real platform.
  const frame = await until(
    () => poll(0),
    (answer) => (answer![6]! & 0x10) !== 0,
  )
  assert.deepEqual([...frame!.subarray(0, 7)], [0xff, 1, 0xc3, 0x80, 0x24, 0x01, 0x10])
  await order({ do: 'leave' })
  await until(() => yard.journal.loads[0]?.off_at)
  const [load] = yard.journal.loads
  assert.equal(load?.plate, 'А123ВС77')
  assert.equal(load?.rounded_g, 12_480_000)
  assert.ok(load.on_at < load.settled_at! && load.settled_at! < load.off_at!)
})

test('the small platforms send tenths and hundredths of a kilogram', async () => {
  await order({ do: 'reset' })
  await order({ do: 'load', post: 2, mass_kg: 84.3 })
  await order({ do: 'load', post: 3, mass_kg: 12.35 })
  assert.equal(await settled(1), 84_300)
  assert.equal(await settled(2), 12_350)
  assert.deepEqual(
    [...(await poll(1, encodeMassa([0x23])))!.subarray(6, 12)],
    [0x4b, 3, 0, 0, 3, 1],
  )
  assert.equal((await poll(2, new Uint8Array()))!.toString('latin1'), 'ST,GS,+0012.35kg\r\n')
})

test('a silent indicator keeps its line open and sends nothing until the fault is ended', async () => {
  await order({ do: 'silence', post: 1 })
  assert.equal(await poll(0, undefined, pause(250, null)), null)
  await order({ do: 'silence', post: 1, on: false })
  assert.ok(await poll(0))
})

test('cameras require the password by digest: MD5 at one address, SHA-256 at the other', async () => {
  for (const path of [HIKVISION, DAHUA]) {
    assert.equal((await snapshot(path, null)).status, 401)
    assert.equal((await snapshot(path, 'wrong')).status, 401)
    const response = await snapshot(path, camera.password)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'image/jpeg')
    const jpeg = Buffer.from(await response.arrayBuffer())
    assert.deepEqual([...jpeg.subarray(0, 3)], [0xff, 0xd8, 0xff])
  }
  assert.equal((await snapshot('/ISAPI/Streaming/channels/901/picture', null)).status, 404)
})

test('a camera that is off closes the connection, the others work on', async () => {
  await order({ do: 'camera_off', channel: 1 })
  await assert.rejects(snapshot(HIKVISION, camera.password))
  assert.equal((await snapshot(DAHUA, camera.password)).status, 200)
  await order({ do: 'camera_off', channel: 1, on: false })
  assert.equal((await snapshot(HIKVISION, camera.password)).status, 200)
})

test('commands with a wrong shape, post or moment are refused with a message', async () => {
  await order({ do: 'reset' })
  assert.equal((await order({ do: 'fly' })).status, 400)
  assert.equal((await order({ do: 'arrive', mass_kg: -1 })).status, 400)
  assert.equal((await order({ do: 'arrive', mass_kg: 0.0001 })).status, 400)
  assert.equal((await order({ do: 'arrive', plate: 'ЖЖЖ' })).status, 400)
  assert.equal((await order({ do: 'arrive', wings: 2 })).status, 400)
  assert.equal((await order({ do: 'leave', post: 9 })).status, 404)
  const nobody = await order({ do: 'leave' })
  assert.equal(nobody.status, 409)
  assert.equal(nobody.message, 'На весах никого нет')
  assert.equal((await order({ name: 'no-such' }, '/sim/scenario')).status, 404)
  const steps = [{ at: 0, do: 'leave', post: 9 }]
  assert.equal((await order({ name: 'own', steps }, '/sim/scenario')).status, 404)
})

test('a page of another site can neither send commands nor read the state', async () => {
  const foreign = await fetch(control('/sim/command'), {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{"do":"reset"}',
  })
  assert.equal(foreign.status, 400)
  const renamed = request(control('/sim/state'), { headers: { host: 'evil.example' } }).end()
  const [answer] = (await once(renamed, 'response')) as [{ statusCode: number; resume(): void }]
  answer.resume()
  assert.equal(answer.statusCode, 404)
})

test('two-pass plays both weighings of one lorry, and a plate is taken over from the step before', async () => {
  await order({ do: 'reset' })
  assert.equal((await order({ name: 'two-pass', seed: 7 }, '/sim/scenario')).status, 200)
  await until(() => !yard.scenario)
  const loads = yard.journal.loads.map(({ plate, rounded_g }) => [plate, rounded_g])
  assert.deepEqual(loads, [
    ['А123ВС77', 12_480_000],
    ['А123ВС77', 4_260_000],
  ])
  assert.ok(yard.journal.loads.every(({ settled_at }) => settled_at))
})

test('a lorry of a play stays on the scale while its lamp is red, and drives off at green', async () => {
  await order({ do: 'reset' })
  yard.relays.coils[0] = true
  await order({ name: 'two-pass', seed: 7 }, '/sim/scenario')
  const due = () => yard.clock.now() - yard.scenario!.started_ms > 60_000
  while (!due()) await pause(10)
  yard.catchUp()
  assert.deepEqual([yard.scenario!.done, yard.posts[0]!.guest?.phase], [1, 'standing'])
  yard.relays.coils[0] = false
  while (yard.scenario) await pause(10)
  assert.equal(yard.journal.loads.length, 2)
})

test('cameras print the time of the yard, whatever clock the machine keeps', () => {
  assert.equal(timestampOf(new Date('2026-11-22T21:30:05Z')), '23-11-2026 00:30:05')
})

test("a scenario at a person's pace shows the next step and the seconds until it", async () => {
  await order({ do: 'reset' })
  await order({ name: 'two-pass', pace: 2 }, '/sim/scenario')
  yard.catchUp()
  const { speed, scenario } = (await (await fetch(control('/sim/state'))).json()) as {
    speed: number
    scenario: { done: number; next: { do: string; in_ms: number } }
  }
  assert.deepEqual([scenario.done, scenario.next.do], [1, 'leave'])
  const left = scenario.next.in_ms * speed
  assert.ok(left > 25_000 && left <= 50_000, `${left}`)
  await order({ stop: true }, '/sim/scenario')
})

test('queue-of-five weighs five lorries twice, with the masses of its journal', async () => {
  await order({ do: 'reset' })
  await order({ name: 'queue-of-five', seed: 3 }, '/sim/scenario')
  const seen = new Map<number, number>()
  while (yard.scenario) {
    yard.catchUp()
    const { record, indicator, guest } = yard.posts[0]!
    if (record?.settled_at && guest?.phase === 'standing' && indicator.display().stable) {
      seen.set(record.load, indicator.display().value_g)
    }
    await pause(10)
  }
  assert.equal(yard.journal.loads.length, 10)
  assert.equal(new Set(yard.journal.loads.map(({ plate }) => plate)).size, 5)
  for (const { load, rounded_g } of yard.journal.loads) assert.equal(seen.get(load), rounded_g)
})

test('the control page and the pictures it shows are served', async () => {
  const page = await fetch(control('/'))
  assert.match(await page.text(), /Учебная площадка/)
  for (const part of ['/control-page.js', '/control-parts.js'])
    assert.equal((await fetch(control(part))).status, 200)
  const picture = await fetch(control('/sim/camera?channel=3'))
  assert.equal(picture.headers.get('content-type'), 'image/jpeg')
  await picture.arrayBuffer()
  assert.equal((await fetch(control('/sim/photo?plate=X'))).status, 200)
  assert.equal((await fetch(control('/sim/photo?plate=%C2%A7'))).status, 400)
})

test('a fixed control port fixes the others, and a bad setting is named', () => {
  const fixed = readOptions({ YARD_PORT: '7100' })
  assert.equal(fixed.cameraPort, 7101)
  assert.deepEqual(fixed.scalePorts, [7102, 7103, 7104])
  const own = readOptions({ YARD_PORT: '7100', YARD_SCALE_PORTS: '1,2,3', YARD_SPEED: '10' })
  assert.deepEqual(own.scalePorts, [1, 2, 3])
  assert.equal(own.speed, 10)
  assert.throws(() => readOptions({ YARD_SPEED: '99' }), /YARD_SPEED/)
  assert.throws(() => readOptions({ YARD_SCALE_PORTS: '1,2' }), /YARD_SCALE_PORTS/)
})

test('every play of the control page can be played, and the day has 120 vehicles', async () => {
  const { scenarios } = (await (await fetch(control('/sim/state'))).json()) as {
    scenarios: { name: string; title: string }[]
  }
  const names = scenarios.map(({ name }) => name)
  for (const name of ['two-pass', 'queue-of-five', 'multi-drop', 'platform-small', 'stored-tare'])
    assert.ok(names.includes(name), name)
  for (const name of ['cattle', 'zero-drift', 'mud', 'tailgate', 'overload', 'link-loss'])
    assert.ok(names.includes(name), name)
  for (const name of ['camera-loss', 'protocol-garbage', 'plate-mismatch', 'full-day'])
    assert.ok(names.includes(name), name)
  for (const { name, title } of scenarios) {
    assert.match(title, /[а-я]/)
    assert.equal((await order({ name }, '/sim/scenario')).status, 200, name)
  }
  await order({ name: 'full-day' }, '/sim/scenario')
  const arrivals = yard.scenario!.steps.flatMap(({ command }) =>
    command.do === 'arrive' ? [command.plate] : [],
  )
  assert.equal(arrivals.length, 240)
  assert.equal(new Set(arrivals).size, 120)
  await order({ do: 'reset' })
})
