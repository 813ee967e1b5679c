import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { layoutReader, weightOfCapture } from './text-frames.ts'
import { textLayout } from './text-layout.ts'

const bit = (at: number, mask: string, set: string, clear: string) => [
  { at, mask, is: mask, means: set },
  { at, mask, is: '00', means: clear },
]
const letters = (at: number, meanings: Record<string, string>) =>
  Object.entries(meanings).map(([is, means]) => ({ at, is, means }))

/** Mettler Toledo, Continuous Output (IND780 technical manual, appendix F): status words A, B and C, six digits and the tare. */
const TOLEDO = {
  start: '02',
  end: '0D',
  length: 15,
  number_from: 4,
  number_length: 6,
  tare_from: 10,
  tare_length: 6,
  status: [
    { at: 1, mask: '07', is: '02', means: 'point_0' },
    { at: 1, mask: '07', is: '03', means: 'point_1' },
    { at: 1, mask: '78', is: '28', means: 'nothing' },
    { at: 1, mask: '78', is: '30', means: 'nothing' },
    ...bit(2, '01', 'net', 'gross'),
    ...bit(2, '02', 'minus', 'plus'),
    ...bit(2, '04', 'overload', 'nothing'),
    ...bit(2, '08', 'moving', 'stable'),
    { at: 2, mask: '10', is: '10', means: 'kg' },
    { at: 2, mask: '20', is: '20', means: 'nothing' },
    { at: 2, mask: '40', is: '00', means: 'nothing' },
    { at: 3, is: '20', means: 'nothing' },
  ],
}

/** CAS, 22 bytes (CI-170A manual, appendix 1): `ST,GS,` device id and lamp, eight characters, a blank and the unit. */
const CAS = {
  start: '',
  end: '0D',
  length: 20,
  number_from: 10,
  number_length: 8,
  unit_from: 19,
  unit_length: 2,
  status: [
    ...letters(1, { S: 'nothing', U: 'moving', O: 'overload' }),
    ...letters(2, { T: 'nothing', S: 'nothing', L: 'nothing' }),
    ...letters(4, { G: 'gross', N: 'net' }),
    { at: 8, mask: '40', is: '40', means: 'stable' },
    { at: 8, mask: '40', is: '00', means: 'nothing' },
    // Hold, printer, gross, tare and zero lamps.
    ...['01', '02', '04', '08'].flatMap((mask) => bit(8, mask, 'nothing', 'nothing')),
    { at: 8, mask: '10', is: '00', means: 'nothing' },
    { at: 8, mask: '20', is: '00', means: 'nothing' },
  ],
}

/** Тензо-М, protocol 6.43 (github WendyH/TenzoM1CAddin, TenzoM.cpp): `=`, seven characters, bit 0 moves, bit 2 whole kilograms. */
const TENSO_643 = {
  start: '3D',
  end: '',
  length: 8,
  number_from: 1,
  number_length: 7,
  status: [
    ...bit(8, '01', 'moving', 'stable'),
    ...bit(8, '04', 'point_0', 'point_1'),
    { at: 8, mask: 'FA', is: '00', means: 'nothing' },
  ],
}

const read = (layout: object, hex: string) =>
  layoutReader(textLayout.parse(layout)).feed(Buffer.from(hex.replaceAll(' ', ''), 'hex'))[0]!

/** Grams are left to the driver: digits, decimals and what the status said. */
function said(layout: object, hex: string) {
  const frame = read(layout, hex)
  if (frame.kind === 'bad') return frame.reason
  if (frame.kind !== 'weight') return frame.kind
  const { shown, stable, net, named, tare } = frame
  return { ...shown, stable, net, named, ...(tare && { tare: tare.digits }) }
}

