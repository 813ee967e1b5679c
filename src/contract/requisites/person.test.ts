import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { addDays, ageOn, birthdayAt, isDay } from './calendar.ts'
import { emailProblem } from './email.ts'
import { fitsMaskedName, matchHolder, nameSearchText, normalizeHolderName } from './names.ts'
import {
  birthDateProblem,
  deptCodeProblem,
  passportExpiresOn,
  passportIssuedProblem,
  passportNumberProblem,
  passportSeriesProblem,
} from './passport.ts'
import { formatPhone, mobilePhoneProblem, normalizePhone, phoneProblem } from './phone.ts'

const SENTENCE = /^[А-ЯЁ].{5,}/
const TODAY = '2026-11-21'

test('a phone is stored in one form however it was typed', () => {
  for (const typed of [
    '8 (926) 123-45-67',
    '+7 926 123 45 67',
    '9261234567',
    '79261234567',
    '+7\u00a0926\u00a0123–45–67',
  ])
    assert.equal(normalizePhone(typed), '+79261234567', typed)
  assert.equal(mobilePhoneProblem('8 (926) 123-45-67'), undefined)
  assert.equal(formatPhone('+79261234567'), '+7\u00a0926\u00a0123-45-67')
})

test('a company may have any phone of the +7 zone, СБП only a Russian mobile one', () => {
  assert.equal(normalizePhone('84951234567'), '+74951234567')
  for (const phone of ['84951234567', '+77011234567', '8632001122', '4951234567']) {
    assert.equal(phoneProblem(phone), undefined, phone)
    assert.match(mobilePhoneProblem(phone) ?? '', SENTENCE, phone)
  }
})

test('text that is not a phone is refused', () => {
  for (const typed of [
    '0079268889767',
    '+7926123456',
    '+89261234567',
    '92612345678',
    '8926123456',
    '926123456a',
    '+1 212 555 0100',
    '',
  ]) {
    assert.equal(normalizePhone(typed), undefined, typed)
    assert.match(phoneProblem(typed) ?? '', SENTENCE, typed)
    assert.match(mobilePhoneProblem(typed) ?? '', SENTENCE, typed)
  }
})

test('a phone stored once is stored the same again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (number) => {
      const phone = `+7${String(number).padStart(10, '0')}`
      assert.equal(normalizePhone(formatPhone(phone)), phone)
    }),
  )
})

test('a passport is judged part by part', () => {
  for (const series of ['4509', '45 09']) assert.equal(passportSeriesProblem(series), undefined)
  for (const series of ['450', '45091', '', 'IVАБ'])
    assert.match(passportSeriesProblem(series) ?? '', SENTENCE)
  assert.equal(passportNumberProblem('123456'), undefined)
  for (const number of ['12345', '1234567', ''])
    assert.match(passportNumberProblem(number) ?? '', SENTENCE)
  assert.equal(deptCodeProblem('770-001'), undefined)
  for (const code of ['770001', '770001x', '77-0001', ''])
    assert.match(deptCodeProblem(code) ?? '', SENTENCE)
})

test('a passport is issued from the 14th birthday to today', () => {
  const issued = (day: string, birth = '2000-05-17') => passportIssuedProblem(day, birth, TODAY)
  assert.equal(issued('2014-05-17'), undefined)
  assert.equal(issued(TODAY), undefined)
  for (const day of ['2014-05-16', '2026-11-22', '2020-02-30', ''])
    assert.match(issued(day) ?? '', SENTENCE, day)
  assert.match(issued('2014-02-28', '2000-02-29') ?? '', SENTENCE)
  assert.equal(issued('2014-03-01', '2000-02-29'), undefined)
})

test('a birth date is a past day at most 120 years ago', () => {
  for (const day of ['2000-02-29', '2026-11-20', '1906-11-21', '1905-11-22'])
    assert.equal(birthDateProblem(day, TODAY), undefined, day)
  for (const day of [
    '2001-02-29',
    '2026-11-21',
    '2027-01-01',
    '1905-11-21',
    '1900-01-01',
    '',
    '01.02.2000',
  ])
    assert.match(birthDateProblem(day, TODAY) ?? '', SENTENCE, day)
})

test('a passport ends 90 days after the 20th or 45th birthday', () => {
  assert.equal(passportExpiresOn('2000-05-17', '2014-06-01'), '2020-08-15')
  assert.equal(passportExpiresOn('2000-05-17', '2020-05-16'), '2020-08-15')
  assert.equal(passportExpiresOn('2000-05-17', '2020-05-17'), '2045-08-15')
  assert.equal(passportExpiresOn('1970-05-17', '2015-05-17'), undefined)
})

test('age changes on the birthday, on 1 March for one born on 29 February', () => {
  assert.equal(ageOn('2008-11-21', '2026-11-20'), 17)
  assert.equal(ageOn('2008-11-21', '2026-11-21'), 18)
  assert.equal(ageOn('2000-02-29', '2014-02-28'), 13)
  assert.equal(ageOn('2000-02-29', '2014-03-01'), 14)
  assert.equal(ageOn('2000-02-29', '2020-02-29'), 20)
  assert.equal(birthdayAt('0050-01-31', 1), '0051-01-31')
})

