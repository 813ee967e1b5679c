import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActCard } from '#contract/act/act-entities.ts'
import type { Scan } from '#contract/file/file-entities.ts'
import {
  checkedScans,
  isLastProof,
  isRejectable,
  nextPlace,
  outcomeOf,
  pagesToCheck,
  signBody,
} from './check-decisions.ts'

function scan(id: string, fields: Partial<Scan> = {}): Scan {
  return {
    id,
    entity: 'act',
    entity_id: 'a',
    file_id: `f${id}`,
    mime: 'image/jpeg',
    kind: 'signed_act',
    page: 1,
    own_code: null,
    status: 'new',
    reject_reason: null,
    created_by_name: null,
    created_at: '2026-11-27T10:00:00.000000Z',
    checked_by_name: null,
    checked_at: null,
    ...fields,
  }
}

type Checked = Pick<ActCard, 'id' | 'version' | 'status' | 'scans'>
const card = (scans: Scan[], status: ActCard['status'] = 'issued') => {
  const checked: Checked = { id: 'a', version: 4, status, scans }
  return checked
}

test('only new pages of the signed act are checked', () => {
  const pages = [
    scan('1'),
    scan('2', { status: 'rejected' }),
    scan('3', { status: 'accepted' }),
    scan('4', { kind: 'waybill' }),
  ]
  assert.deepEqual(
    pagesToCheck(card(pages)).map(({ id }) => id),
    ['1'],
  )
})

test('a page is rejected while it is new, of an issued or signed act and whatever it is', () => {
  const statuses = ['draft', 'issued', 'signed', 'void'] as const
  const page = scan('1', { kind: 'waybill' })
  const allowed = statuses.filter((status) => isRejectable({ status }, page))
  assert.deepEqual(allowed, ['issued', 'signed'])
  for (const status of ['accepted', 'rejected'] as const)
    assert.equal(isRejectable({ status: 'issued' }, scan('1', { status })), false)
})

test('after a decision the next page without one is shown, around the end', () => {
  const pages = [scan('1'), scan('2'), scan('3')]
  assert.equal(nextPlace(pages, new Map([['1', null]]), 0), 1)
  assert.equal(nextPlace(pages, new Map([['3', 'Нет подписи']]), 2), 0)
  const all = new Map(pages.map(({ id }) => [id, null]))
  assert.equal(nextPlace(pages, all, 1), 1)
})

test('an accepted page with the code signs, one without it says that it was compared', () => {
  const act = card([scan('1', { own_code: true }), scan('2')])
  const one = outcomeOf(act, new Map([['1', null]]))
  assert.deepEqual([one.left, one.signs, one.proven], [1, true, true])
  const rejected = outcomeOf(act, new Map([['1', 'Нет подписи'] as const, ['2', null] as const]))
  assert.deepEqual(signBody(act, rejected), {
    command: 'sign',
    id: 'a',
    version: 4,
    accepted_scan_ids: ['2'],
    rejected_scans: [{ id: '1', reason: 'Нет подписи' }],
    without_code: true,
  })
})

test('where every page is rejected only the rejections are sent', () => {
  const act = card([scan('1')])
  const outcome = outcomeOf(act, new Map([['1', 'Нет подписи']]))
  assert.equal(outcome.signs, false)
  assert.deepEqual(signBody(act, outcome), {
    command: 'sign',
    id: 'a',
    version: 4,
    rejected_scans: [{ id: '1', reason: 'Нет подписи' }],
  })
})

test('pages that came after the signing are decided without signing again', () => {
  const act = card([scan('1', { status: 'accepted', own_code: true }), scan('2')], 'signed')
  const outcome = outcomeOf(act, new Map([['2', null]]))
  assert.equal(outcome.signs, false)
  assert.deepEqual(signBody(act, outcome), {
    command: 'sign',
    id: 'a',
    version: 4,
    accepted_scan_ids: ['2'],
  })
})

test('a page signs in one press only as the last one, with the code of the act, and where none is rejected', () => {
  const proven = scan('2', { own_code: true })
  const last = new Map<string, string | null>([['1', null]])
  assert.equal(isLastProof(card([scan('1'), proven]), last, proven), true)
  assert.equal(isLastProof(card([scan('1'), proven]), new Map(), proven), false)
  assert.equal(isLastProof(card([scan('1'), scan('2')]), last, scan('2')), false)
  assert.equal(isLastProof(card([scan('1'), proven]), new Map([['1', 'Нет']]), proven), false)
  assert.equal(isLastProof(card([scan('1'), proven], 'signed'), last, proven), false)
  const decided = new Map(last).set('2', null)
  assert.equal(isLastProof(card([scan('1'), proven]), decided, proven), false)
})

test('until the act is read again its pages stand as they were decided, and the others as they were', () => {
  const pages = [scan('1'), scan('2'), scan('3'), scan('4', { status: 'accepted' })]
  const rejected = [{ id: '2', reason: 'Чужой акт' }]
  const shown = checkedScans(pages, { accepted: ['1'], rejected })
  assert.deepEqual(
    shown.map(({ status, reject_reason }) => [status, reject_reason]),
    [
      ['accepted', null],
      ['rejected', 'Чужой акт'],
      ['new', null],
      ['accepted', null],
    ],
  )
})
