import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { findRoute, routeOf, setRouteTable } from './route-table.ts'

const later = new Date(Date.now() + 600_000).toISOString()
const entry = (tag: string, url: string) => ({ tag, url, token: 't', token_expires_at: later })
const YARD = 'https://yard1.example/api/v1/'

beforeEach(() => setRouteTable([]))

test('a call goes to the address of the tag that equals its first segment', async () => {
  setRouteTable([entry('weight', YARD)])
  assert.deepEqual(await findRoute('/api/v1/weight/get_weight'), {
    url: `${YARD}weight/get_weight`,
    direct: entry('weight', YARD),
  })
  assert.deepEqual(await findRoute('/api/v1/weightacts/getAllActs'), {
    url: '/api/v1/weightacts/getAllActs',
  })
})

test('commands and the list of loads are sent to the server, which checks rights', async () => {
  setRouteTable([entry('weight', YARD)])
  for (const path of ['/api/v1/weight/zero', '/api/v1/weight/getEpisodes']) {
    assert.deepEqual(await findRoute(path), { url: path })
    assert.equal(routeOf(path), undefined)
  }
  assert.ok(routeOf('/api/v1/weight/stream'))
})

test('entries of other tags, of plain http or with more than a bare folder are ignored', async () => {
  for (const bad of [
    entry('payment', YARD),
    entry('weight', 'http://yard1.example/api/v1/'),
    entry('weight', 'https://u:p@yard1.example/'),
    entry('weight', 'https://yard1.example/?x=1/'),
    entry('weight', 'https://yard1.example/#/'),
    entry('weight', 'https://yard1.example/api'),
    { tag: 'weight', url: YARD },
    null,
  ]) {
    setRouteTable([bad])
    assert.deepEqual(await findRoute('/api/v1/weight/get_weight'), {
      url: '/api/v1/weight/get_weight',
    })
  }
})

test('the table is read again before a token expires', async () => {
  const soon = {
    ...entry('weight', YARD),
    token_expires_at: new Date(Date.now() + 1000).toISOString(),
  }
  setRouteTable([soon], async () => setRouteTable([{ ...entry('weight', YARD), token: 'new' }]))
  assert.equal((await findRoute('/api/v1/weight/get_weight')).direct?.token, 'new')
})
