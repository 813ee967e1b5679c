import { globSync } from 'node:fs'
import path from 'node:path'
import { fillFolder } from '../test/e2e/support/filled-folder.ts'
import { ONLY_IN_TEST_WEB, planBrowserSlots } from './browser-slots.ts'
import { buildWebIfOld } from './build-web.ts'
import { findChromium } from './chromium.ts'
import { addTo, counted, run, say, type Counts, type Write } from './run-program.ts'

const root = path.resolve(import.meta.dirname, '..')
/** Where browser journeys are. */
export const JOURNEY_FILES = 'test/e2e/**/*.e2e.ts'

/**
 * A stuck journey is ended by its own time; a slot of all of them may take an hour beside other work of the machine, and ended by
 * force it would tell nothing of its failures.
 */
const LONGEST_MS = 4 * 60 * 60_000

interface Settings {
  /** Files named in the command; none = all there are. */
  readonly named: readonly string[]
  /** Walks also the journeys that `npm test` leaves to `npm run test:web`. */
  readonly walksAll: boolean
  /** A folder for what the run leaves. */
  readonly dir: string
  readonly env: NodeJS.ProcessEnv
}

export interface Journeys {
  /** Builds the screens and fills what every product begins with, once. It mostly waits, so it may begin beside other tests. */
  prepare(): Promise<void>
  /** Walks the journeys; answers how many passed and failed. */
  walk(): Promise<Counts>
}

/** The journeys of a run. Each slot has a product of its own: two browsers could not drive the trucks of one yard. */
export function planJourneys({ named, walksAll, dir, env }: Settings): Journeys {
  const filled = path.join(dir, 'filled')
  let prepared: Promise<unknown> | undefined
  const prepare = async () => {
    await (prepared ??= Promise.all([
      buildWebIfOld(),
      named.length === 0 && fillFolder(filled, env),
    ]))
  }
  const walk = async () => {
    await prepare()
    // `npm test` has recorded answers under the screens of journeys whose name ends in `@screen`.
    const browser = { ...env, CHROMIUM: findChromium(), E2E_WHOLE: walksAll ? '1' : '0' }
    if (named.length > 0) return walkSlot('named', named, browser, say)
    const shared = { ...browser, E2E_FILLED: filled }
    const chosen = walksAll ? [] : ['--grep-invert', ONLY_IN_TEST_WEB]
    const sum: Counts = { passed: 0, failed: 0, failures: [] }
    // The output of a slot follows that of the slots before it.
    let before: Promise<unknown> = Promise.resolve()
    const plan = planBrowserSlots(globSync(JOURNEY_FILES, { cwd: root }), walksAll)
    const slots = plan.map(async ({ name, isCalm, files }) => {
      const later = heldWords()
      const own = { ...shared, E2E_CALM: isCalm ? '1' : '0' }
      const walked = walkSlot(name, [...chosen, ...files], own, later.write)
      void before.then(later.release)
      before = Promise.allSettled([before, walked])
      addTo(sum, await walked)
    })
    await Promise.all(slots)
    return sum
  }
  return { prepare, walk }
}

/** Keeps what is written until it is released, and writes through from then on. */
function heldWords() {
  const held: (string | Uint8Array)[] = []
  let released = false
  return {
    write: ((text) => (released ? say(text) : void held.push(text))) satisfies Write,
    release() {
      released = true
      for (const text of held.splice(0)) say(text)
    },
  }
}

async function walkSlot(
  name: string,
  chosen: readonly string[],
  env: NodeJS.ProcessEnv,
  write: Write,
): Promise<Counts> {
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'test/e2e/playwright.config.ts',
    '--output',
    `test-results/${name}`,
    ...chosen,
  ]
  // Node reads TypeScript itself; Playwright would have Babel translate each file again in every fresh folder.
  const own = { ...env, PW_DISABLE_TS_ESM: '1' }
  return counted(await run(args, own, write, LONGEST_MS), {
    passed: /^\s*(\d+) passed/m,
    failed: /^\s*(\d+) (?:failed|flaky|interrupted|did not run)/m,
    failures: /^ {2}1\) [\s\S]*/m,
  })
}
