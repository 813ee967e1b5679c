import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceInput } from '../company/device-input.ts'
import { scaleConnectionOf, scaleDriverNames, type ScaleDriverName } from './scale-connection.ts'

const tcp = { type: 'tcp', host: '192.168.1.20', port: 4001 }
const read = (driver: ScaleDriverName, settings: object, transport: object = tcp) =>
  scaleConnectionOf(driver).safeParse({ transport, settings })

test('settings that are left out are those of the maker', () => {
  assert.deepEqual(read('yaohua', { format: 'cmd' }).data?.settings, {
    format: 'cmd',
    address: 'A',
    unit: 'kg',
    period_ms: 100,
  })
  assert.deepEqual(read('massa-k', {}).data?.settings, { period_ms: 100 })
  const laumas = scaleConnectionOf('modbus').parse({
    transport: tcp,
    settings: { profile: 'laumas' },
  })
  assert.equal(laumas.settings.framing, 'rtu')
  const tty = { type: 'tty', path: '/dev/serial/by-id/usb-FTDI_A1-if00-port0' }
  assert.deepEqual(read('massa-k', {}, tty).data?.transport, {
    ...tty,
    baud: 9600,
    bits: 8,
    parity: 'none',
    stop: 1,
  })
})

test('a setting of another driver, an unknown format and a missing format are refused', () => {
  assert.equal(read('massa-k', { crc: true }).success, false)
  assert.equal(read('ascii', { format: 'tf0' }).success, false)
  assert.equal(read('ascii', {}).success, false)
  assert.equal(read('mettler', { format: 'sics', checksum: 'on' }).success, false)
  assert.equal(read('modbus', { profile: 'custom' }).success, false)
})

test('a port is a device of Linux or a COM port and never a path out of /dev', () => {
  const at = (path: string, type = 'tty') => read('massa-k', {}, { type, path }).success
  assert.ok(at('/dev/ttyUSB0'))
  assert.ok(at('COM12', 'windows_serial'))
  for (const path of ['/etc/passwd', '/dev/../etc/passwd', 'ttyUSB0', '/dev/tty USB0', 'COM12'])
    assert.equal(at(path), false, path)
  for (const path of ['/dev/ttyUSB0', 'COM']) assert.equal(at(path, 'windows_serial'), false, path)
  assert.equal(read('massa-k', {}, { type: 'tty', path: '/dev/ttyS0', baud: 9601 }).success, false)
})

test('a typed-in register map that reads beyond its registers is refused', () => {
  const custom = (reg: number) => ({
    profile: 'custom',
    custom: { fc: 3, start: 0, count: 2, gross: { reg, type: 'i32' } },
  })
  assert.ok(read('modbus', custom(0)).success)
  assert.equal(read('modbus', custom(1)).success, false)
})

test('a device takes the settings of its own driver alone', () => {
  const device = (driver: string, settings: object) =>
    deviceInput.safeParse({
      kind: 'scale',
      code: 1,
      title: 'Весы',
      driver,
      connection: { transport: tcp, settings },
      max_g: 60_000_000,
      d_g: 20_000,
      e_g: 20_000,
    }).success
  for (const driver of scaleDriverNames) assert.equal(device(driver, { format: 'none' }), false)
  assert.ok(device('ascii', { format: 'and18' }))
  assert.equal(device('abacus', {}), false)
})
