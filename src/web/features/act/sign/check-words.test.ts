import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActCard } from '#contract/act/act-entities.ts'
import { type CheckOutcome, buttonOf, describeChecked } from './check-decisions.ts'

const scan = (page: number): ActCard['scans'][number] => ({
  id: String(page),
  entity: 'act',
  entity_id: 'a',
  file_id: `f${page}`,
  mime: 'image/jpeg',
  kind: 'signed_act',
  page,
  own_code: null,
  status: 'new',
  reject_reason: null,
  created_by_name: null,
  created_at: '2026-11-27T10:00:00.000000Z',
  checked_by_name: null,
  checked_at: null,
})
const card = (status: ActCard['status']) => ({ status, scans: [scan(1), scan(2), scan(3)] })
const outcome = (fields: Partial<CheckOutcome>): CheckOutcome => ({
  left: 0,
  accepted: [],
  rejected: [],
  signs: false,
  proven: false,
  ...fields,
})
const rejecting = (...ids: string[]) =>
  outcome({ rejected: ids.map((id) => ({ id, reason: 'Нет подписи' })) })

test('pages that are rejected after the signing leave the act signed, and are named as in its table', () => {
  assert.equal(buttonOf(card('signed'), rejecting('2')), 'Отклонить лист')
  assert.deepEqual(describeChecked(card('signed'), rejecting('2')), {
    text: 'Лист 2 отклонён, акт остаётся подписанным',
    isPlain: false,
  })
  assert.equal(buttonOf(card('signed'), rejecting('3', '2')), 'Отклонить листы')
  assert.equal(
    describeChecked(card('signed'), rejecting('3', '2')).text,
    'Листы 2, 3 отклонены, акт остаётся подписанным',
  )
})

test('of an issued act the words say whether it is signed', () => {
  const act = card('issued')
  assert.equal(buttonOf(act, rejecting('1')), 'Отклонить и не подписывать')
  assert.equal(
    describeChecked(act, rejecting('1')).text,
    'Листы отклонены, подписанного листа у акта нет',
  )
  assert.equal(buttonOf(act, outcome({ left: 1 })), 'Подписать')
  const signs = outcome({ accepted: ['1'], signs: true })
  assert.equal(buttonOf(act, signs), 'Сверено, подписать')
  assert.equal(buttonOf(act, { ...signs, proven: true }), 'Подписать')
  assert.equal(describeChecked(act, signs).text, 'Акт подписан')
})

test('with an accepted page the check of a signed act is stored', () => {
  const mixed = { ...rejecting('2'), accepted: ['3'] }
  assert.equal(buttonOf(card('signed'), mixed), 'Сохранить')
  assert.equal(describeChecked(card('signed'), mixed).text, 'Листы проверены')
  assert.equal(buttonOf(card('signed'), outcome({ left: 1 })), 'Сохранить')
})
