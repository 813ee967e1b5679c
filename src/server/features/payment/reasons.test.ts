import assert from 'node:assert/strict'
import { test } from 'node:test'
import { yookassa } from '../bank/providers/yookassa/yookassa.ts'
import { adviceFor, reasonText } from './reasons.ts'

test('a reason that its provider does not list is shown with its code', () => {
  for (const code of ['never_heard_of', 'constructor', 'toString', '__proto__']) {
    assert.equal(reasonText(yookassa.reasons, code), `Банк отклонил: ${code}`)
    assert.equal(
      adviceFor(yookassa.reasons, 'rejected', code),
      'Свяжитесь с банком или смените способ',
    )
  }
})