test('only days that exist are days', () => {
  for (const day of ['2000-02-29', '2026-12-31', '0099-01-01']) assert.ok(isDay(day), day)
  for (const day of ['2001-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '2026-11-21T00:00', ''])
    assert.ok(!isDay(day), day)
  for (const day of ['0000-00-00', '0000-01-00', '9999-99-99', '2026-02-31'])
    assert.ok(!isDay(day), day)
  assert.ok(isDay('9999-12-31') && isDay('0000-02-29'))
  fc.assert(
    fc.property(fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/), (text) => {
      const [y, m, d] = text.split('-').map(Number) as [number, number, number]
      const inMonth = [31, (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0 ? 29 : 28, 31, 30]
      const long = [...inMonth, 31, 30, 31, 31, 30, 31, 30, 31][m - 1] ?? 0
      assert.equal(isDay(text), d >= 1 && d <= long, text)
    }),
    { numRuns: 2000 },
  )
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.throws(() => addDays('31.12.2026', 1), RangeError)
  assert.deepEqual(
    [birthdayAt('9999-01-01', 20), addDays('0000-01-01', -1), addDays('9999-12-31', 1)],
    ['9999-12-31', '0000-01-01', '9999-12-31'],
  )
})

test('a holder is compared without regard to case, ё and repeated spaces, hyphens kept', () => {
  assert.equal(
    normalizeHolderName(' семёнов-петров  артём\tалёшевич '),
    'СЕМЕНОВ-ПЕТРОВ АРТЕМ АЛЕШЕВИЧ',
  )
  assert.equal(matchHolder('иванов иван иванович', 'Иванов Иван Иванович'), 'match')
  assert.equal(matchHolder('КОРОЛЕВ  ПЕТР', 'Королёв Пётр'), 'match')
  assert.equal(matchHolder('Петров Иван Иванович', 'Иванов Иван Иванович'), 'mismatch')
  assert.equal(matchHolder('Иванов Петров Иван', 'Иванов-Петров Иван'), 'mismatch')
  assert.equal(matchHolder('  ', 'Иванов Иван'), 'unknown')
})

test('names are found however ё, capitals and accents were written', () => {
  assert.equal(nameSearchText('  СЕМЁНОВ   Артём '), 'семенов артем')
  assert.equal(nameSearchText('Сем\u0435\u0308нов'), 'семенов')
  fc.assert(
    fc.property(
      fc.string(),
      (name) => nameSearchText(nameSearchText(name)) === nameSearchText(name),
    ),
  )
})

test('an e-mail has one @ and a dot in the host', () => {
  for (const email of ['sklad@example.ru', 'a.b+c@mail.example.ru', 'склад@пример.рф'])
    assert.equal(emailProblem(email), undefined, email)
  const bad = [
    'sklad@',
    'a b@example.ru',
    'sklad@example',
    '@example.ru',
    'a@b@example.ru',
    'a@.ru',
    'a@b..ru',
    '',
  ]
  for (const email of [...bad, `${'a'.repeat(250)}@b.ru`])
    assert.match(emailProblem(email) ?? '', SENTENCE, email)
})

const IVANOV = { last_name: 'Семёнов', first_name: 'Иван', middle_name: 'Иванович' }

test('a masked name of a bank fits the supplier in any order, with letters or stars for what is hidden', () => {
  for (const told of [
    'Иван Иванович С.',
    'ИВАН ИВАНОВИЧ С',
    'Семенов Иван Иванович',
    'семёнов  и. и.',
    'Семенов И.И.',
    'Иван С.',
    'С. Иван',
    'Иван Ив****вич С.',
    'Сем*** Иван',
    // Latin letters that look like Russian ones.
    'Ивaн Ивaнович С.',
  ])
    assert.ok(fitsMaskedName(told, IVANOV), told)
  for (const told of [
    'Пётр Иванович С.',
    'Иван Иванович Ж.',
    'Иван Петрович С.',
    // Neither last nor first name may be missing, and letters alone name nobody.
    'Иван Иванович',
    'Иванович С.',
    'Иван',
    'И. И. С.',
    'С*** И***',
    // A stranger whose last name is the middle name, and masks that show another letter or one letter twice.
    'И. С. Иванович',
    'Иван С*д*в',
    'Ив*ван Семёнов',
    'Семен*енов Иван',
    'Иван Иванович С. Ж.',
    '***',
    '',
  ])
    assert.ok(!fitsMaskedName(told, IVANOV), told)
  const noMiddle = { last_name: 'Ли', first_name: 'Анна Мария', middle_name: null }
  assert.ok(fitsMaskedName('Анна Мария Л.', noMiddle))
  assert.ok(!fitsMaskedName('Анна', { last_name: null, first_name: 'Анна', middle_name: null }))
})
