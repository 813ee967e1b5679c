import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { allCalls } from '#contract/calls.ts'
import { isSearch } from '#contract/core/call.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { api } = world.own.operator

test('every search takes its words as a body as well, and answers the same', async () => {
  const searches = allCalls.filter(({ call }) => isSearch(call))
  assert.ok(searches.length > 10, `${searches.length} searches`)
  const query = { filter: JSON.stringify({ search: '4509 123456' }), mask: '+7 926 123-45-67' }
  for (const { key, call } of searches) {
    const url = call.path.replaceAll(/:\w+/g, () => world.own.id)
    const shape = (call.query!._zod.def as { shape?: object }).shape!
    const words = Object.fromEntries(Object.entries(query).filter(([name]) => name in shape))
    for (const one of [api, world.supervisor.api, world.nobody]) {
      const got = await one.raw({ method: 'GET', url, query: words })
      const posted = await one.raw({ method: 'POST', url, payload: words })
      const plain = ({ body }: { body: string }) => body.replace(/"request_id":"[^"]+"/, '')
      assert.deepEqual([posted.statusCode, plain(posted)], [got.statusCode, plain(got)], key)
    }
  }
})

test('a search by a body finds, and takes nothing of the address', async () => {
  const { id, name } = await addSupplier(world.own)
  const mask = name.split(' ')[0]!
  const url = supplier.find.path
  const found = await api.raw({ method: 'POST', url, payload: { mask } })
  assert.deepEqual(
    found.json<{ id: string }[]>().map((one) => one.id),
    [id],
  )
  const both = await api.raw({
    method: 'POST',
    url: `${url}?mask=${encodeURIComponent(mask)}`,
    payload: { mask },
  })
  assert.equal(both.json<{ code: string }>().code, 'common.validation')
  const odd = await api.raw({ method: 'POST', url, payload: { mask, other: '1' } })
  assert.equal(odd.json<{ code: string }>().code, 'common.validation')
  const filter = await api.raw({
    method: 'POST',
    url: act.getAll.path,
    payload: { filter: '{"limit":0}' },
  })
  assert.equal(filter.json<{ code: string }>().code, 'filter.invalid')
})
