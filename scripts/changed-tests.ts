import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { changedJourneys } from './changed-journeys.ts'
import { reachedBy, readImports } from './import-graph.ts'

const SOURCES = '{src,test,scripts}/**/*.{ts,tsx,css}'
/** Tests that read the sources themselves: any change may break them. */
const RULES = 'test/rules/*.test.ts'

/**
 * `npm test -- --changed`: the tests that import a file which differs from the last commit or is new, the rules, and the journeys
 * that changed themselves or open a screen that the change reaches; `tell` hears which others are due.
 */
export function changedTests(root: string, tell: (words: string) => void): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const changed = [
    ...git('diff', '--name-only', '--relative', 'HEAD').split('\n'),
    ...git('ls-files', '--others', '--exclude-standard').split('\n'),
  ].filter((file) => file !== '')
  const graph = readImports(root, globSync(SOURCES, { cwd: root }))
  const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const { journeys, advice } = changedJourneys(graph, changed, textOf)
  if (advice) tell(advice)
  const steps = changed.filter((file) => file.startsWith('test/e2e/'))
  return [
    ...new Set([
      ...[...reachedBy(graph, changed)].filter((file) => file.endsWith('.test.ts')),
      ...[...reachedBy(graph, steps)].filter((file) => file.endsWith('.e2e.ts')),
      ...journeys,
      ...globSync(RULES, { cwd: root }),
    ]),
  ]
}
