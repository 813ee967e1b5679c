import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDelivery } from './device-labels.ts'

test('a site has received a setting only when its own agent is online', () => {
  const sites = [
    { id: 'online', agent: { status: 'online' } },
    { id: 'offline', agent: { status: 'offline' } },
    { id: 'bare', agent: null },
  ]
  assert.equal(describeDelivery(sites, 'online'), 'Площадка получила настройку')
  assert.match(describeDelivery(sites, 'offline'), /^Площадка получит .* выйдет на связь$/)
  for (const site of ['bare', 'unknown'])
    assert.match(describeDelivery(sites, site), /подключат агента$/)
})
