import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { reachedBy, readImports } from './import-graph.ts'

const SOURCES = '{src,test,scripts}/**/*.{ts,tsx}'
/** Tests that read the sources themselves: any change may break them. */
const RULES = 'test/rules/*.test.ts'

/**
 * `npm test -- --changed`: the tests that import a file which differs from the last commit or is new, and the rules. A journey is
 * walked only when it or its steps changed: it drives the whole product, so every change would reach all of them.
 */
export function changedTests(root: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const changed = [
    ...git('diff', '--name-only', '--relative', 'HEAD').split('\n'),
    ...git('ls-files', '--others', '--exclude-standard').split('\n'),
  ].filter((file) => file !== '')
  const graph = readImports(root, globSync(SOURCES, { cwd: root }))
  const steps = changed.filter((file) => file.startsWith('test/e2e/'))
  return [
    ...new Set([
      ...[...reachedBy(graph, changed)].filter((file) => file.endsWith('.test.ts')),
      ...[...reachedBy(graph, steps)].filter((file) => file.endsWith('.e2e.ts')),
      ...globSync(RULES, { cwd: root }),
    ]),
  ]
}
