import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinEnds } from '../../../send/ends/told-ends.ts'
import { classifyReport, endsOfReport, type ReportedPayment } from './classify-report.ts'
import type { ReportedStatus } from './status-report.ts'

const said = (code: string, reasonCode: string | null = null): ReportedStatus => ({
  code,
  reasonCode,
  reasonText: null,
})

/** What several answers make of one order, one after the other, and what they tell of its end. */
function judge(...answers: ReportedStatus[]) {
  let payment: ReportedPayment = { status: 'registered', isInFile: true, told: [] }
  let conflict: string | null = null
  for (const answer of answers) {
    const verdict = classifyReport(payment, answer)
    conflict = verdict.conflict
    payment = {
      ...payment,
      status: verdict.move ?? payment.status,
      told: joinEnds(payment.told, endsOfReport(answer)),
    }
  }
  return [payment.status, conflict]
}

test('an order that the bank has called debited is not freed by a later refusal', () => {
  const held = ['processing', 'contradicting_ends']
  for (const settled of ['ACSC', 'ACCC'])
    for (const refused of ['RJCT', 'CANC'])
      assert.deepEqual(judge(said(settled), said(refused)), held)
  assert.deepEqual(judge(said('RJCT'), said('ACSC')), ['rejected', 'contradicting_ends'])
  // Nothing of what follows frees it.
  assert.deepEqual(judge(said('ACSC'), said('RJCT'), said('ACSP'), said('CANC')), held)
})

test('a refused repeat tells nothing of the first order, and what is in work ends nothing', () => {
  assert.deepEqual(endsOfReport(said('RJCT', 'DU01')), [])
  assert.deepEqual(judge(said('ACSC'), said('RJCT', 'AM05')), ['processing', 'duplicate_reported'])
  assert.deepEqual(judge(said('ACSP'), said('RJCT')), ['rejected', null])
  assert.deepEqual(judge(said('RJCT'), said('ACSP')), ['rejected', 'accept_of_final'])
})
