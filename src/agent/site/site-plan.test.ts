import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AgentConfig, ConfigDevice } from '#contract/device/agent-link.ts'
import { isAllowed } from './allowed-address.ts'
import { planSite } from './site-plan.ts'

const scale: ConfigDevice = {
  device_id: '019f3a52-7c00-7000-8000-000000000001',
  kind: 'scale',
  code: 1,
  post: 1,
  driver: 'tenso-m',
  connection: { transport: { type: 'tcp', host: '192.168.1.20', port: 4001 }, settings: {} },
  max_g: 60_000_000,
  min_g: 400_000,
  d_g: 20_000,
  e_g: 20_000,
  zero_band_g: 20_000,
  presence_g: 200_000,
  agent_key: 'A'.repeat(43),
}
const rules = {
  stab_frames: 10,
  stab_ms: 2000,
  max_age_ms: 2000,
  min_confidence_bp: 8500,
  on_capture: [1],
}

describe('the plan of a site', () => {
  test('settings that are left out get the usual values', () => {
    const plan = planOf(scale)
    assert.deepEqual(plan.bad, [])
    const [planned] = plan.planned
    assert.ok(planned?.kind === 'scale')
    assert.deepEqual(planned.connection.settings, {
      address: 1,
      crc: true,
      unit: 'kg',
      period_ms: 100,
    })
  })

  test('a changed rule of stability restarts a scale, other rules do not', () => {
    const textWith = (change: Partial<typeof rules>) =>
      planSite({ ...configOf(scale), rules: { ...rules, ...change } }, false).planned[0]!.text
    const texts = [{}, { stab_frames: 12 }, { stab_ms: 2500 }, { max_age_ms: 900 }].map(textWith)
    assert.equal(new Set(texts).size, 3)
    assert.equal(texts[3], texts[0])
  })

  test('settings that together never give a weight are refused, even when the server accepted them', () => {
    const serial = { type: 'tty', path: '/dev/ttyS0', baud: 600 }
    const slow = { ...scale, connection: { transport: serial, settings: {} } }
    refused(slow, /ответа ждут 200 мс/)
    const seldom = { ...scale, connection: { ...scale.connection, settings: { period_ms: 500 } } }
    const impatient = { ...configOf(seldom), rules: { ...rules, max_age_ms: 500 } }
    const [bad] = planSite(impatient, false).bad
    assert.match(bad!.message, /Вес придёт раз в 500 мс/)
    assert.deepEqual(planSite(configOf(seldom), false).bad, [])
  })

  test('a changed interval of frames restarts only scales that send continuously', () => {
    const and18 = { transport: scale.connection['transport'], settings: { format: 'and18' } }
    const streaming = { ...scale, driver: 'ascii', connection: and18 }
    const textOf = (device: ConfigDevice, max_age_ms: number) =>
      planSite({ ...configOf(device), rules: { ...rules, max_age_ms } }, false).planned[0]!.text
    assert.notEqual(textOf(streaming, 900), textOf(streaming, 2000))
    assert.equal(textOf(streaming, 3000), textOf(streaming, 2000))
  })

  test('an unknown driver, field or transport is named, and its value is not', () => {
    refused({ ...scale, driver: 'abacus' }, /драйвер abacus/)
    const camera: ConfigDevice = {
      device_id: scale.device_id,
      kind: 'camera',
      code: 1,
      driver: 'snapshot',
      connection: { url: 'http://user:secret@192.168.1.5/', password: 'secret' },
    }
    const message = refused(camera, /Неверное подключение: url/)
    assert.doesNotMatch(message, /secret/)
  })

  test('a setting of a newer server says that this program is older, and names it', () => {
    const newer = { ...scale.connection, settings: { address: 1, farewell: '0401' } }
    refused({ ...scale, connection: newer }, /старше сервера.*не знает: farewell.*[Оо]бновите/)
  })

  test('an address outside private networks is refused, and loopback unless it is allowed', () => {
    const at = (host: string) => ({
      ...scale,
      connection: { transport: { type: 'tcp', host, port: 1 }, settings: {} },
    })
    refused(at('8.8.8.8'), /не из сети площадки/)
    refused(at('127.0.0.1'), /не из сети площадки/)
    assert.deepEqual(planSite(configOf(at('127.0.0.1')), true).bad, [])
    assert.deepEqual(planOf(at('scale.local')).bad, [], 'a name is judged when it is dialled')
  })

  test('private ranges are allowed and nothing else', () => {
    const yes = ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1']
    const no = [
      '172.32.0.1',
      '169.254.169.254',
      '0.0.0.0',
      '100.64.0.1',
      '::ffff:8.8.8.8',
      'fe80::1',
    ]
    assert.ok(yes.every((a) => isAllowed(a, false)))
    assert.ok(no.every((a) => !isAllowed(a, true)))
    assert.equal(isAllowed('127.8.8.8', false), false)
    assert.equal(isAllowed('::1', true), true)
  })
})

function configOf(device: ConfigDevice): AgentConfig {
  return { rev: 1, rules, devices: [device] }
}

function planOf(device: ConfigDevice) {
  return planSite(configOf(device), false)
}

function refused(device: ConfigDevice, message: RegExp): string {
  const sound = { ...scale, device_id: '019f3a52-7c00-7000-8000-000000000002' }
  const { planned, bad } = planSite({ rev: 1, rules, devices: [device, sound] }, false)
  assert.deepEqual(
    planned.map(({ device_id }) => device_id),
    [sound.device_id],
    'the other one runs',
  )
  assert.equal(bad.length, 1)
  assert.equal(bad[0]!.device_id, device.device_id)
  assert.match(bad[0]!.message, message)
  return bad[0]!.message
}
