import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceFor, reasonText } from './reasons.ts'

test('a reason of a bank that is not in the table is told with its own code, whatever it is', () => {
  for (const code of ['never_heard_of', 'constructor', 'toString', '__proto__']) {
    assert.equal(reasonText(code), `Банк отклонил: ${code}`)
    assert.equal(adviceFor('rejected', code), 'Свяжитесь с банком или смените способ')
  }
})
