import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameCompany, withoutPart } from './name-company.ts'

const named = (text: string, ...values: unknown[]) => nameCompany(text, values, 'c')

test('every tie between tables names the company once more, whoever wrote it', () => {
  assert.deepEqual(
    named(
      'select (select count(*) from scan s where s.company_id = a.company_id) from act a where a.id = $1',
      7,
    ),
    {
      text: 'select (select count(*) from scan s where (s.company_id = a.company_id and s.company_id = $2::uuid)) from act a where a.id = $1',
      values: [7, 'c'],
    },
  )
  assert.equal(
    named('"x"."company_id" = "a"."company_id"').text,
    '("x"."company_id" = "a"."company_id" and "x"."company_id" = $1::uuid)',
  )
  assert.equal(
    named('where company_id = wa.company_id').text,
    'where (company_id = wa.company_id and company_id = $1::uuid)',
  )
})

test('a statement without a tie, or with a company of its own, stays as it is', () => {
  for (const text of [
    'select 1 from act where company_id = $1',
    'update audit_head h set company_id = $1',
    'select from company c join act a on c.id = a.company_id',
  ])
    assert.deepEqual(named(text, 'own'), { text, values: ['own'] })
})

test('what a machine refuses has the name of the schema', () => {
  assert.equal(withoutPart('visit_one_in_a_plate_104395'), 'visit_one_in_a_plate')
  assert.equal(withoutPart('act_2_of_3'), 'act_2_of_3')
})
