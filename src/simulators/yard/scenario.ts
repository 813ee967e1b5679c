import * as z from 'zod/mini'
import { findPlace, runCommand } from './control/command.ts'
import { commandShape, type Command } from './control/command-shape.ts'
import { isRefusal, refuse } from './refusal.ts'
import { relaysOf } from './relay-board.ts'
import { builtInScenarios } from './scenarios.ts'
import type { Yard } from './running-yard.ts'
import type { ScenarioOrder, RunningScenario } from './scenario-shape.ts'

/** A step that the scale will not take for ten minutes is a mistake of the play. */
const MOST_LATE_MS = 600_000

/**
 * Reads an order: a built-in play by its name, or steps of its own; refuses what cannot be played.
 */
export function planScenario(yard: Yard, order: ScenarioOrder): RunningScenario {
  const written = order.steps ?? builtInScenarios[order.name]?.steps
  if (!written) {
    refuse(404, `Сценария «${order.name}» нет. Есть: ${Object.keys(builtInScenarios).join(', ')}`)
  }
  let previous: Record<string, unknown> = {}
  const steps = written.map(({ at, ...own }, i) => {
    const inherited = {
      ...('post' in previous && !String(own['do']).startsWith('camera_')
        ? { post: previous['post'] }
        : {}),
      ...('plate' in previous && own['do'] === 'arrive' ? { plate: previous['plate'] } : {}),
    }
    previous = { ...previous, ...inherited, ...own }
    const command = commandShape.safeParse({ ...inherited, ...own })
    if (!command.success) refuse(400, `Шаг ${i + 1}: ${z.prettifyError(command.error)}`)
    findPlace(yard, command.data)
    return { at_ms: at * 1000 * (order.pace ?? 1), command: command.data }
  })
  steps.sort((a, b) => a.at_ms - b.at_ms)
  return {
    name: order.name,
    steps,
    done: 0,
    started_ms: yard.clock.now(),
    late_ms: 0,
    held_ms: 0,
    speed_before: yard.clock.speed(),
  }
}

/** Carries out every step that is due; a step the scale is not ready for holds up the rest. */
export function playScenario(yard: Yard, play: RunningScenario, now_ms: number) {
  for (;;) {
    const step = play.steps[play.done]
    if (!step) return
    const due = play.started_ms + step.at_ms + play.late_ms
    if (now_ms < due) return
    if (isHeldByRed(yard, step.command)) {
      play.late_ms += now_ms - due
      play.held_ms += now_ms - due
      return
    }
    try {
      runCommand(yard, step.command)
    } catch (error) {
      if (!isRefusal(error)) throw error
      play.late_ms += now_ms - due
      if (play.late_ms - play.held_ms > MOST_LATE_MS) giveUp(yard, play, error.message)
      return
    }
    play.done++
  }
}

/** Lamps that are never switched hold no vehicle: then the times of the scenario decide alone. */
function isHeldByRed(yard: Yard, command: Command): boolean {
  if (command.do !== 'leave' || !command.on_green) return false
  const index = yard.posts.findIndex(({ plan }) => plan.post === command.post)
  return relaysOf(yard.relays, index).red
}

function giveUp(yard: Yard, play: RunningScenario, reason: string) {
  yard.journal.note({
    post: null,
    type: 'scenario',
    detail: `${play.name}: gave up at step ${play.done + 1}: ${reason}`,
  })
  play.done = play.steps.length
}
