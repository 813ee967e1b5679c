import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playDay } from '../yard-day/play-day.ts'

// Three hundred visits and kills by the dozen are `npm run bench -- --only yard-day`.
const VISITS = 20
const KILLS = 4

test('a short day of the yard is weighed to the gram without lost or doubled loads, while server and agent are killed', async (t) => {
  const day = await playDay({ visits: VISITS, kills: KILLS, seed: 20_261_121, speed: 20 })
  t.diagnostic(JSON.stringify(day))
  assert.deepEqual(day.complaints, [])
  assert.equal(day.denied, 0, 'a repeated capture was refused')
  // A load that follows an agent's death without a zero between may be known to the operator alone.
  assert.ok(day.typed <= day.kills.agent, `${day.typed} loads had to be typed in`)
  // A restart takes long on a busy machine, and the day does not wait for the last ones.
  const { server, agent } = day.kills
  assert.ok(server > 0 && agent > 0 && server + agent > KILLS / 2, JSON.stringify(day.kills))
})
