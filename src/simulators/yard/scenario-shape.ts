import * as z from 'zod/mini'
import { SPEEDS } from './clock.ts'
import type { Command } from './control/command-shape.ts'

/** Steps a day of 120 vehicles needs, with room. */
const MOST_STEPS = 2000

const stepShape = z.looseObject({
  at: z.number().check(z.minimum(0), z.maximum(86_400)),
  do: z.string().check(z.maxLength(40)),
})

/**
 * A play for the yard: `at` counts seconds of the yard's time from its start, a step takes `post`
 * and, when it arrives, `plate` from the step before when they are left out.
 */
export const scenarioShape = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  seed: z.optional(z.int()),
  speed: z.optional(z.number().check(z.minimum(SPEEDS.least), z.maximum(SPEEDS.most))),
  /** Stretches all times, for a person who wants to follow by hand. */
  pace: z.optional(z.number().check(z.minimum(0.1), z.maximum(100))),
  steps: z.optional(z.array(stepShape).check(z.minLength(1), z.maxLength(MOST_STEPS))),
})

export type ScenarioOrder = z.infer<typeof scenarioShape>

/** One step with everything it inherits, ready to be carried out. */
export interface ScenarioStep {
  at_ms: number
  command: Command
}

export interface RunningScenario {
  name: string
  steps: ScenarioStep[]
  done: number
  started_ms: number
  /**
   * How much later than written the next step comes, because the scale was not ready for one
   * before.
   */
  late_ms: number
  /** How much of that drivers stood at red, which has no end but their weighing. */
  held_ms: number
  /** The yard goes back to this time factor at the end. */
  speed_before: number
}
