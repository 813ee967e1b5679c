import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deviceSetUp } from '#contract/device/device-set-up.ts'
import { openWorld, type World } from '#test/support/world.ts'

const layout = { start: '', end: '0D', length: 16, number_from: 7, number_length: 8 }
const marked = { ...layout, unit_from: 15, unit_length: 2, gross_at: 4, gross_is: 'G' }
const FRAME = 'ST,GS,+0012340kg\r\n'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const raw = Buffer.from(FRAME.repeat(5), 'latin1').toString('hex')

interface Change {
  id?: string
  disabled?: boolean
  title?: string
  shown?: { raw: string; weight_g: number }
}

function scale(change: Change, own: typeof marked & { decimals?: number } = marked) {
  const transport = { type: 'tcp' as const, host: '192.168.1.20', port: 4001 }
  const settings = { format: 'stream' as const, unit: 'kg' as const, layout: own }
  const limits = { max_g: 60_000_000, d_g: 20_000, e_g: 20_000 }
  return {
    kind: 'scale' as const,
    driver: 'text' as const,
    code: 7,
    title: 'Неизвестные весы',
    ...limits,
    connection: { transport, settings },
    ...change,
  }
}

const call = deviceSetUp.superSaveDevice
const body = (device: ReturnType<typeof scale>) => ({ body: { companyId: world.own.id, device } })
const problem = async (device: ReturnType<typeof scale>) =>
  (await world.own.manager.api.refused(call, body(device))).fields?.['device.shown.weight_g']

test('a layout is switched on only when it reads of a loaded scale what the indicator shows', async () => {
  const ask = 'Поставьте груз на весы, захватите линию и введите вес с табло'
  assert.equal(await problem(scale({})), ask)
  const shown = { raw, weight_g: 12_340_000 }
  assert.equal(await problem(scale({ shown: { ...shown, weight_g: 0 } })), ask)
  assert.match(
    (await problem(scale({ shown: { ...shown, weight_g: 2_340_000 } })))!,
    /На табло 2\s340 кг, а разметка читает 12\s340 кг/,
  )
  // One place off: the sign is left unmarked.
  const beside = { ...marked, number_from: 8, number_length: 7 }
  assert.match((await problem(scale({ shown }, beside)))!, /разметка не читает веса/)
  const tenfold = { ...marked, decimals: 1 }
  assert.match((await problem(scale({ shown }, tenfold)))!, /разметка читает 1\s234 кг/)
  const damaged = Buffer.from(`${FRAME}broken\r\nlines\r\n`, 'latin1').toString('hex')
  assert.match((await problem(scale({ shown: { ...shown, raw: damaged } })))!, /не читает веса/)

  // Switched off it may be prepared; then it asks.
  const off = await world.own.manager.api.send(call, body(scale({ disabled: true })))
  const { id } = off.devices.find(({ code, kind }) => kind === 'scale' && code === 7)!
  assert.equal(await problem(scale({ id })), ask)
  const on = await world.own.manager.api.send(call, body(scale({ id, shown })))
  assert.notEqual(on.devices.find((one) => one.id === id)!.status, 'disabled')
  // What weighs already is renamed without a load, and asks when its layout changes.
  await world.own.manager.api.send(call, body(scale({ id, title: 'Весы у ворот' })))
  assert.equal(await problem(scale({ id }, { ...marked, decimals: 0 })), ask)
})
