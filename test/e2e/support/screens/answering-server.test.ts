import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { auth } from '#contract/user/auth.ts'
import { userPreferences, type Preference } from '#contract/user/user-preferences.ts'
import { startAnsweringServer } from './answering-server.ts'
import { GivenAnswers, refused } from './given-answers.ts'

const OF_A_SCREEN = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

/** A product that answers every question with how often it was asked, and the server before it; its sessions may be ended. */
async function open(t: TestContext) {
  let asked = 0
  const ended = new Set<string | undefined>()
  const product = createServer((request, response) => {
    if (ended.has(request.headers.authorization)) return void response.writeHead(401).end()
    const count = String(++asked)
    response.end(request.url === auth.login.path ? JSON.stringify({ token: count }) : count)
  })
  product.listen(0, '127.0.0.1')
  await once(product, 'listening')
  const problems: string[] = []
  const given = new GivenAnswers((problem) => problems.push(problem))
  const server = await startAnsweringServer({
    product: `http://127.0.0.1:${(product.address() as AddressInfo).port}`,
    given: () => given,
    onMissing: (words) => problems.push(words),
  })
  t.after(async () => {
    await server.close()
    product.close()
  })
  const ask = (method: string, path: string, body?: object) =>
    fetch(server.address + path, {
      method,
      headers: OF_A_SCREEN,
      ...(body && { body: JSON.stringify(body) }),
    })
  return { ask, given, problems, end: (token: string) => ended.add(`Bearer ${token}`) }
}

test('a read is asked of the product once', async (t) => {
  const { ask, problems } = await open(t)
  for (const path of ['/api/v1/user/getPreferences', '/operator/acts'])
    assert.equal(await (await ask('GET', path)).text(), await (await ask('GET', path)).text(), path)
  assert.deepEqual(problems, [])
})

test('a sign-in is recorded until its session was ended', async (t) => {
  const { ask, end } = await open(t)
  const signIn = async () => {
    const answer = await ask('POST', auth.login.path, { login: 'operator' })
    return ((await answer.json()) as { token: string }).token
  }
  const first = await signIn()
  assert.equal(await signIn(), first)
  end(first)
  assert.notEqual(await signIn(), first)
})

test('what a screen sends never reaches the product: without an answer the journey fails by its name', async (t) => {
  const { ask, problems } = await open(t)
  const { path } = auth.changePassword
  assert.equal((await ask('PUT', path, { password: '1' })).status, 501)
  assert.deepEqual(problems, [`no answer was given: PUT ${path}`])
})

test('what a journey lets through is answered by the product, and what was read before is asked again', async (t) => {
  const { ask, given, problems } = await open(t)
  const { path } = auth.changePassword
  const text = async (method: string, of: string) => (await ask(method, of)).text()
  given.letThrough(auth.changePassword)
  assert.equal(await text('GET', '/api/v1/user/getPreferences'), '1')
  assert.equal(await text('PUT', path), '2')
  assert.equal(await text('PUT', path), '3')
  assert.equal(await text('GET', '/api/v1/user/getPreferences'), '4')
  assert.deepEqual(problems, [])
})

test('an answer is sent as given, a refusal with its words, and what was sent is kept', async (t) => {
  const { ask, given, problems } = await open(t)
  const { path } = userPreferences.updatePreference
  const sent = { key: 'theme', scope: 'user', value: 1 }
  assert.deepEqual(await (await ask('PUT', path, sent)).json(), { ...sent, version: 1 })
  assert.deepEqual(given.sentTo(userPreferences.updatePreference), [sent])
  given.give(auth.changePassword, refused('auth.wrong-password'))
  const answer = await ask('PUT', auth.changePassword.path, {})
  assert.equal(answer.status, 409)
  assert.match(((await answer.json()) as { message: string }).message, /[а-я]/)
  assert.deepEqual(problems, [])
})

test('an answer of another shape than the declared one does not compile, and fails the journey', async (t) => {
  const { ask, given, problems } = await open(t)
  // @ts-expect-error the value has no version
  const wrong: Preference = { key: 'theme', scope: 'user', value: 1 }
  given.give(userPreferences.updatePreference, wrong)
  await ask('PUT', userPreferences.updatePreference.path, {})
  assert.equal(problems.length, 1)
  assert.match(problems[0]!, /updatePreference is not the declared one: [^]*version/)
})
