import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyFlow } from '#contract/payment/money-flow.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld({ config: { poolSize: 1 } })
after(() => world.close())

test('money over all companies holds no connection while it asks for one of a company', async () => {
  const ask = (company_id?: string) =>
    world.supervisor.api.send(moneyFlow.getPlatformMoney, {
      query: { filter: { by: 'company', ...(company_id && { company_id }) } },
    })
  assert.equal((await ask()).company, null)
  assert.equal((await ask(world.own.id)).company?.id, world.own.id)
})
