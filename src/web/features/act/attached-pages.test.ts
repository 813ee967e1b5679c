import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeAttached } from './attached-pages.ts'

const sent = (page: number, is_new: boolean, own_code = true) => ({ page, is_new, own_code })

test('new pages with the code of the act are counted, and nothing else is said', () => {
  assert.deepEqual(describeAttached([sent(1, true), sent(2, true, false)]), {
    text: 'Добавлено: 2\u00a0листа',
    isPlain: true,
  })
})

test('a page that the act has already is named by its number, beside those that were added', () => {
  assert.deepEqual(describeAttached([sent(3, false, false)]), {
    text: 'Лист уже приложен: лист 3',
    isPlain: false,
  })
  assert.deepEqual(
    describeAttached([sent(1, false), sent(4, true), sent(2, false), sent(1, false)]),
    {
      text: 'Добавлено: 1\u00a0лист. Листы уже приложены: 1, 2',
      isPlain: false,
    },
  )
})

test('new pages without the code ask for a comparison', () => {
  assert.deepEqual(describeAttached([sent(1, true, false)]), {
    text: 'Добавлено: 1\u00a0лист. QR-код акта не найден: сверьте номер на бумаге',
    isPlain: false,
  })
})
