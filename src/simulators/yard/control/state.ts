import { yardFormats } from '../scale/formats.ts'
import { displayAppearance } from '../cameras/camera.ts'
import type { Clock } from '../clock.ts'
import { displayOf, type Post } from '../post/post.ts'
import { relaysOf } from '../relay-board.ts'
import type { RunningScenario } from '../scenario-shape.ts'
import { builtInScenarios } from '../scenarios.ts'
import type { Yard } from '../running-yard.ts'

/** Answer of GET /sim/state: the truth of this moment beside what the indicators show. */
export function yardState(yard: Yard) {
  const { scenario } = yard
  return {
    seed: yard.seed,
    speed: yard.clock.speed(),
    now_ms: Math.round(yard.clock.now()),
    ports: yard.ports,
    scenarios: Object.entries(builtInScenarios).map(([name, { title }]) => ({ name, title })),
    scenario: scenario && {
      name: scenario.name,
      done: scenario.done,
      steps: scenario.steps.length,
      next: nextStep(scenario, yard.clock),
    },
    posts: yard.posts.map((post, i) => ({ ...postState(post), relays: relaysOf(yard.relays, i) })),
    cameras: yard.cameras.map((camera) => ({ ...camera, faults: [...camera.faults] })),
    printer: yard.printer,
  }
}

/** The next event and in how many real milliseconds: a person who follows by hand knows how long to wait. */
function nextStep({ steps, done, started_ms, late_ms }: RunningScenario, clock: Clock) {
  const step = steps[done]
  if (!step) return null
  const left = started_ms + step.at_ms + late_ms - clock.now()
  return { do: step.command.do, in_ms: Math.round(Math.max(0, left) / clock.speed()) }
}

function postState(post: Post) {
  const { plan, guest } = post
  return {
    post: plan.post,
    kind: plan.kind,
    protocol: yardFormats[plan.choice.format]!.setUp.driver,
    settings: plan.choice.settings,
    max_g: plan.max_g,
    d_g: plan.d_g,
    true_g: Math.round(post.load.mass(post.now_ms)),
    guest: guest && {
      phase: guest.phase,
      plate: guest.plate,
      trailer_plate: guest.trailer_plate,
      mass_g: guest.mass_g,
      colour: guest.colour,
    },
    queue: post.waiting.map(({ plate, mass_g }) => ({ plate, mass_g })),
    display: { ...displayOf(post), text: displayAppearance(post).text },
    faults: [...post.faults],
  }
}
