import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
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

/** Fifteen signs and more, each from a public list of breached passwords or made of its first lines. */
const KNOWN =
  `1qaz2wsx3edc4rfv qazwsxedcrfvtgb 1qazxsw23edcvfr4 q1w2e3r4t5y6u7i8o9p0 polniypizdec1102 momsanaladventure
mailcreated5240 ne_e_pod_chehyl 23176djivanfros hd764nw5d7e1vb1 bhrh0h2oof6xbqjeh nick1234-rem936 122333444455555
passwordstandard manchesterunited thisismypassword iloveyouforever iloveyousomuch1 qwertyuiop123456 qwerty1234567890
1234567890qwerty teenagemutantninja harrypotterharry liverpoolfootball chelseafootball newyorkyankees1 pokemonmaster123
trustno1trustno1 letmeinletmein1 superman-batman-1 dragonballdragon princess12345678 sunshinesunshine michaeljackson1
p@ssw0rdp@ssw0rd Pa$$w0rd12345678 starwarsstarwars football12345678 monkeymonkey123 welcome123welcome
йцукенгшщзхъ123 парольпароль123 спартакчемпион1 qwertyйцукен123 ghbdtnghbdtn123 Приветпривет2024`.split(
    /\s+/,
  )

test('breached long passwords, and those that are made of the commonest short ones, are refused', () => {
  assert.ok(KNOWN.length > 40 && KNOWN.every(({ length }) => length >= 14))
  assert.deepEqual(
    KNOWN.filter((known) => passwordProblem(known, context) === undefined),
    [],
  )
})

test('the 9 687 of the commonest million breached passwords that are long enough are refused, also with a sign more', () => {
  const file = path.resolve(import.meta.dirname, 'long-passwords.txt.br')
  const long = brotliDecompressSync(readFileSync(file)).toString('utf8').split('\n')
  assert.equal(long.length, 9687)
  assert.ok(long.every((password) => password.length >= 15))
  const longer = long.filter((_, at) => at % 20 === 0).map((one) => `${one.toUpperCase()}!`)
  const accepted = [...long, ...longer].filter((one) => passwordProblem(one, []) === undefined)
  assert.deepEqual(accepted, [])
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