describe('status words A, B and C of a Toledo', () => {
  const frame = (swb: string, weight = '20 31 32 33 34 30', tare = '20 20 20 20 20 30') =>
    `02 2A ${swb} 20 ${weight} ${tare} 0D`

  test('gross, standing, in kilograms', () => {
    const expected = {
      digits: 12_340,
      decimals: 0,
      minus: false,
      stable: true,
      net: false,
      named: 'kg',
    }
    assert.deepEqual(said(TOLEDO, frame('30')), { ...expected, tare: 0 })
    assert.deepEqual(said(TOLEDO, frame('38')), { ...expected, stable: false, tare: 0 })
    assert.deepEqual(said(TOLEDO, frame('32')), { ...expected, minus: true, tare: 0 })
    const tenths = frame('30').replace('2A', '2B')
    assert.deepEqual(said(TOLEDO, tenths), { ...expected, decimals: 1, tare: 0 })
  })
  test('net with its tare, and beyond the range', () => {
    const net = said(TOLEDO, frame('31', '20 20 38 31 32 30', '20 20 34 32 32 30'))
    assert.deepEqual(net, {
      digits: 8120,
      decimals: 0,
      minus: false,
      stable: true,
      net: true,
      named: 'kg',
      tare: 4220,
    })
    assert.equal(said(TOLEDO, frame('34')), 'overload')
  })
  test('pounds, another unit, a display times ten and a step that nobody described are no weight', () => {
    assert.equal(said(TOLEDO, frame('20')), 'status', 'SWB bit 4: pounds')
    assert.equal(said(TOLEDO, frame('70')), 'status', 'SWB bit 6: zero was not set')
    assert.equal(said(TOLEDO, frame('30').replace('30 20', '30 22')), 'status', 'SWC: tonnes')
    assert.equal(said(TOLEDO, frame('30').replace('30 20', '30 30')), 'status', 'SWC: times ten')
    assert.equal(said(TOLEDO, frame('30').replace('2A', '2C')), 'status', 'SWA: two decimals')
  })
})

describe('letters and the lamp of a CAS', () => {
  test('the frame of the manual', () => {
    const frame = '53 54 2C 47 53 2C 31 C4 2C 20 20 31 32 33 34 30 20 20 6B 67 0D 0A'
    assert.deepEqual(said(CAS, frame), {
      digits: 12_340,
      decimals: 0,
      minus: false,
      stable: true,
      net: false,
      named: 'kg',
    })
    assert.equal((said(CAS, frame.replace('C4', '84')) as { stable: boolean }).stable, false)
    assert.equal((said(CAS, frame.replace('47', '4E')) as { net: boolean }).net, true)
    assert.equal(said(CAS, frame.replace('53 54', '4F 4C')), 'overload')
    assert.equal(said(CAS, frame.replace('53 54', '48 44')), 'status', 'HD is not described')
    assert.equal(said(CAS, frame.replace('C4', 'D4')), 'status', 'the lamp of a held display')
  })
})

describe('6.43 of a Тензо-М', () => {
  const number = '3D 20 20 31 32 33 34 30'
  test('whole kilograms and tenths, standing and moving', () => {
    const expected = {
      digits: 12_340,
      decimals: 0,
      minus: false,
      stable: true,
      net: undefined,
      named: undefined,
    }
    assert.deepEqual(said(TENSO_643, `${number} 04`), expected)
    assert.deepEqual(said(TENSO_643, `${number} 00`), { ...expected, decimals: 1 })
    assert.deepEqual(said(TENSO_643, `${number} 05`), { ...expected, stable: false })
  })
  test('a bit that was not described is no weight, the eighth as well', () => {
    for (const status of ['06', '0C', '14', '24', '44', '84'])
      assert.equal(said(TENSO_643, `${number} ${status}`), 'status', status)
  })
  test('the status may look like a start, never as a weight', () => {
    assert.notEqual(read(TENSO_643, `${number} 3D`).kind, 'weight')
  })
  test('a capture proves the layout by the weight of the indicator', () => {
    const layout = textLayout.parse(TENSO_643)
    const hex = `${number} 04`.replaceAll(' ', '').repeat(3)
    assert.equal(weightOfCapture(layout, 'kg', hex), 12_340_000)
    assert.equal(weightOfCapture(layout, 'kg', hex.replaceAll('3004', '3002')), undefined)
  })
})

