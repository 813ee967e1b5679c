import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { until } from '#test/support/until.ts'
import { createRouter, type Route } from './router.ts'

const flush = () => new Promise((resolve) => setTimeout(resolve))

/** A tab with entries as a browser keeps them: `go` answers later, by `popstate`. */
function openTab(path: string) {
  const entries = [{ url: new URL(path, 'https://priyomka.test'), state: null as unknown }]
  let at = 0
  let onPop: () => void = () => undefined
  const write = (state: unknown, url: string | undefined, isNew: boolean) => {
    const entry = { url: new URL(url ?? '', entries[at]!.url), state }
    if (isNew) entries.splice(++at, Infinity, entry)
    else entries[at] = entry
  }
  const history = {
    get state() {
      return entries[at]!.state
    },
    pushState: (state: unknown, _: string, url: string) => write(state, url, true),
    replaceState: (state: unknown, _: string, url?: string) => write(state, url, false),
    go: (delta: number) =>
      void setTimeout(() => {
        at += delta
        onPop()
      }),
  }
  Object.assign(globalThis, {
    history,
    addEventListener: (_: string, listener: () => void) => (onPop = listener),
  })
  Object.defineProperty(globalThis, 'location', {
    configurable: true,
    get: () => entries[at]!.url,
  })
  return {
    back: async () => (history.go(-1), await flush(), await flush()),
    paths: () => entries.map(({ url }) => url.pathname + url.search),
    path: () => entries[at]!.url.pathname + entries[at]!.url.search,
  }
}

after(() => {
  for (const name of ['history', 'addEventListener', 'location'])
    Reflect.deleteProperty(globalThis, name)
})

const Main = () => null
const [List, Card, Other] = [() => null, () => null, () => null]
const main = () => Promise.resolve(Main)
const route = (path: string | undefined, page: Route['page'], guard?: Route['guard']): Route => ({
  path,
  guard: guard ?? (() => undefined),
  layouts: [main],
  page,
})
const list = route('/acts', () => Promise.resolve(List))
const card = route('/acts/:actId', () => Promise.resolve(Card))
const other = route(undefined, () => Promise.resolve(Other))

test('an address shows its screen inside its layouts, with what stands for its names', async () => {
  openTab('/acts/a%20b')
  const router = createRouter([list, card, other])
  assert.deepEqual(router.state().chain, [])
  await flush()
  assert.deepEqual(router.state().chain, [Main, Card])
  assert.deepEqual(router.state().params, { actId: 'a b' })
  router.navigate('/none')
  await flush()
  assert.deepEqual(router.state().chain, [Main, Other])
})

test('a screen that is loaded is shown at once, and a query alone adds an entry or replaces it', async () => {
  const tab = openTab('/acts')
  const router = createRouter([list, other])
  await flush()
  router.navigate('?q=1', { state: { from: 'palette' } })
  assert.equal(router.state().location.search, '?q=1')
  router.navigate('?q=2', { replace: true })
  assert.deepEqual(tab.paths(), ['/acts', '/acts?q=2'])
  await tab.back()
  assert.equal(router.state().location.search, '')
})

test('until a screen is loaded the former one stays, and a later step drops it', async () => {
  const tab = openTab('/acts')
  const slow = Promise.withResolvers<typeof Card>()
  const router = createRouter([list, route('/acts/:actId', () => slow.promise), other])
  await flush()
  router.navigate('/acts/1')
  assert.deepEqual([router.state().next?.pathname, tab.path()], ['/acts/1', '/acts'])
  router.navigate('/none')
  await flush()
  slow.resolve(Card)
  await flush()
  assert.deepEqual([router.state().location.pathname, tab.path()], ['/none', '/none'])
})

test('a closed address leads on without an entry of its own', async () => {
  const tab = openTab('/acts')
  const closed = route('/acts/:actId', card.page, ({ search }) => `/none${search}`)
  const router = createRouter([list, closed, other])
  await flush()
  router.navigate('/acts/1?tab=scans')
  await flush()
  assert.deepEqual(router.state().location.pathname, '/none')
  assert.equal(tab.path(), '/none?tab=scans')
})

