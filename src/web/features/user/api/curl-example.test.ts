import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allCalls } from '#contract/calls.ts'
import { openApi } from '#http/openapi.ts'
import type { OpenApi } from '#web/api/read-openapi.ts'
import { schemaLines, curlExample } from './describe-call.ts'

// The very bytes that the server answers.
const document = JSON.parse(JSON.stringify(openApi(allCalls))) as OpenApi
const operation = (method: string, path: string) => document.paths[path]![method]!

test('a command names address, key, required parameters and required fields of the body', () => {
  const path = '/api/v1/act/getAct'
  const read = curlExample('https://p.ru', 'GET', path, operation('get', path))
  assert.equal(
    read,
    "curl -X GET 'https://p.ru/api/v1/act/getAct?id=<id>' \\\n  -H 'Authorization: Bearer <ключ>'",
  )
  const bank = '/api/v1/bank/superSetBankStatus'
  const change = curlExample('https://p.ru', 'PUT', bank, operation('put', bank))
  assert.match(change, /-d '\{"id": <id>, "new_status": <new_status>\}'$/)
})

test('an address with a part of its own shows the part', () => {
  const path = '/api/v1/weightacts/getAct/{id}'
  assert.match(curlExample('', 'GET', path, operation('get', path)), /getAct\/<id>'/)
})

test('fields of a list, of a nested object and of alternatives are told with type and need', () => {
  const { content } = operation('get', '/api/v1/act/getAllActs').responses['200']!
  const lines = schemaLines(content!['application/json']!.schema)
  const of = (path: string) => lines.find((line) => line.path === path)
  assert.deepEqual([of('items.id')!.type, of('items.id')!.depth], ['id act', 1])
  assert.equal(of('total')!.required, true)
  assert.equal(new Set(lines.map(({ path }) => path)).size, lines.length)
})

test('every call of the document is described without a gap', () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, each] of Object.entries(methods)) {
      assert.match(curlExample('', method.toUpperCase(), path, each), /^curl -X [A-Z]+ '/)
      for (const { content } of [...Object.values(each.responses), each.requestBody ?? {}])
        for (const { schema } of Object.values(content ?? {}))
          assert.ok(schemaLines(schema).length > 0, path)
    }
})

test('a call names the permissions whose keys open it', () => {
  assert.deepEqual(operation('get', '/api/v1/act/getAct')['x-permissions'], ['acts.read'])
  assert.equal(operation('post', '/api/v1/payment/registerPayments')['x-permissions'], undefined)
})