describe('what a status does not say is never taken for the better', () => {
  const base = { start: '', end: '0D', length: 9, number_from: 1, number_length: 8 }
  const line = (letter: string) => `${Buffer.from(`   12340${letter}\r`).toString('hex')}`
  const of = (meanings: Record<string, string>, letter: string) =>
    said({ ...base, status: letters(9, meanings) }, line(letter))

  test('another letter than that of standing still moves', () => {
    const weight = of({ S: 'stable', X: 'nothing' }, 'X') as { stable: boolean }
    assert.equal(weight.stable, false)
  })
  test('another letter than that of gross is net', () => {
    assert.equal((of({ G: 'gross', X: 'nothing' }, 'X') as { net: boolean }).net, true)
    assert.equal((of({ N: 'net', X: 'nothing' }, 'X') as { net: boolean }).net, true)
  })
  test('another letter than that of a unit is a foreign unit', () => {
    assert.equal((of({ k: 'kg', X: 'nothing' }, 'X') as { named: string }).named, 'foreign')
  })
  test('another value than those that place the point is no weight', () => {
    assert.equal(of({ '1': 'point_1', X: 'nothing' }, 'X'), 'status')
  })
  test('two meanings that exclude each other are no weight', () => {
    const status = [...bit(9, '01', 'stable', 'moving'), ...bit(9, '02', 'moving', 'nothing')]
    const rest = { at: 9, mask: '7C', is: '40', means: 'nothing' }
    const layout = { ...base, status: [...status, rest] }
    assert.equal((said(layout, line('A')) as { stable: boolean }).stable, true)
    assert.equal(said(layout, line('C')), 'status')
  })
  test('a sign in the number beside a sign in the status is no weight', () => {
    const layout = { ...base, status: letters(9, { '-': 'minus', ' ': 'plus' }) }
    const frame = (text: string) => said(layout, Buffer.from(`${text}\r`).toString('hex'))
    assert.equal((frame('   12340-') as { minus: boolean }).minus, true)
    assert.equal(frame('  -12340 '), 'alphabet')
  })
})

describe('a status that could be read in two ways is refused', () => {
  const base = { start: '', end: '0D', length: 10, number_from: 1, number_length: 8 }
  const refusal = (change: object) => {
    const issue = textLayout.safeParse({ ...base, ...change }).error?.issues[0]
    return issue && [issue.path.join('.'), issue.message]
  }
  const whole = letters(9, { S: 'stable', U: 'moving' })
  const cases: [string, object, string, RegExp][] = [
    [
      'bits that nobody described',
      { status: bit(9, '01', 'moving', 'stable') },
      'status',
      /не описаны биты 7E/,
    ],
    [
      'masks that overlap',
      { status: [...bit(9, '03', 'moving', 'stable'), ...bit(9, '7E', 'nothing', 'zero')] },
      'status',
      /маски пересекаются/,
    ],
    [
      'a value twice',
      { status: [...whole, ...letters(9, { S: 'net' })] },
      'status',
      /описано дважды/,
    ],
    [
      'a value beyond its mask',
      { status: [{ at: 9, mask: '01', is: '02', means: 'net' }] },
      'status',
      /шире своей маски/,
    ],
    [
      'standing still twice',
      { status: whole, stable_at: 10, stable_is: 'S' },
      'status',
      /дважды: покой/,
    ],
    [
      'the point twice',
      { decimals: 1, status: letters(9, { '0': 'point_0' }) },
      'status',
      /дважды: запятая/,
    ],
    [
      'a status inside the number',
      { status: letters(8, { S: 'stable' }) },
      'number_from',
      /занято дважды/,
    ],
    [
      'a status beyond the frame',
      { status: letters(11, { S: 'stable' }) },
      'length',
      /за пределами/,
    ],
    [
      'a value of three letters',
      { status: letters(9, { STA: 'stable' }) },
      'status.0.is',
      /Буква или байт/,
    ],
    [
      'a mask that is none',
      { status: [{ at: 9, mask: '1', is: '00', means: 'net' }] },
      'status.0.mask',
      /Маска/,
    ],
    [
      'a tare without a mark of net',
      { tare_from: 9, tare_length: 2 },
      'tare_from',
      /чем в кадре обозначено нетто/,
    ],
  ]
  for (const [name, change, field, sentence] of cases)
    test(name, () => {
      const [path, message] = refusal(change) ?? []
      assert.equal(path, field)
      assert.match(message!, sentence)
    })
})
