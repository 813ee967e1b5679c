import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrival, DEAL_MS, SCATTER_MS } from './history.ts'

const MINUTE = 60_000
const MOST = 7

test('at any time of filling the demo month has no record in the future, and today follows yesterday', () => {
  for (let minute = 0; minute < 24 * 60; minute += 5) {
    const now = Date.parse('2026-11-22T00:00:00Z') + minute * MINUTE
    const ends = (daysAgo: number) => arrival(now, daysAgo, MOST - 1) + SCATTER_MS + DEAL_MS
    // The first of those who still stand on site came 52 minutes ago.
    assert.ok(ends(0) < now - 52 * MINUTE, new Date(now).toISOString())
    for (const daysAgo of [0, 1, 29]) assert.ok(ends(daysAgo + 1) < arrival(now, daysAgo, 0))
  }
})
