import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BankStatement } from '#contract/payment/statement.ts'
import { breakWords, nameStatements } from './statement-names.ts'

const statement = (id: string, part: Partial<BankStatement> = {}) =>
  ({
    id,
    file_name: 'kl_to_1c.txt',
    account: '40702810900000000017',
    bank_config_title: 'Банк',
    date_from: '2026-11-27',
    date_to: '2026-11-27',
    opening_kop: 150_000,
    created_at: '2026-11-27T10:00:00Z',
    before: null,
    ...part,
  }) as BankStatement

test('statements of one day are named apart by file, by minute and at last by place', () => {
  const items = [
    statement('a', { date_from: '2026-11-26', date_to: '2026-11-26' }),
    statement('b', { file_name: 'final.txt' }),
    statement('c', { created_at: '2026-11-27T11:00:00Z' }),
    statement('d'),
    statement('e'),
  ]
  const names = nameStatements(items)
  assert.equal(new Set(names.values()).size, items.length)
  assert.doesNotMatch(names.get('a')!, /kl_to_1c/)
  assert.match(names.get('b')!, /final\.txt$/)
  assert.match(names.get('d')!, /№ 2$/)
})

test('a break of balances says with what it was compared; days without movements are told quietly', () => {
  const before = {
    statement_id: 'x',
    file_name: 'old.txt',
    date_from: '2026-11-20',
    date_to: '2026-11-24',
    closing_kop: 140_000,
    gap: { date_from: '2026-11-25', date_to: '2026-11-26' },
    difference_kop: 10_000,
  } as NonNullable<BankStatement['before']>
  const wordsOf = (part: Partial<typeof before>) =>
    breakWords(statement('a', { before: { ...before, ...part } }))!
  assert.match(
    wordsOf({}),
    /^Нет выписки за 25\.11\.2026 – 26\.11\.2026: загрузите её\..+old\.txt.+разница/,
  )
  assert.match(wordsOf({ difference_kop: 0 }), /Остатки сходятся/)
  assert.match(wordsOf({ gap: null }), /^Входящий остаток .+ не равен/)
  assert.equal(breakWords(statement('a')), undefined)
})
