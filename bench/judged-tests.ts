import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { tell } from './tell.ts'

const root = path.resolve(import.meta.dirname, '..')

/** The module that a test file imports to be run here too, and the variable that says so. */
const KINDS: Record<string, { readonly asks: string; readonly variable: string }> = {
  promises: { asks: 'promised-speed.ts', variable: 'JUDGE_SPEED' },
  sweeps: { asks: 'sweep-size.ts', variable: 'LONG_SWEEPS' },
}

export const JUDGED_TESTS: readonly string[] = Object.keys(KINDS)

/** Runs the test files that state a promise of speed or sweep over chance, one after the other; promises need a quiet machine. */
export function measureJudgedTests(name: string): void {
  const { asks, variable } = KINDS[name]!
  const files = globSync('{src,test}/**/*.{test,e2e}.ts', { cwd: root }).filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes(asks),
  )
  for (const file of files.toSorted()) {
    const { status } = spawnSync(process.execPath, ['scripts/run-tests.ts', file], {
      cwd: root,
      env: { ...process.env, [variable]: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    tell({ name: `${name} ${file}`, value: status === 0 ? 0 : 1, unit: 'broken', baseline: 0 })
    if (status !== 0) process.exitCode = 1
  }
}
