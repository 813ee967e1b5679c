import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitText, textProblem, type TextRule } from './text-rule.ts'

const RULE: TextRule = {
  placeholders: [
    { name: 'seller', title: 'сдатчик', required: true },
    { name: 'goods', title: 'что сдано', required: false },
  ],
  required: true,
  max: 60,
  inline: false,
}

test('a text that cannot be printed is told in one sentence what is wrong', () => {
  const problems: readonly (readonly [string, RegExp])[] = [
    ['  ', /не может быть пустым/],
    [`{seller}${'о'.repeat(60)}`, /Не длиннее 60 знаков, сейчас 68/],
    ['{seller} сдал {goods', /не парами/],
    ['{seller} сдал goods}', /не парами/],
    ['{seller} сдал {{goods}}', /не парами/],
    ['{seller} сдал {лом}', /Подстановки \{лом\} в этом тексте нет/],
    ['{seller} сдал {Goods}', /Подстановки \{Goods\}/],
    ['сдал {goods}', /Нужна подстановка \{seller\} \(сдатчик\)/],
    ['**{seller} сдал', /Звёздочки/],
    ['*{seller}** сдал', /Звёздочки/],
    ['***{seller}*** сдал', /Больше двух звёздочек/],
    [
      '{seller} сдал ♻️',
      /^Знак «♻» \(U\+267B\) не печатается: его нет в шрифте документов\. Уберите его$/,
    ],
    ['{seller} сдал 👍🏽', /^Знак «👍» \(U\+1F44D\) не печатается/],
    ['{seller} 漢', /^Знак «漢» \(U\+6F22\)/],
    ['{seller} сдал \u{fe0f}', /^Знак U\+FE0F не печатается/],
    ['{seller}\tсдал', /^Табуляция не печатается/],
  ]
  for (const [text, words] of problems) assert.match(textProblem(text, RULE) ?? '', words, text)
  const inline = { ...RULE, placeholders: [], inline: true }
  assert.match(textProblem('НДС\nнет', inline) ?? '', /в одну строку/)
  assert.match(textProblem('**НДС**', inline) ?? '', /без выделения/)
  assert.equal(textProblem('', { ...RULE, required: false }), undefined)
  assert.equal(textProblem('{seller} — «лом», № 5 ≥ 3 кг, 5 ₽; ½ тонны', RULE), undefined)
  assert.equal(textProblem('**{seller}** сдал\n*{goods}* и <b>ушёл</b>', RULE), undefined)
})

test('marks and placeholders are told from words, and markup of pages is words', () => {
  assert.deepEqual(splitText('Я, **{seller}**, *сдал* <b>'), [
    { text: 'Я, ', bold: false, italic: false },
    { placeholder: 'seller', bold: true, italic: false },
    { text: ', ', bold: false, italic: false },
    { text: 'сдал', bold: false, italic: true },
    { text: ' <b>', bold: false, italic: false },
  ])
})
