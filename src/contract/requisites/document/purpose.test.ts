import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { defaultRules } from '../../company/company-settings.ts'
import { makePurpose, purposeProblem } from './purpose.ts'

const { purpose_template: TEMPLATE } = defaultRules
const PARTS = {
  acts: [{ number: '2026-000017', date: '05.10.2026' }],
  products: ['Бронза кусковая'],
  vat: 'НДС не облагается',
  mark: '[П:01J9Z3]',
}

test('a purpose that a bank file can carry is taken', () => {
  for (const purpose of [
    'Оплата по акту №2026-000017',
    'x',
    'ё'.repeat(210),
    'ООО «Три кита» — лом, 5 €',
  ])
    assert.equal(purposeProblem(purpose), undefined, purpose)
})

test('a purpose that is empty, long, broken or not of windows-1251 is refused', () => {
  for (const purpose of [
    '',
    '   ',
    '5 ₽',
    'ё'.repeat(211),
    'раз\nдва',
    'раз\r\nдва',
    'раз\u2028два',
    'а\tб',
    'лом 🚚',
  ])
    assert.match(purposeProblem(purpose) ?? '', /^[А-ЯЁ].{5,}/, purpose)
  assert.match(purposeProblem('5 ₽')!, /«₽»/)
})

test('the characters taken are exactly those of windows-1251', () => {
  const decode = new TextDecoder('windows-1251')
  const known = new Set<string>()
  for (let byte = 0x20; byte <= 0xff; byte++)
    if (byte !== 0x7f && byte !== 0x98) known.add(decode.decode(new Uint8Array([byte])))
  for (let code = 0x20; code <= 0xffff; code++) {
    const character = String.fromCharCode(code)
    if (/[\s\ud800-\udfff]/u.test(character)) continue
    assert.equal(
      purposeProblem(`а${character}`) === undefined,
      known.has(character),
      code.toString(16),
    )
  }
})

test('a purpose names its act, VAT, mark and the goods as they are called, with no case to bend', () => {
  assert.equal(
    makePurpose(TEMPLATE, PARTS),
    'Оплата по акту №2026-000017 от 05.10.2026 за лом: Бронза кусковая. НДС не облагается. [П:01J9Z3]',
  )
})

test('a purpose names at most three acts', () => {
  const acts = [1, 2, 3, 4, 5].map((n) => ({ number: `А-${n}`, date: `0${n}.10.2026` }))
  assert.equal(
    makePurpose(TEMPLATE, { ...PARTS, acts: acts.slice(0, 2) }),
    'Оплата по актам №А-1 от 01.10.2026, №А-2 от 02.10.2026 за лом: Бронза кусковая. НДС не облагается. [П:01J9Z3]',
  )
  assert.equal(makePurpose('Акты {number}', { ...PARTS, acts }), 'Акты А-1, А-2, А-3 и ещё 2')
  assert.match(
    makePurpose(TEMPLATE, { ...PARTS, acts }),
    /№А-3 от 03\.10\.2026 и ещё 2 за лом: Бронза/,
  )
})

test('the goods are shortened until the purpose fits, the mark stays whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('л', 'о', ' ', '₽', '$&'), maxLength: 300 })),
      (names) => {
        const products = names.map((name) => `л${name}`)
        const purpose = makePurpose(TEMPLATE, { ...PARTS, products })
        assert.equal(purposeProblem(purpose), undefined, purpose)
        assert.match(purpose, /[^,;:.…\s](\.|…) НДС не облагается\. \[П:01J9Z3\]$/)
      },
    ),
  )
  const long = makePurpose(TEMPLATE, { ...PARTS, products: ['о'.repeat(300)] })
  // The ellipsis takes the place of the full stop.
  assert.equal(long.length, 209)
  assert.match(long, /о… НДС/)
})

test('several acts are named by a word in the plural, one act by its own', () => {
  const acts = [PARTS.acts[0]!, { number: '2026-000018', date: '06.10.2026' }]
  const begin = (template: string, given = acts) =>
    makePurpose(`${template} {vat} {mark}`, { ...PARTS, acts: given }).split('№')[0]
  assert.equal(begin('За лом по акту №{number}'), 'За лом по актам ')
  assert.equal(begin('Оплата акта № {number} от {date}'), 'Оплата актов ')
  assert.equal(begin('Акт №{number}'), 'Акты ')
  assert.equal(begin('По контракту и акту №{number}'), 'По контракту и актам ')
  assert.equal(begin('Оплата акта №{number}', acts.slice(1)), 'Оплата акта ')
})

test('a template that fills the whole length has its word in the singular', () => {
  const acts = Array.from({ length: 4 }, (_, i) => ({ number: `А-${i}`, date: '05.10.2026' }))
  const template = (length: number) => `${'о'.repeat(length)} акту №{number}. {vat}. {mark}`
  const rest = makePurpose(template(1), { ...PARTS, acts }).length - 1
  assert.match(makePurpose(template(210 - rest), { ...PARTS, acts }), / актам №/)
  assert.match(makePurpose(template(211 - rest), { ...PARTS, acts }), / акту №/)
})

test('of many products those that fit are named whole, the others by «и др.»', () => {
  const products = Array.from({ length: 20 }, (_, i) => `Лом стальной ${i}А, габаритный`)
  const purpose = makePurpose(TEMPLATE, { ...PARTS, products })
  assert.match(
    purpose,
    / за лом: Лом стальной 0А, габаритный, [^…]*Лом стальной \d+А, габаритный и др\. НДС не облагается\. /,
  )
  assert.equal(purposeProblem(purpose), undefined)
})

test('goods without room are left out with the words before them', () => {
  const wide = TEMPLATE.replace('Оплата', 'о'.repeat(140))
  for (const template of [wide, wide.replace('за лом:', 'за')])
    assert.match(
      makePurpose(template, { ...PARTS, products: ['о'.repeat(90)] }),
      /от 05\.10\.2026\. НДС/,
    )
})

test('an unknown placeholder of a template is kept as it is written', () => {
  assert.equal(
    makePurpose('Оплата {constructor} {toString} по акту №{number} от {date}', PARTS).startsWith(
      'Оплата {constructor} {toString} по акту',
    ),
    true,
  )
})
