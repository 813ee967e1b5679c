import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { passwordProblem } from './password-rule.ts'

const context = ['operator-a', 'Иванова Мария', 'ООО «Ромашка»', 'г. Саранск, ул. Складская']

test('a phrase of a few unusual words is accepted, with any characters and spaces', () => {
  for (const phrase of [
    'четыре рыжих верблюда',
    'correct horse battery staple',
    'Кувшин под лестницей 17',
    'vB7#qLw92!xTzKd0',
    '雪が降る 雪が降る 山の上の小屋で',
  ])
    assert.equal(passwordProblem(phrase, context), undefined, phrase)
})

test('common passwords, keyboard runs, repeats and words about the person are refused', () => {
  for (const guess of [
    'passwordpassword',
    'password1234567',
    'Пароль1234567890',
    'gfhjkmgfhjkm1234',
    '123456789012345',
    'qwertyuiopasdfgh',
    '1qaz2wsx3edc4rfv',
    'йцукенгшщзхъфыва',
    'aaaaaaaaaaaaaaaa',
    'abcabcabcabcabcabc',
    'qwe123qwe123qwe123',
    'priyomka-priyomka',
    'Приёмка2026 Весы',
    'operator-a-2026-!',
    'Ромашка Саранск 1',
    'иванова мария 12',
    'ilovemoscow12345',
    'zyxwvutsrqponml',
  ])
    assert.ok(passwordProblem(guess, context), guess)
})

test('any random text of 40 letters and digits is accepted', () => {
  const letters = fc.constantFrom(...'bdgkmprtvwxz2345789')
  fc.assert(
    fc.property(fc.array(letters, { minLength: 40, maxLength: 128 }), (chars) => {
      // Only what is really varied: fast-check also makes repeats, and those are rightly refused.
      fc.pre(new Set(chars).size > 14)
      assert.equal(typeof passwordProblem(chars.join(''), []) === 'string', false)
    }),
  )
})
