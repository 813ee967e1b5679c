import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readHikvisionPart, readHikvisionXml } from './hikvision-event.ts'
import { boundaryOf, partCutter, type Part } from './multipart-parts.ts'

const anpr = (fields: string, root = 'xmlns="http://www.hikvision.com/ver20/XMLSchema"') =>
  `<?xml version="1.0" encoding="UTF-8"?><EventNotificationAlert version="2.0" ${root}>
  <dateTime>2026-07-05T20:44:40+03:00</dateTime><channelID>1</channelID>
  <eventType>ANPR</eventType><eventState>active</eventState><ANPR>${fields}</ANPR>
  <UUID>u-1</UUID></EventNotificationAlert>`
const USUAL =
  '<licensePlate>A123BC77</licensePlate><confidenceLevel>92</confidenceLevel>' +
  '<plateType>unknown</plateType><vehicleInfo><color>black</color></vehicleInfo>'

describe('events of a Hikvision plate camera', () => {
  for (const namespace of [
    'http://www.hikvision.com/ver20/XMLSchema',
    'http://www.isapi.org/ver20/XMLSchema',
    'http://www.std-cgi.com/ver20/XMLSchema',
  ])
    test(`the namespace ${namespace} is accepted`, () => {
      assert.deepEqual(readHikvisionXml(anpr(USUAL, `xmlns="${namespace}"`))[0], {
        raw: 'A123BC77',
        plate: 'А123ВС77',
        level_bp: 9200,
        key: 'u-1 2026-07-05T20:44:40+03:00 А123ВС77',
        camera_ms: Date.parse('2026-07-05T17:44:40Z'),
      })
    })

  test('a prefix before each name is left out', () => {
    const xml = anpr(USUAL).replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1ns1:')
    assert.equal(readHikvisionXml(xml)[0]?.plate, 'А123ВС77')
  })

  test('a confidence is read in percent, with a fraction, as a share of one, or is absent', () => {
    const level = (text: string) =>
      readHikvisionXml(anpr(`<licensePlate>A123BC77</licensePlate>${text}`))[0]?.level_bp
    assert.equal(level('<confidenceLevel>87.35</confidenceLevel>'), 8735)
    assert.equal(level('<confidenceLevel>0.91</confidenceLevel>'), 9100)
    assert.equal(level('<confidenceLevel>100</confidenceLevel>'), 10_000)
    assert.equal(level(''), undefined)
  })

  test('the plate of an old firmware is read from its own element, without vehicleInfo', () => {
    for (const tag of ['plate', 'plateNumber'])
      assert.equal(
        readHikvisionXml(anpr(`<${tag}>o777oo199</${tag}><confidenceLevel>80</confidenceLevel>`))[0]
          ?.plate,
        'О777ОО199',
      )
  })

  test('a plate of digits alone keeps its zeros', () => {
    assert.equal(readHikvisionXml(anpr('<licensePlate>0012</licensePlate>'))[0]?.raw, '0012')
  })

  test('a detected vehicle is an event with a plate, and its leaving none', () => {
    const seen = anpr(USUAL).replace('>ANPR<', '>vehicleDetection<')
    assert.equal(readHikvisionXml(seen)[0]?.plate, 'А123ВС77')
    const apart = seen.replaceAll('ANPR>', 'vehicleDetection>')
    assert.equal(readHikvisionXml(apart)[0]?.plate, 'А123ВС77')
    assert.deepEqual(readHikvisionXml(seen.replace('>active<', '>inactive<')), [])
  })

  test('no plate: unknown, empty, plateType alone, another event, half an event, no XML', () => {
    for (const xml of [
      anpr('<licensePlate>unknown</licensePlate>'),
      anpr('<licensePlate></licensePlate>'),
      anpr('<plateType>A123BC77</plateType>'),
      anpr(USUAL).replace('>ANPR<', '>videoloss<'),
      anpr(USUAL).slice(0, 200),
      'Heartbeat',
      '',
    ])
      assert.deepEqual(readHikvisionXml(xml), [], xml)
  })

  test('a stream split at any byte gives the same parts, an unnamed picture among them', () => {
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('\r\n--b\r\nx')])
    const xml = anpr(USUAL)
    const stream = Buffer.concat([
      Buffer.from(`--b\r\nContent-Type: application/xml; charset="UTF-8"\r\n`),
      Buffer.from(`Content-Length: ${Buffer.byteLength(xml)}\r\n\r\n${xml}\r\n--b\r\n`),
      Buffer.from(
        `Content-Type: application/octet-stream\r\nContent-Length: ${jpeg.length}\r\n\r\n`,
      ),
      jpeg,
      Buffer.from(`\r\n--b\r\nContent-Type: text/xml\r\n\r\n${xml}\r\n--b--`),
    ])
    for (const size of [1, 7, 64, stream.length]) {
      const parts: Part[] = []
      const cutter = partCutter('b', (part) => parts.push(part))
      for (let at = 0; at < stream.length; at += size) cutter.feed(stream.subarray(at, at + size))
      assert.deepEqual(
        parts.map((part) => readHikvisionPart(part).length),
        [1, 0, 1],
        `pieces of ${size}`,
      )
      assert.deepEqual(parts[1]?.body, jpeg)
    }
  })
})

describe('a multipart stream', () => {
  test('the boundary is read with and without quotes and dashes', () => {
    assert.equal(boundaryOf('multipart/mixed; boundary=MIME_boundary'), 'MIME_boundary')
    assert.equal(boundaryOf('multipart/x-mixed-replace; boundary="--my"'), 'my')
    assert.equal(boundaryOf('text/html'), undefined)
    assert.equal(boundaryOf(undefined), undefined)
  })

  test('a part beyond its bound is an error', () => {
    const cutter = partCutter('b', () => {})
    assert.throws(() => cutter.feed(Buffer.from('--b\r\nContent-Length: 99999999\r\n\r\n')))
    const silent = partCutter('b', () => {})
    silent.feed(Buffer.from('--b\r\nContent-Type: text/plain\r\n\r\n'))
    assert.throws(() => silent.feed(Buffer.alloc(9 * 1024 * 1024)))
  })
})
