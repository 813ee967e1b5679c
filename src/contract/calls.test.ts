import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { actions } from './core/actions.ts'
import type { Call, Schema } from './core/call.ts'
import { allCalls } from './calls.ts'
import { entities } from './core/entities.ts'
import { moduleTags } from './core/module-tags.ts'
import { refusals } from './core/refusals.ts'
import { hints } from './core/shapes.ts'

// Section 7 of the specification, written down from it and from nothing else.
const SPECIFIED = `
POST auth/login
PUT auth/changePassword
POST auth/logout
POST auth/updatePasswordWithTempLink
POST auth/validateJWT
POST company/superCreateNewCompany
PUT company/superUpdateCompany
PUT company/superUpdateCompanyStatus
POST company/superAddBankConfig
PUT company/superUpdateBankConfig
PUT company/superUpdateBankConfigStatus
DELETE company/superDeleteBankConfig?companyId&bankConfigId
GET company/getCompany
GET company/superGetCompaniesList?filter
GET company/superGetCompany?id
GET user/getUsersByCompany?companyId&filter
GET user/superGetAllUsers?filter
POST user/createUser
PUT user/updateUsersInfo
PUT user/superUpdateUser
PUT user/superSetUserStatus
POST user/sendSetOfTemporaryLink
GET user/getActions
PUT user/updateActionFolder
PUT user/updateAction
PUT user/updateActionAccess
GET user/superGetRoles
GET user/generatePCode
POST user/checkPCode
GET supplier/getAllSuppliers?filter
POST supplier/createNewSuppliers
PUT supplier/updateSuppliers
PUT supplier/setSuppliersStatus
POST supplier/createPaymentMethod
PUT supplier/updatePaymentMethod
PUT supplier/setPaymentMethodStatus?supplierId&paymentMethodId
DELETE supplier/deletePaymentMethod?supplierId&paymentMethodId
GET supplier/findSupplier?mask
GET supplier/getSupplier?id
GET test/findOldSuppliers?filter
POST test/copyFromOldBase
GET product/getProducts?filter
PUT product/update
PUT product/move
DELETE product/delete?id
GET price/getPrice
GET price/getColumns?filter
PUT price/updateColumn
DELETE price/deleteColumn?id
PUT price/restoreColumn?id
PUT price/setDefaultColumn?id
PUT price/updateCell
PUT price/updateColumns
GET payment/getAllPayments?filter
POST payment/createTestPayment
POST payment/savePayments
POST payment/registerPayments
POST payment/getStatuses
POST bank/superCreateNewBank
PUT bank/superUpdateBank
GET bank/superGetBanksList?filter
PUT bank/superSetBankStatus
GET modules/superGetModuleList
GET modules/getModuleList
GET report/getReportList?filter
GET report/getReportTypeList
GET report/getReportStatus?reportId
POST report/createReport
GET act/getAllActs?filter
GET act/getAct?id
POST act/update
POST act/scans?actId
GET act/getActBody?actId
PUT transactions/update
GET transactions/getList?filter
GET transactions/getListIn
GET transactions/getFree?filter
GET transactions/foundTransactionInByCarnumber?carnumber
GET transactions/find?filter
GET weightacts/getAllActs?filter
GET weightacts/getAct/{id}
PUT weightacts/update
POST files/save?params
GET files/getList?filter
GET files/get/{id}
GET utils/get_qrcode_img?text
GET weight/get_weight
GET carnumber/get_carnumber
GET camera/get_screenshot?camera
`
  .trim()
  .split('\n')
  .map((line) => {
    const [method, rest] = line.split(' ') as [string, string]
    const [path, query] = rest.split('?') as [string, string | undefined]
    return { method, path, query: query?.split('&') ?? [] }
  })

type Node = Record<string, unknown>

