import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventKinds } from '#contract/audit/actions/action-form.ts'
import { auditActions, formOf } from '#contract/audit/actions/all-actions.ts'
import { actionsOfPurpose, purposeNames } from '#contract/audit/purposes.ts'
import { fieldTitle } from '../field-titles.ts'
import { fillForm } from './fill-form.ts'
import { isFemale } from './tell-events.ts'

const forms = Object.entries(auditActions)
const placeholdersOf = (says: string) =>
  [...says.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!).filter((name) => /^[a-z]/.test(name))

const fillAll = (says: string, feminine: boolean, valueOf: (name: string) => string | undefined) =>
  fillForm(says, {
    feminine,
    valueOf: (name) => {
      const text = valueOf(name)
      return text === undefined ? undefined : [{ text, href: null }]
    },
  })
    .map(({ text }) => text)
    .join('')

test('every action has a title and a sentence, whole with its values and whole without them', () => {
  assert.ok(forms.length > 200)
  for (const [action, { title, says }] of forms) {
    assert.match(title, /^[А-ЯЁ]/, action)
    assert.match(says, /^[а-яёА-ЯЁ]/, action)
    for (const feminine of [true, false]) {
      const whole = fillAll(says, feminine, (name) => `<${name}>`)
      for (const name of placeholdersOf(says)) assert.ok(whole.includes(`<${name}>`), action)
      const bare = fillAll(says, feminine, () => undefined)
      for (const told of [whole.replaceAll(/<[^>]+>/g, 'х'), bare])
        assert.doesNotMatch(told, /[{}[\]|]| {2}| [,:]|^ | $/, `${action}: «${told}»`)
    }
  }
})

test('a sentence names only fields that events carry', () => {
  const unknown = forms.flatMap(([action, { says }]) =>
    placeholdersOf(says)
      .map((name) => name.split(':')[0]!)
      .filter((field) => field !== 'record' && field !== 'changes' && fieldTitle(field) === field)
      .map((field) => `${action} {${field}}`),
  )
  assert.deepEqual(unknown, [])
})

test('a verb has the ending of whoever did it, and an empty part goes with its words', () => {
  const { says } = formOf('payment.save')!
  const values: Record<string, string> = { record: '№ 7', amount_kop: '372 000 ₽' }
  const told = fillAll(says, true, (name) => values[name])
  assert.equal(told, 'подготовила выплату № 7 на 372 000 ₽')
  assert.equal(
    fillAll('вош{ёл|ла}', false, () => undefined),
    'вошёл',
  )
  assert.equal(
    fillAll('вош{ёл|ла}', true, () => undefined),
    'вошла',
  )
  assert.equal(
    fillAll('подписал{а}', false, () => undefined),
    'подписал',
  )
})

test('a patronymic tells the gender, else the surname', () => {
  for (const name of ['Иванова Анна Петровна', 'Ким Ольга Ильинична', 'Петрова Мария'])
    assert.ok(isFemale(name), name)
  for (const name of ['Иванов Пётр Ильич', 'Галина Олег Петрович', 'Ким', 'Алиев Рауф Самед оглы'])
    assert.ok(!isFemale(name), name)
})

test('each action is of one kind, and a purpose names actions that exist', () => {
  for (const [action] of forms)
    assert.ok(eventKinds.includes(formOf(action)!.kind ?? 'change'), action)
  for (const name of purposeNames)
    for (const action of actionsOfPurpose(name)) assert.ok(formOf(action), `${name}: ${action}`)
})
