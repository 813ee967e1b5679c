import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenName, nameCompany } from './name-company.ts'

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
  assert.equal(brokenName({ constraint: 'visit_one_in_a_plate_104395' }), 'visit_one_in_a_plate')
  assert.equal(brokenName({ constraint: 'act_2_of_3' }), 'act_2_of_3')
})

test('the coordinator hands on its words alone, and the name is among them', () => {
  const said = (code: string, message: string) => brokenName({ code, message })
  assert.equal(
    said('23505', 'duplicate key value violates unique constraint "bank_code_unique_102013"'),
    'bank_code_unique',
  )
  assert.equal(
    said(
      '23503',
      'insert or update on table "site_102309" violates foreign key constraint "site_company_id_fkey_102309"',
    ),
    'site_company_id_fkey',
  )
  assert.equal(
    said(
      '23514',
      'new row for relation "bank_102013" violates check constraint "bank_adapter_check"',
    ),
    'bank_adapter_check',
  )
  assert.equal(said('23502', 'null value in column "name" violates not-null constraint'), undefined)
  assert.equal(said('P0001', 'a constraint "of_ours" is told about'), undefined)
})
