import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cameraConnections } from './camera-connection.ts'
import { issueText } from './issue-text.ts'
import { modbusRelayConnection } from './relay.ts'
import { yardHost } from './yard-address.ts'

test('a host of the yard is an address of its network or a name, and nothing else is kept', () => {
  const kept = [
    '192.168.1.20',
    '10.0.0.7',
    '172.31.0.1',
    '127.0.0.1',
    'moxa-1.yard.local',
    'fe80::1',
  ]
  for (const host of kept) assert.equal(yardHost().parse(` ${host} `), host)
  const refused = {
    '': 'Заполните поле',
    'нет такого': 'Адрес вида 192.168.1.20 или имя латиницей, без пробелов',
    'http://192.168.1.20': 'Адрес вида 192.168.1.20 или имя латиницей, без пробелов',
    '192.168.1.20:4001': 'Адрес вида 192.168.1.20 или имя латиницей, без пробелов',
    '8.8.8.8': 'Адрес не из сети площадки: подходят 10.…, 172.16–172.31.… и 192.168.…',
    '172.32.0.1': 'Адрес не из сети площадки: подходят 10.…, 172.16–172.31.… и 192.168.…',
    '192.168.1': 'Адрес не из сети площадки: подходят 10.…, 172.16–172.31.… и 192.168.…',
    '192.168.1.256': 'Адрес не из сети площадки: подходят 10.…, 172.16–172.31.… и 192.168.…',
  }
  for (const [host, words] of Object.entries(refused)) {
    const judged = yardHost().safeParse(host)
    assert.deepEqual(judged.error?.issues.map(issueText), [words], host)
  }
})

test('a camera of the internet is refused at its address', () => {
  const { snapshot, rtsp } = cameraConnections
  assert.ok(snapshot.safeParse({ url: 'http://192.168.1.64/pic' }).success)
  assert.ok(snapshot.safeParse({ url: 'http://cam.yard.local:8080/pic' }).success)
  assert.ok(!snapshot.safeParse({ url: 'http://8.8.8.8/pic' }).success)
  assert.ok(!rtsp.safeParse({ url: 'rtsp://93.184.216.34:554/1' }).success)
})

test('each channel of a relay board has an output of its own', () => {
  const outputs = (red: number, green?: number, barrier?: number) =>
    modbusRelayConnection.safeParse({ host: '192.168.1.8', red, green, barrier }).error?.issues
  assert.equal(outputs(0, 1, 2), undefined)
  assert.equal(outputs(0), undefined)
  assert.deepEqual(
    outputs(1, 1)?.map(({ path }) => path),
    [['green']],
  )
  assert.deepEqual(
    outputs(0, 1, 0)?.map(({ path }) => path),
    [['barrier']],
  )
})