test('a part that does not load is told inside its layout, and another try loads it again', async () => {
  openTab('/acts')
  let isThere = false
  const load = () => (isThere ? Promise.resolve(Card) : Promise.reject(new Error('gone')))
  const router = createRouter([list, route('/acts/:actId', load), other])
  await flush()
  router.navigate('/acts/1')
  await flush()
  assert.deepEqual(router.state().chain, [Main])
  assert.match(String(router.state().failed?.error), /gone/)
  isThere = true
  router.navigate('/acts/1')
  await flush()
  assert.deepEqual([router.state().chain, router.state().failed], [[Main, Card], undefined])
})

test('a blocked step is not taken, and proceeds when it is let go', async () => {
  const tab = openTab('/acts')
  const router = createRouter([list, card, other])
  await flush()
  const held: (() => void)[] = []
  const release = router.block(({ from, to, proceed }) => {
    if (from.pathname !== to.pathname) held.push(proceed)
    return from.pathname !== to.pathname
  })
  router.navigate('?q=1')
  router.navigate('/none')
  await flush()
  assert.deepEqual([tab.path(), held.length], ['/acts?q=1', 1])
  held[0]!()
  await flush()
  assert.equal(router.state().location.pathname, '/none')
  release()
})

test('«Back» that is blocked is taken back, and goes on when it is let go', async () => {
  const tab = openTab('/acts')
  const router = createRouter([list, card, other])
  await flush()
  router.navigate('/acts/1')
  await flush()
  const held: (() => void)[] = []
  const release = router.block(({ step, proceed }) => (held.push(proceed), step === 'move'))
  await tab.back()
  assert.deepEqual([tab.path(), router.state().location.pathname], ['/acts/1', '/acts/1'])
  release()
  held[0]!()
  await flush()
  await flush()
  assert.deepEqual([tab.path(), router.state().location.pathname], ['/acts', '/acts'])
})

test('a second quick «Back» is taken back with the first, and one question is asked', async () => {
  const tab = openTab('/acts')
  const router = createRouter([list, card, other])
  await flush()
  for (const to of ['/acts/1', '/acts/2']) {
    router.navigate(to)
    await flush()
  }
  const held: (() => void)[] = []
  const release = router.block(({ proceed }) => (held.push(proceed), true))
  history.go(-1)
  history.go(-1)
  await flush()
  await flush()
  await until(() => tab.path() === '/acts/2')
  assert.deepEqual([router.state().location.pathname, held.length], ['/acts/2', 1])
  release()
  held[0]!()
  await until(() => tab.path() === '/acts/1')
  assert.equal(router.state().location.pathname, '/acts/1')
})

test('an address with two slashes is one of the product, not of another host', async () => {
  const tab = openTab('https://priyomka.test//acts?q=1')
  const router = createRouter([list, other])
  await flush()
  assert.deepEqual([router.state().location.pathname, tab.path()], ['/acts', '/acts?q=1'])
})

test('an address in another case is none of ours, and the open one gets no second entry', async () => {
  const tab = openTab('/ACTS')
  const router = createRouter([list, other])
  await flush()
  assert.deepEqual(router.state().chain, [Main, Other])
  router.navigate('/acts')
  await flush()
  router.navigate('/acts')
  assert.deepEqual(
    [router.state().chain, tab.paths()],
    [
      [Main, List],
      ['/ACTS', '/acts'],
    ],
  )
})

test('of several blockers the last one is asked alone', async () => {
  openTab('/acts')
  const router = createRouter([list, card, other])
  await flush()
  router.block(() => true)
  const release = router.block(() => false)
  router.navigate('/none')
  await flush()
  assert.equal(router.state().location.pathname, '/none')
  release()
  router.navigate('/acts')
  assert.equal(router.state().location.pathname, '/none')
})
