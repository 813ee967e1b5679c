import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { tell } from './tell.ts'

const root = path.resolve(import.meta.dirname, '..')
const ASKS = 'promised-speed.ts'

/** Every test file that states a promise of speed, one after the other and judged by it; wants a quiet machine. */
export function measurePromises(): void {
  const files = globSync('{src,test}/**/*.{test,e2e}.ts', { cwd: root }).filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes(ASKS),
  )
  for (const file of files.toSorted()) {
    const { status } = spawnSync(process.execPath, ['scripts/run-tests.ts', file], {
      cwd: root,
      env: { ...process.env, JUDGE_SPEED: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    tell({ name: `promises ${file}`, value: status === 0 ? 0 : 1, unit: 'broken', baseline: 0 })
    if (status !== 0) process.exitCode = 1
  }
}
