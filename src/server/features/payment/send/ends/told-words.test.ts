import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { ToldEnd } from '../../../../db/json-columns.ts'
import { conflictOf, hasTold, joinEnds, toldWords, type End } from './told-ends.ts'

const said = (end: End, words = 'слово', by: ToldEnd['by'] = 'answer'): ToldEnd => ({
  end,
  by,
  words,
})
const [paid, refused] = [said('paid'), said('refused')]

test('the first word of each end stays, whatever comes after it', () => {
  const later = said('paid', 'другое', 'file')
  assert.deepEqual(joinEnds([], [paid, later, refused]), [paid, refused])
  assert.deepEqual(joinEnds([paid], [later]), [paid])
  assert.deepEqual(joinEnds([paid], [later, refused]), [paid, refused])
  assert.deepEqual(joinEnds([paid, refused], [later]), [paid, refused])
  const told = [refused]
  assert.equal(joinEnds(told, []), told, 'nothing new is no new list, which would be stored')
})

test('an end is told when one of the words says it', () => {
  assert.deepEqual([hasTold([paid], 'paid'), hasTold([paid], 'refused')], [true, false])
  assert.deepEqual([hasTold([paid, refused], 'refused'), hasTold([], 'paid')], [true, false])
})

/** Our state, all that the bank has told, what it tells now, and what that is against. */
const CONFLICTS: [PaymentStatus, ToldEnd[], End[], ReturnType<typeof conflictOf>][] = [
  ['processing', [paid], ['paid'], null],
  ['processing', [paid, refused], ['refused'], 'contradicting_ends'],
  ['unknown', [], [], null],
  ['paid', [paid], ['paid'], null],
  ['paid', [], [], null],
  ['paid', [refused], ['refused'], 'reject_of_paid'],
  ['paid', [paid, refused], ['refused'], 'contradicting_ends'],
  ['paid', [paid, refused], ['paid'], null],
  ['rejected', [refused], ['refused'], null],
  ['rejected', [paid], ['paid'], 'accept_of_final'],
  ['cancelled', [paid], ['paid'], 'accept_of_final'],
  // Nothing of a saved one was sent: whatever is executed is not ours.
  ['saved', [paid], ['paid'], 'accept_of_final'],
  ['saved', [refused], ['refused'], null],
]

test('a word of the bank is held against its own others and against what we ended', () => {
  for (const [ours, told, heard, conflict] of CONFLICTS)
    assert.equal(conflictOf(ours, told, heard), conflict, `${ours}, ${heard.join()}`)
})

test('words stand beside each other with what they mean and where they came from; another word of an end too', () => {
  assert.equal(
    toldWords([paid, said('refused', '03', 'notice')]),
    'исполнена: слово (ответ на вопрос); не исполнена: 03 (извещение)',
  )
  const others = [said('paid', 'слово', 'file'), said('paid', 'да'), said('refused'), paid]
  assert.equal(
    toldWords([paid], others),
    'исполнена: слово (ответ на вопрос); исполнена: слово (ответ на файл); исполнена: да (ответ на вопрос); не исполнена: слово (ответ на вопрос)',
  )
})
