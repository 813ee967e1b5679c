import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueText } from '../core/issue-text.ts'
import { yardHost } from './yard-address.ts'

test('a host of a yard is an address or a name, and anything else is refused', () => {
  const kept = ['192.168.1.20', '10.0.0.7', 'moxa-1.yard.local', 'fe80::1', '[fe80::1]']
  for (const host of kept) assert.equal(yardHost().parse(` ${host} `), host)
  const hint = 'Адрес вида 192.168.1.20 или имя латиницей'
  for (const host of ['нет такого', 'http://192.168.1.20', '192.168.1.20:4001', 'a b', 'a/b'])
    assert.deepEqual(yardHost().safeParse(host).error?.issues.map(issueText), [hint], host)
  assert.deepEqual(yardHost().safeParse('').error?.issues.map(issueText), ['Заполните поле'])
})
