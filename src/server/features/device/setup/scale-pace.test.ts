import { deviceSetUp } from '#contract/device/device-set-up.ts'
import type { DeviceInput } from '#contract/device/device-set-up.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { device } from '#contract/device/device.ts'
import { addDevices } from '#test/site/yard-devices.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
  await addDevices(world.own)
})
after(() => world.close())

const tcp = { type: 'tcp', host: '192.168.1.20', port: 4001 }
const scale = {
  kind: 'scale',
  code: 31,
  title: 'Редкие весы',
  max_g: 60_000_000,
  d_g: 20_000,
  e_g: 20_000,
}
const manager = () => world.own.manager.api
const read = () => manager().send(device.superGetYard, { query: { companyId: world.own.id } })
const saving = (transport: object, period_ms: number, more: object = {}) => ({
  body: {
    companyId: world.own.id,
    device: {
      ...scale,
      driver: 'tenso-m',
      connection: { transport, settings: { period_ms } },
      ...more,
    } as DeviceInput,
  },
})
const rules = async (max_age_ms: number) => {
  const { version } = await read()
  return { body: { companyId: world.own.id, version, rules: { weight: { max_age_ms } } } }
}

test('a serial line too slow for its requests is refused at its speed, until the period is longer', async () => {
  const line = { type: 'tty', path: '/dev/ttyS0', baud: 600 }
  const refused = await manager().refused(deviceSetUp.superSaveDevice, saving(line, 100))
  assert.match(
    refused.fields!['device.connection.transport.baud']!,
    /^На этой скорости вопрос с ответом идут 300 мс, а ответа ждут 200 мс: поднимите скорость/,
  )
  const { devices } = await manager().send(deviceSetUp.superSaveDevice, saving(line, 400))
  assert.ok(devices.some(({ code, kind }) => code === 31 && kind === 'scale'))
})

test('an age of weights that a scale cannot keep is refused at the rule, and at the scale', async () => {
  const { id, site_id } = (await read()).devices.find(({ code }) => code === 31)!
  const same = { id, site_id }
  await manager().send(deviceSetUp.superSaveDevice, saving(tcp, 500, same))
  const refused = await manager().refused(device.superSaveRules, await rules(500))
  const said =
    'Весы «Редкие весы»: Вес придёт раз в 500 мс, а при правиле «Вес не старше 500 мс» нужно не реже раза в 333 мс'
  assert.deepEqual(refused.fields, { 'rules.weight.max_age_ms': said })
  await manager().send(deviceSetUp.superSaveDevice, saving(tcp, 500, { ...same, disabled: true }))
  await manager().send(device.superSaveRules, await rules(500))
  const back = await manager().refused(deviceSetUp.superSaveDevice, saving(tcp, 500, same))
  assert.match(back.fields!['device.connection.settings.period_ms']!, /^Вес придёт раз в 500 мс/)
  const kept = { ...scale, ...same, driver: 'tenso-m' } as DeviceInput
  const silent = { body: { companyId: world.own.id, device: kept } }
  const again = await manager().refused(deviceSetUp.superSaveDevice, silent)
  assert.ok(
    again.fields!['device.connection.settings.period_ms'],
    'a kept connection is judged, too',
  )
  await manager().send(deviceSetUp.superSaveDevice, saving(tcp, 100, same))
})