function jsonSchema(schema: Schema, io: 'input' | 'output'): Node {
  return z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const hint = hints.get(zodSchema)
      if (hint?.entity) (jsonSchema as Node)['x-entity'] = hint.entity
      if (hint?.json) (jsonSchema as Node)['x-json'] = inputSchema(hint.json as Schema)
    },
  }) as Node
}
const inputSchema = (schema: Schema) => jsonSchema(schema, 'input')

/** Each schema of a call with the place where it stands. */
function schemasOf({ key, call }: { key: string; call: Call }) {
  const found: { place: string; io: 'input' | 'output'; schema: Node }[] = []
  for (const part of ['params', 'query', 'body', 'result'] as const) {
    const schema = call[part]
    if (!schema || typeof schema === 'string') continue
    const io = part === 'result' ? 'output' : 'input'
    found.push({ place: `${key} ${part}`, io, schema: jsonSchema(schema, io) })
  }
  return found
}

/** Walks every node of a schema, with the name of the property that holds it. */
function walk(node: unknown, place: string, see: (node: Node, place: string) => void): void {
  if (typeof node !== 'object' || node === null) return
  const schema = node as Node
  see(schema, place)
  for (const [name, child] of Object.entries((schema['properties'] ?? {}) as Node))
    walk(child, `${place}.${name}`, see)
  for (const word of ['items', 'additionalProperties', 'x-json'])
    if (typeof schema[word] === 'object') walk(schema[word], `${place}.[]`, see)
  for (const word of ['anyOf', 'oneOf', 'prefixItems'])
    for (const child of (schema[word] as unknown[] | undefined) ?? []) walk(child, place, see)
}

function unbounded(node: Node, io: 'input' | 'output'): string | undefined {
  if (node['x-max-length'] !== undefined || node['x-json'] || node['anyOf'] || node['oneOf']) return
  switch (node['type']) {
    case 'string':
      return node['maxLength'] || node['enum'] || node['format'] || node['pattern'] || node['allOf']
        ? undefined
        : 'text without a length'
    case 'integer':
    case 'number':
      return node['enum'] || (node['minimum'] !== undefined && node['maximum'] !== undefined)
        ? undefined
        : 'number without bounds'
    case 'array':
      return io === 'output' || node['maxItems'] !== undefined || node['prefixItems']
        ? undefined
        : 'list without a bound'
    case 'object':
      if (node['additionalProperties'] === false) return undefined
      return node['maxProperties'] === undefined ? 'object that lets anything in' : undefined
    case 'boolean':
      return undefined
    default:
      return `shape of no kind: ${JSON.stringify(node).slice(0, 80)}`
  }
}

test('every call of the specification is declared exactly once, with its query', () => {
  assert.equal(SPECIFIED.length, 89)
  for (const { method, path, query } of SPECIFIED) {
    const full = `/api/v1/${path.replace('{id}', ':id')}`
    const found = allCalls.filter(({ call }) => call.method === method && call.path === full)
    assert.equal(found.length, 1, `${method} ${path}`)
    const declared = found[0]!.call.query
      ? Object.keys((inputSchema(found[0]!.call.query)['properties'] ?? {}) as Node)
      : []
    for (const name of query) assert.ok(declared.includes(name), `${method} ${path}: ?${name}`)
  }
})

test('no method and path and no name is declared twice', () => {
  const addresses = allCalls.map(({ call }) => `${call.method} ${call.path}`)
  assert.equal(new Set(addresses).size, addresses.length)
  const keys = allCalls.map(({ key }) => key)
  assert.equal(new Set(keys).size, keys.length)
})

test('a path parameter is declared, and only then', () => {
  for (const { key, call } of allCalls)
    assert.equal(call.path.includes('/:'), 'params' in call, key)
})

test('every text, list, number and object of every call is bounded', () => {
  const loose: string[] = []
  let seen = 0
  for (const named of allCalls)
    for (const { place, io, schema } of schemasOf(named))
      walk(schema, place, (node, at) => {
        seen++
        const why = unbounded(node, io)
        if (why) loose.push(`${at}: ${why}`)
      })
  assert.deepEqual(loose, [])
  assert.ok(seen > 2000, `only ${seen} shapes were seen`)
})

