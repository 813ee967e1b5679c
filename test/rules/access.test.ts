import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { actions, platformActions, type ActionCode } from '#contract/core/actions.ts'
import { isSearch, type Access, type CallSpec } from '#contract/core/call.ts'
import { allCalls } from '#contract/calls.ts'
import { auth } from '#contract/user/auth.ts'
import { moduleTags } from '#contract/core/module-tags.ts'
import { Refusal } from '#http/refusal.ts'
import { callAction } from '#server/auth/call-action.ts'
import { authorizeRights } from '#server/auth/rights/authorize.ts'
import { routes } from '#server/routes.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { servicePermissionCodes } from '#contract/user/service-permissions.ts'
import { addServiceAccount } from '../builders/service-accounts.ts'
import { addPerson, openWorld, type Person } from '../support/world.ts'
import { OPEN_TO_SERVICES } from './open-calls.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor, services, app } = world

const people = {
  user: own.user,
  operator: own.operator,
  manager: own.manager,
  owner: await addPerson(world.app, world.services, own.id, 'owner-a', 'USER', ['OWNER']),
  super: supervisor,
  stranger: other.operator,
} satisfies Record<string, Person>
type Name = keyof typeof people
const names = Object.keys(people) as Name[]

/**
 * Who may send a call by its area (domain.md 7.1), written down independently: the contract and the authorization must both
 * agree.
 */
const AREA: Record<Access, readonly (Name | 'nobody')[]> = {
  all: ['nobody', ...names],
  // The handler checks the agent's own token.
  agent: ['nobody', ...names],
  // The same for the key of a telephone's link.
  phone: ['nobody', ...names],
  user: names,
  operator: ['operator', 'manager', 'stranger'],
  manager: ['manager'],
  super: ['super'],
  'operator-or-super': ['operator', 'manager', 'stranger', 'super'],
  'manager-or-super': ['manager', 'super'],
}
const AREA_OF_OWNER: readonly Access[] = ['operator', 'operator-or-super', 'manager-or-super']
/** All that an OWNER may send besides readings: none of it changes money, weight, goods, prices or people. */
const OWNER_SENDS: ReadonlySet<string> = new Set([
  'live/noteReader',
  'payment/getStatuses',
  'price/getSheet',
  'report/cancelReport',
  'report/createReport',
  'report/createSchedule',
  'report/deleteSchedule',
  'report/reviewExceptions',
  'report/runSchedule',
  'report/switchSchedule',
  'report/updateSchedule',
  'user/answerApprovalAsk',
  'user/beginApprovalKey',
])
const ROLES: Record<Name, readonly string[]> = {
  user: [],
  operator: ['OPERATOR'],
  manager: ['OPERATOR', 'MANAGER'],
  owner: ['OWNER'],
  super: [],
  stranger: ['OPERATOR'],
}

function holds(name: Name, action: ActionCode): boolean {
  if (platformActions.includes(action)) return name === 'super'
  // Service rights: held by managers in the demo, by no role elsewhere (security.md 2.2).
  if (action === 'supplier.import' || action === 'payment.test') return name === 'manager'
  return actions[action].holders.some((role) => ROLES[name].includes(role))
}

/** Calls whose callers prove themselves by a key of their own, not by a session. */
const provesItself = ({ access }: CallSpec) => access === 'agent' || access === 'phone'
const isOpen = (call: CallSpec) => call.access === 'all' || provesItself(call)

/** The outcome of a call without its input: 401, 403, or left to the handler's own checks. */
function expected(call: CallSpec, name: Name | 'nobody'): 401 | 403 | 'open' {
  if (isOpen(call)) return 'open'
  if (name === 'nobody') return 401
  const right = name === 'super' ? call.action : (call.companyAction ?? call.action)
  if (name === 'owner') {
    const isOpenArea =
      call.access === 'user' ||
      (AREA_OF_OWNER.includes(call.access) &&
        (call.method === 'GET' || OWNER_SENDS.has(callAction(call))))
    const due = call.ownerAction ?? right
    return isOpenArea && (!due || holds(name, due)) ? 'open' : 403
  }
  const allowed = AREA[call.access].includes(name) && (!right || holds(name, right))
  return allowed ? 'open' : 403
}

const setModules = async (modules: readonly string[]) => {
  const settings = JSON.stringify({ modules, modules_cfg: {}, rules: {} })
  await services.q.updateTable('company').set({ settings }).execute()
  services.sessions.forget()
}
before(() => setModules(moduleTags))

/** A call with ids that exist nowhere and no body: enough for the authorization, which comes before the input is read. */
function bare(call: CallSpec, headers: Record<string, string> = {}): InjectOptions {
  const url = call.path.replaceAll(/:\w+/g, () => uuidv7())
  return { method: call.method, url, headers }
}

// An authorized stream never ends, and signing out would end the test; the table of rights has both.
const walkable = (call: CallSpec) => call.result !== 'stream' && call !== auth.logout

test('authorisation allows exactly those whom the contract and the table of rights name', async () => {
  for (const name of names) {
    const session = (await services.sessions.find(people[name].api.token!, false))!
    for (const { key, call } of allCalls) {
      if (isOpen(call)) continue
      let verdict: 403 | 'open' = 'open'
      try {
        authorizeRights(session, call)
      } catch (error) {
        assert.ok(error instanceof Refusal && error.code === 'access.denied', `${key} ${name}`)
        verdict = 403
      }
      assert.equal(verdict, expected(call, name), `${key} as ${name}`)
    }
  }
})

