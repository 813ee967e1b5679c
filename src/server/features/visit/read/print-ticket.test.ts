import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { LinkRequest } from '#contract/device/agent-link.ts'
import { device } from '#contract/device/device.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
const { own, other } = world
const { api } = own.operator
const yard = await connectYard(world, own)
after(async () => {
  await yard.disconnect()
  await world.close()
})

const visit = (await api.send(visitCalls.update, {
  body: { command: 'capture_in', reading: await yard.load(1, 12_480), carnumber: 'А123ВС77' },
})) as VisitCard
const print = (transaction_id = visit.id) => ({ body: { transaction_id } })
const orders = () =>
  yard.received.flatMap((m) => {
    const request = m as LinkRequest
    return m.msg === 'req' && request.call === 'print' ? [request.params] : []
  })

test('a post without a printer is refused', async () => {
  const refusal = await api.refused(device.printTicket, print())
  assert.deepEqual(
    [refusal.code, refusal.message],
    ['device.not-configured', 'На посту нет принтера'],
  )
})

test('a slip has the values of its visit, and is marked as a copy from the second one', async () => {
  const printer = { host: '192.168.1.50', port: 9100, columns: 42 }
  await setPrinters({ '1': printer })
  await api.send(device.printTicket, print())
  await api.send(device.printTicket, print())
  const [first, second] = orders()
  assert.deepEqual([first!.copy, second!.copy], [1, 2])
  assert.equal(first!.host, printer.host)
  assert.equal(first!.title, `Отвес ${visit.number}`)
  const { searchParams } = new URL(first!.qr)
  assert.deepEqual(Object.fromEntries(searchParams), {
    path: '/operator/transactions',
    peek: visit.id,
  })
  const lines = Object.fromEntries(first!.lines.map(({ name, value }) => [name, value]))
  assert.equal(lines['Машина'], 'А123ВС77')
  assert.equal(lines['Первое взвешивание'], '12 480 кг')
  const printed = await own.db.q
    .selectFrom('print_event')
    .where('entity_id', '=', visit.id)
    .select(['copy_no', 'by'])
    .orderBy('copy_no')
    .execute()
  assert.deepEqual(printed, [
    { copy_no: 1, by: own.operator.id },
    { copy_no: 2, by: own.operator.id },
  ])
})

test('a slip that was not printed is not counted', async () => {
  yard.dark.add(9100)
  const refusal = await api.refused(device.printTicket, print())
  assert.deepEqual([refusal.code, refusal.message], ['device.offline', 'Принтер не отвечает'])
  yard.dark.delete(9100)
  await api.send(device.printTicket, print())
  assert.equal(orders().at(-1)!.copy, 3)
})

test("a slip is refused for another company's visit and for a person who may not weigh", async () => {
  assert.equal((await other.operator.api.refused(device.printTicket, print())).status, 404)
  assert.equal((await api.refused(device.printTicket, print(uuidv7()))).status, 404)
  assert.equal((await own.user.api.refused(device.printTicket, print())).status, 403)
  assert.equal((await world.nobody.refused(device.printTicket, print())).status, 401)
})

test('a person switches the relays of a post and is recorded', async () => {
  const call = device.setRelay
  const order = (post: number) => ({ body: { post, channel: 'barrier', on: true } as const })
  assert.equal((await api.refused(call, order(1))).code, 'device.not-configured')
  assert.equal((await api.refused(call, order(77))).status, 404)
  await addRelay()
  await api.send(call, order(1))
  const asked = yard.received.findLast((m) => m.msg === 'req') as LinkRequest
  assert.deepEqual(asked.params, {
    post: 1,
    channel: 'barrier',
    on: true,
    pulse_ms: null,
    by: own.operator.id,
  })
  const audited = await own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'relay.set')
    .select('user_id')
    .execute()
  assert.deepEqual(audited, [{ user_id: own.operator.id }])
  assert.equal((await other.operator.api.refused(call, order(1))).code, 'device.not-configured')
  assert.equal((await own.user.api.refused(call, order(1))).status, 403)
  assert.equal((await world.nobody.refused(call, order(1))).status, 401)
})

async function setPrinters(printers: object): Promise<void> {
  const { settings } = await own.db.q
    .selectFrom('company')
    .where('id', '=', own.id)
    .select('settings')
    .executeTakeFirstOrThrow()
  await own.db.q
    .updateTable('company')
    .set({
      settings: JSON.stringify({ ...(settings as object), modules_cfg: { weight: { printers } } }),
    })
    .where('id', '=', own.id)
    .execute()
  world.services.sessions.forget()
}

async function addRelay(): Promise<void> {
  await own.db.q
    .insertInto('device')
    .values({
      company_id: own.id,
      id: uuidv7(),
      site_id: own.siteId,
      post_id: own.posts[0]!.id,
      kind: 'relay',
      code: 1,
      title: 'Светофор и шлагбаум',
      driver: 'modbus',
      connection: JSON.stringify({ host: '192.168.1.60', red: 0, green: 1, barrier: 2 }),
    })
    .execute()
}