test('the walk over shapes finds an unbounded one of each kind', () => {
  const loose = z.object({
    text: z.string(),
    number: z.number(),
    list: z.array(z.boolean()),
    record: z.record(z.string(), z.boolean()),
    anything: z.unknown(),
  })
  const seen: string[] = []
  walk(inputSchema(loose), 'it', (node, at) => {
    if (unbounded(node, 'input')) seen.push(at)
  })
  assert.deepEqual(seen, ['it', 'it.text', 'it.number', 'it.list', 'it.record', 'it.anything'])
})

test('every id names its entity', () => {
  // Ids of records of any kind, ids that are only an idempotency key, and the agent of a reading, which its signature proves.
  const free = /\.(entity_id|client_id|agent_id|object\.ids\.\[\])$/
  const nameless: string[] = []
  let hinted = 0
  for (const named of allCalls)
    for (const { place, schema } of schemasOf(named))
      walk(schema, place, (node, at) => {
        if (node['x-entity']) hinted++
        else if (node['format'] === 'uuid' && !free.test(at)) nameless.push(at)
      })
  assert.deepEqual(nameless, [])
  assert.ok(hinted > 300, `only ${hinted} ids were seen`)
})

test('a call names only refusals, rights, modules and entities that exist', () => {
  for (const { key, call } of allCalls) {
    for (const code of call.refusals ?? []) assert.ok(code in refusals, `${key}: ${code}`)
    if (call.action) assert.ok(call.action in actions, `${key}: ${call.action}`)
    if (call.module) assert.ok(moduleTags.includes(call.module), `${key}: ${call.module}`)
    for (const entity of call.about ?? []) assert.ok(entities.includes(entity), `${key}: ${entity}`)
  }
})

test('every refusal is a whole Russian sentence with a status of 4xx or 5xx', () => {
  for (const [code, [status, message]] of Object.entries(refusals)) {
    assert.match(code, /^[a-z-]+\.[a-z-]+$/)
    assert.ok(status >= 400 && status < 600, code)
    assert.match(message, /^[А-ЯЁ].*[а-яёА-ЯЁ0-9)]$/, code)
  }
})

test('every refusal of a feature is named by some call', () => {
  const named = new Set(allCalls.flatMap(({ call }) => call.refusals ?? []))
  const common =
    /^(common|access|module|filter|approval)\.|^(auth\.(required|sign-in-again)|company\.suspended)$/
  const idle = (Object.keys(refusals) as (keyof typeof refusals)[]).filter(
    (code) => !named.has(code) && !common.test(code),
  )
  assert.deepEqual(idle, [])
})

test('calls made in the background raise no toast and do not prolong the session', () => {
  const silent = ['auth.login', 'auth.validateJWT', 'weight.get', 'carnumber.get']
  for (const key of [...silent, 'camera.getScreenshot'])
    assert.equal(allCalls.find((named) => named.key === key)!.call.toast, false, key)
  const polled = ['weight.get', 'carnumber.get', 'camera.getScreenshot', 'auth.validateJWT']
  for (const key of [...polled, 'payment.getStatuses', 'report.getStatus', 'live.stream'])
    assert.equal(allCalls.find((named) => named.key === key)!.call.use, false, key)
})

test('only reading calls name the entities whose change makes their answers old', () => {
  // Digits of a document never stand in an address, so this question goes in a body.
  const asked = ['supplier.findTwins']
  for (const { key, call } of allCalls)
    if (call.about) assert.equal(call.method, asked.includes(key) ? 'POST' : 'GET', key)
})

test('what a call does fits into the title of a right', () => {
  for (const { key, call } of allCalls)
    assert.ok(call.summary.length <= 150, `${key}: ${call.summary.length}`)
})
