import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playDay } from '../yard-day/play-day.ts'

test('a line cut repeatedly while vehicles are weighed loses and doubles no load', async (t) => {
  // A hundred cuts are `npm run bench -- --only yard-cuts`.
  const cuts = { times: 4, ms: 1500 }
  const day = await playDay({ visits: 8, kills: 0, cuts, seed: 20_261_122, speed: 10 })
  t.diagnostic(JSON.stringify(day))
  assert.deepEqual(day.complaints, [])
  assert.deepEqual([day.lost, day.doubled, day.wrong, day.denied], [0, 0, 0, 0])
  // On a busy machine the agent may not see a load often enough to call it still; the others come from its outbox.
  assert.ok(day.typed * 3 <= day.offline, `${day.typed} typed, ${day.offline} told by the agent`)
  assert.ok(day.cuts >= 2, `only ${day.cuts} cuts met a vehicle`)
})
