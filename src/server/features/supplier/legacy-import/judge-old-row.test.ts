import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertLegacyRow } from './convert-legacy-row.ts'
import { oldValues, type OldColumn } from './old-row.ts'

const TODAY = '2026-11-22'
const judged = (values: Partial<Record<OldColumn, string>>) =>
  convertLegacyRow(
    oldValues((column) => values[column] ?? (column === 'legacy_id' ? '1' : '')),
    TODAY,
  )
const long = (signs: number) => 'Я'.repeat(signs)
const ACCOUNT = { account: '40817810900000000017', bik: '044525974' }

test('a too long value is left out and named, never cut', () => {
  const person = { last_name: 'Иванов', first_name: 'Пётр' }
  const cases: [
    Partial<Record<OldColumn, string>>,
    RegExp,
    (old: ReturnType<typeof judged>) => unknown,
  ][] = [
    [
      { ...person, last_name: long(101) },
      /Фамилия длиннее 100.*«Я{59}…»/,
      (old) => old.fields.last_name,
    ],
    [{ full_name: long(101) }, /Фамилия длиннее 100/, (old) => old.fields.last_name],
    [{ ...person, first_name: long(101) }, /Имя длиннее 100/, (old) => old.fields.first_name],
    [
      { ...person, middle_name: long(101) },
      /Отчество длиннее 100/,
      (old) => old.fields.middle_name,
    ],
    [
      { type: 'company', org_name: long(256) },
      /Название организации длиннее 255/,
      (old) => old.fields.org_name,
    ],
    [
      { type: 'company', full_name: long(256) },
      /Название организации длиннее 255/,
      (old) => old.fields.org_name,
    ],
    [
      { ...person, type: 'ip', org_name: long(256) },
      /Название организации длиннее 255/,
      (old) => old.fields.org_name,
    ],
    [{ ...person, reg_address: long(501) }, /Адрес длиннее 500/, (old) => old.fields.reg_address],
    [
      { ...person, ...ACCOUNT, bank_name: long(161) },
      /Название банка длиннее 160/,
      (old) => old.account?.bank_name,
    ],
    [
      { last_name: long(100), first_name: long(70), ...ACCOUNT },
      /Получатель длиннее 160/,
      (old) => old.account,
    ],
    [{ ...person, legacy_id: long(65) }, /Номер записи длиннее 64/, (old) => old.legacyId || null],
  ]
  for (const [values, told, value] of cases) {
    const old = judged(values)
    assert.match(old.problems.join('\n'), told)
    assert.equal(value(old), null, String(told))
  }
})

test('a value exactly as long as its field is taken whole', () => {
  const old = judged({ last_name: long(100), first_name: 'А', ...ACCOUNT, bank_name: long(160) })
  assert.equal(old.fields.last_name, long(100))
  assert.equal(old.account?.bank_name, long(160))
  assert.deepEqual(old.problems, [])
})

test('shortened plates, all phones and all findings are named', () => {
  const plates = judged({ last_name: 'А', first_name: 'Б', plates: long(201) })
  assert.match(plates.problems.join(), /Номера машин длиннее 200/)
  const phones = ['89261112233', '89264445566', '89267778899', '89260001122']
  const told = judged({ last_name: 'А', first_name: 'Б', phone: phones.join(', ') }).problems.join()
  for (const end of ['55-66', '88-99', '11-22']) assert.ok(told.includes(end), told)
  const notes = Array.from({ length: 40 }, (_, n) => `замечание ${n}`)
  const many = convertLegacyRow({ ...oldValues(() => ''), notes }, TODAY).problems
  assert.equal(many.length, 30)
  assert.match(many.at(-1)!, /^И ещё замечаний: 1\d$/)
})

test('damaged letters are never copied, in any encoding', () => {
  const old = judged({ last_name: 'Ив\ufffdнов', first_name: 'Пётр', reg_address: 'г. Т\ufffdла' })
  assert.equal(old.fields.last_name, null)
  assert.equal(old.fields.reg_address, null)
  assert.match(old.problems.join('\n'), /Фамилия: буквы испорчены[^]*Адрес: буквы испорчены/)
})

test('a name with letters of several alphabets is named as a finding', () => {
  const names = { last_name: 'Ивπнов', first_name: 'Пётр' }
  assert.match(judged(names).problems.join(), /буквы разных письменностей/)
  assert.deepEqual(judged({ last_name: 'Иванов', first_name: 'Пётр' }).problems, [])
})
