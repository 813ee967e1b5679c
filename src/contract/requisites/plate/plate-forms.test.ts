import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLATE_BODIES } from './plate-bodies.ts'
import { PLATE_FORMS } from './plate-forms.ts'
import { foreignOrigin } from './plate-origin.ts'
import { normalizePlate } from './plate.ts'

test('plates of the neighbours are known by their own form and stored in Latin letters', () => {
  const rows: [raw: string, plate: string, countries: string[]][] = [
    ['857 IMB 02', '857IMB02', ['KZ']],
    ['123АВС02', '123ABC02', ['KZ']],
    ['341 CM 02', '341CM02', ['KZ', 'AM']],
    ['1234 AB-7', '1234AB7', ['BY']],
    ['AA 1234 BB', 'AA1234BB', ['UA']],
    ['AM 1234 BB', 'AM1234BB', ['UA']],
    ['34 LS 123', '34LS123', ['AM', 'AZ']],
    ['123 LS 34', '123LS34', ['AM']],
    ['01 123 ABD', '01123ABD', ['KG', 'UZ']],
    ['02 123 ABD', '02123ABD', ['KG']],
    ['01 A 123 BC', '01A123BC', ['UZ']],
  ]
  for (const [raw, plate, countries] of rows)
    assert.deepEqual(normalizePlate(raw), { plate, countries }, raw)
})

test('regions that a country does not have make no plate of it', () => {
  for (const raw of ['857IMB21', '857IMB00', '02A123BC', '12123ABD'])
    assert.deepEqual(normalizePlate(raw), { plate: raw, countries: [] }, raw)
})

test('a foreign plate has its country in words, a Russian or unknown one has none', () => {
  assert.equal(foreignOrigin('857IMB02'), 'Казахстан')
  assert.equal(foreignOrigin('01123ABD'), 'Киргизия или Узбекистан')
  assert.equal(foreignOrigin('А123ВС77'), undefined)
  assert.equal(foreignOrigin('AB123CD'), undefined)
})

test('every form of the table has the name of its country, and every name a form', () => {
  assert.equal(new Set(PLATE_FORMS.map(({ code }) => code)).size, PLATE_FORMS.length)
  for (const [country, bodies] of Object.entries(PLATE_BODIES)) {
    const forms = PLATE_FORMS.filter((form) => form.country === country)
    assert.deepEqual(new Set(forms.map(({ body }) => body)), new Set<string>(bodies), country)
  }
  for (const form of PLATE_FORMS)
    assert.equal(form.lines?.includes(2) ?? false, form.split !== undefined, form.code)
})
