import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { weighSettling, type LineKind, type Pauses } from './stability-fixtures.ts'

/** Loads of every line besides the hard ones. */
const LOADS = 100

const STOPPED: Pauses[] = [
  { share: 0.02, ms: [1000, 3000] },
  { share: 0.2, ms: [100, 600] },
]

/** Seeds whose last swing stood at the end of a window that the newest reading alone was taken from. */
const AGENTS: { name: string; pauses: Pauses[]; asked: number[]; streamed: number[] }[] = [
  { name: 'runs', pauses: [], asked: [3458, 6260, 6430, 9539, 11_258], streamed: [3458] },
  {
    name: 'is stopped for seconds now and then',
    pauses: STOPPED,
    asked: [12_901, 15_942, 21_907, 23_922],
    streamed: [12_901, 15_942, 16_767],
  },
  {
    name: 'is starved half of the time',
    pauses: [{ share: 0.5, ms: [300, 600] }],
    asked: [8914, 15_702, 21_509, 21_753],
    streamed: [2914, 8452, 15_702],
  },
  {
    name: 'hardly ever runs',
    pauses: [{ share: 1, ms: [400, 600] }],
    asked: [193, 1618],
    streamed: [1618, 6341, 7495],
  },
]

describe('loads that arrive and swing: the first stable weight is the true one', () => {
  for (const { name, pauses, ...hard } of AGENTS)
    for (const asked of [true, false])
      test(`the agent ${name}, the indicator ${asked ? 'is asked' : 'streams'}`, () => {
        const line = { asked, pauses }
        const seeds = [...(asked ? hard.asked : hard.streamed), ...Array(LOADS).keys()]
        for (const flagged of [true, false]) {
          weighAll({ ...line, kind: 'truck', flagged }, seeds)
          weighAll({ ...line, kind: 'platform', flagged }, seeds)
        }
      })
})

function weighAll(line: LineKind, seeds: number[]): void {
  for (const seed of seeds) {
    const { taken_g, true_g } = weighSettling(line, seed)
    assert.equal(taken_g, true_g, `load ${seed} of a ${line.kind}`)
  }
}