test('over HTTP a caller without a sign-in gets 401 and one without the right 403, and no answer is 5xx', async () => {
  for (const { key, call } of allCalls)
    for (const name of ['nobody', ...names] as const) {
      const wanted = expected(call, name)
      if (wanted === 'open' && !walkable(call)) continue
      const api = name === 'nobody' ? world.nobody : people[name].api
      const answer = await api.raw(bare(call))
      const told = `${key} as ${name}: ${answer.statusCode} ${answer.body.slice(0, 200)}`
      assert.notEqual(answer.statusCode, 500, told)
      if (wanted === 401) assert.equal(answer.json<{ code: string }>().code, 'auth.required', told)
      if (wanted === 403) assert.equal(answer.json<{ code: string }>().code, 'access.denied', told)
      if (wanted !== 'open') assert.equal(answer.statusCode, wanted, told)
      if (provesItself(call)) assert.notEqual(answer.statusCode, 200, told)
      // A handler may still refuse an authorized call for its input, never for its caller.
      if (wanted === 'open' && !provesItself(call))
        assert.ok(!answer.body.startsWith('{"code":"auth.required"'), told)
    }
})

test('the key of a program opens the reviewed calls of its permissions, and no other of any area', async () => {
  const { api: program } = await addServiceAccount(world, own, servicePermissionCodes)
  const opened = new Set<string>()
  for (const { key: name, call } of allCalls) {
    if (isOpen(call) || call.result === 'stream') continue
    const { statusCode, body: text } = await program.raw(bare(call))
    const told = `${name}: ${statusCode} ${text.slice(0, 200)}`
    assert.ok(statusCode !== 401 && statusCode !== 500, told)
    if (!text.startsWith('{"code":"access.denied"')) opened.add(name)
  }
  assert.deepEqual([...opened].toSorted(), Object.keys(OPEN_TO_SERVICES).toSorted())
})

test('a broken token counts as none for every call that needs one', async () => {
  for (const { key, call } of allCalls) {
    if (expected(call, 'nobody') !== 401) continue
    const answer = await world.nobody.raw(bare(call, { authorization: 'Bearer e30.e30.e30' }))
    assert.equal(answer.statusCode, 401, key)
  }
})

test('a module that is off closes its calls to the company’s people, and only its calls', async () => {
  await setModules([])
  for (const { key, call } of allCalls) {
    if (!walkable(call)) continue
    const answer = await own.manager.api.raw(bare(call))
    const isOff = answer.statusCode === 403 && answer.json<{ code: string }>().code === 'module.off'
    assert.equal(isOff, call.module !== undefined && expected(call, 'manager') === 'open', key)
  }
  await setModules(moduleTags)
})

test('a suspended company reads and does not write', async () => {
  const set = async (status: string) => {
    await services.q.updateTable('company').set({ status }).where('id', '=', own.id).execute()
    services.sessions.forget()
  }
  await set('suspended')
  for (const { key, call } of allCalls) {
    if (!walkable(call) || expected(call, 'manager') !== 'open') continue
    const needsSession = expected(call, 'nobody') === 401
    const answer = await own.manager.api.raw(bare(call, { 'x-test': '1' }))
    const writes = call.method !== 'GET' && needsSession && !call.path.startsWith('/api/v1/auth/')
    const code = answer.body.startsWith('{') ? answer.json<{ code?: string }>().code : undefined
    assert.equal(code === 'company.suspended', writes, `${key}: ${answer.statusCode} ${code}`)
  }
  await set('active')
})

test('a page of another site, a form and a link open no call', async () => {
  for (const { key, call } of allCalls) {
    if (!walkable(call)) continue
    const headers: Record<string, string>[] = [
      { 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const header of headers) {
      if (call.result === 'png' && 'sec-fetch-site' in header) continue
      const answer = await own.manager.api.raw(bare(call, header))
      assert.equal(answer.statusCode, 403, `${key} ${JSON.stringify(header)}`)
    }
  }
})

test('the server has exactly the declared calls, each once', () => {
  const paths = new Set(allCalls.map(({ call }) => `${call.method} ${call.path}`))
  const searches = allCalls.filter(({ call }) => isSearch(call))
  for (const { call } of searches) paths.add(`POST ${call.path}`)
  assert.equal(paths.size, allCalls.length + searches.length, 'two calls share an address')
  for (const { key, call } of allCalls)
    assert.ok(app.hasRoute({ method: call.method, url: call.path }), key)
  const declared = new Set(allCalls.map(({ call }) => call as CallSpec))
  for (const route of routes) assert.ok(declared.has(route.call), route.call.path)
  assert.equal(new Set(routes.map((route) => route.call)).size, routes.length)
  const extra = served().filter((route) => !paths.has(route))
  assert.deepEqual(extra, UNDECLARED)
  assert.equal(served().length, paths.size + UNDECLARED.length, 'the reading of the tree is whole')
})

// What the API serves beside calls.
const UNDECLARED = ['POST /api/v1/csp-report', 'GET /api/v1/openapi.json']

/** Every served `METHOD /api/v1/…`, put together from the router's own drawing of its tree. */
function served(): string[] {
  const found: string[] = []
  const branch: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const mark = line.search(/[├└]── /)
    if (mark < 0) continue
    const depth = mark / 4
    const [, part = '', methods] = /── (\S*)(?: \((.+)\))?$/.exec(line) ?? []
    branch.length = depth
    branch[depth] = part
    const path = branch.join('')
    if (!methods || !path.startsWith('/api/')) continue
    for (const method of methods.split(', ')) if (method !== 'HEAD') found.push(`${method} ${path}`)
  }
  return found
}
