import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readDahuaText } from './dahua-event.ts'
import { partCutter } from './multipart-parts.ts'
import { onceAPassage, type PlateEvent } from './plate-event.ts'

const fields = (prefix: string, code: string, plate: string) =>
  `${prefix}.${code}=TrafficJunction\r\n${prefix}.TrafficCar.PlateNumber=${plate}\r\n` +
  `${prefix}.Object.BoundingBox[0]=3512\r\n${prefix}.UTC=1795233600\r\n${prefix}.GroupID=41\r\n`

const EXPECTED: PlateEvent = {
  raw: 'A123BC77',
  plate: 'А123ВС77',
  level_bp: undefined,
  key: 'group 41',
  camera_ms: 1_795_233_600_000,
}

describe('events of a Dahua plate camera', () => {
  test('both names of the code and the prefix of old firmwares are understood', () => {
    for (const text of [
      fields('Events[0]', 'EventBaseInfo.Code', 'A123BC77'),
      fields('Events[0]', 'Code', 'A123BC77'),
      fields('ReturnEvents[0]', 'Code', 'A123BC77'),
    ])
      assert.deepEqual(readDahuaText(text), [EXPECTED])
  })

  test('the plate is read when only the object has it', () => {
    const text = 'Events[0].Code=TrafficJunction\nEvents[0].Object.Text=A123BC77\n'
    assert.equal(readDahuaText(text)[0]?.plate, 'А123ВС77')
  })

  test('events of the event manager are read from JSON on one line or several', () => {
    const data = { TrafficCar: { PlateNumber: 'A123BC77' }, UTC: 1_795_233_600, GroupID: 41 }
    for (const indent of [0, 2]) {
      const json = JSON.stringify(data, null, indent)
      const text = `Code=TrafficJunction;action=Pulse;index=0;data=${json}\r\n`
      assert.deepEqual(readDahuaText(text), [EXPECTED])
    }
  })

  test('a picture on command and a parked vehicle are passages, and the plate may stand in Plate.Text', () => {
    for (const code of ['TrafficManualSnap', 'TrafficParking']) {
      const lines = fields('Events[0]', 'Code', 'A123BC77').replace('TrafficJunction', code)
      assert.deepEqual(readDahuaText(lines), [EXPECTED])
      const data = { Plate: { Text: 'A123BC77' }, Object: { Text: 'Unknown' }, GroupID: 41 }
      const text = `Code=${code};action=Start;index=0;data=${JSON.stringify(data)}\r\n`
      assert.deepEqual(readDahuaText(text), [{ ...EXPECTED, camera_ms: undefined }])
    }
    const plain = 'Events[0].Code=TrafficJunction\nEvents[0].Plate.Text=A123BC77\n'
    assert.equal(readDahuaText(plain)[0]?.plate, 'А123ВС77')
  })

  test('Stop, another code, a heartbeat and a cut event are no plates', () => {
    const data = '{"TrafficCar":{"PlateNumber":"A123BC77"}}'
    for (const text of [
      `Code=TrafficJunction;action=Stop;index=0;data=${data}`,
      `Code=VideoMotion;action=Pulse;index=0;data=${data}`,
      `Code=TrafficJunction;action=Pulse;index=0;data=${data.slice(0, 20)}`,
      fields('Events[0]', 'Code', 'A123BC77').replace('TrafficJunction', 'VideoBlind'),
      'Heartbeat',
      '',
    ])
      assert.deepEqual(readDahuaText(text), [], text)
  })

  test('words that mean an absent plate give no plate', () => {
    for (const none of [
      'Unknown',
      '<unknown>',
      'No Plate',
      '--',
      'unlicensed',
      '',
      'A1\ufffd3BC77',
    ])
      assert.deepEqual(readDahuaText(fields('Events[0]', 'Code', none)), [], none)
  })

  test('two vehicles of one picture are two events', () => {
    const text =
      fields('Events[0]', 'Code', 'A123BC77') +
      fields('Events[1]', 'Code', 'K777XX199').replace('GroupID=41', 'GroupID=42')
    assert.deepEqual(
      readDahuaText(text).map(({ plate }) => plate),
      ['А123ВС77', 'К777ХХ199'],
    )
  })

  test('a boundary inside a JPEG does not end it', () => {
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from('\r\n--my\r\nA: b\r\n\r\n')])
    const text = fields('Events[0]', 'Code', 'A123BC77')
    const stream = Buffer.concat([
      Buffer.from(`--my\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\n\r\n`),
      Buffer.from(`${text}\r\n--my\r\nContent-Type: image/jpeg\r\n`),
      Buffer.from(`Content-Length: ${jpeg.length}\r\n\r\n`),
      jpeg,
      Buffer.from('\r\n--my\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nHeartbeat\r\n'),
    ])
    const bodies: Buffer[] = []
    const cutter = partCutter('my', ({ body }) => bodies.push(body))
    for (const byte of stream) cutter.feed(Buffer.of(byte))
    assert.deepEqual(bodies, [Buffer.from(text), jpeg, Buffer.from('Heartbeat')])
  })
})

describe('a passage', () => {
  test('is reported once: by its own number, and by the same plate within ten seconds', () => {
    let now = 0
    const once = onceAPassage(() => now)
    const event = { ...EXPECTED, key: 'group 41' }
    assert.ok(once(event))
    assert.ok(!once(event))
    assert.ok(!once({ ...event, key: 'group 42' }), 'the same plate within ten seconds')
    now = 11_000
    assert.ok(!once(event), 'the same number later')
    assert.ok(once({ ...event, key: 'group 43' }))
    assert.ok(once({ ...event, key: '', plate: 'К777ХХ199' }))
  })
})
