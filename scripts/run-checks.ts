import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { lintEnvironment } from './lint-environment.ts'

const root = path.resolve(import.meta.dirname, '..')
const CODE = ['src', 'test', 'scripts', 'bench']

/** `npm run check`: types, rules and format, in seconds; everything that needs no database and no browser. */
const steps: readonly (readonly [string, readonly string[]])[] = [
  ['types', ['node_modules/typescript/bin/tsc', '-b', '--singleThreaded']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', ...CODE]],
  ['format', ['node_modules/oxfmt/bin/oxfmt', '--check', ...CODE]],
  ['rooms and words', ['--test', '--test-reporter=dot', 'test/rules/tidy*.test.ts']],
  [
    'sizes of screens',
    [
      '--test',
      '--test-reporter=dot',
      'test/build/web-build.test.ts',
      'test/build/web-files.test.ts',
    ],
  ],
]

for (const [title, args] of steps) {
  const { status } = spawnSync(process.execPath, [...args], {
    cwd: root,
    stdio: 'inherit',
    env: lintEnvironment,
  })
  console.log(`${status === 0 ? '✔' : '✖'} ${title}`)
  if (status !== 0) process.exitCode = 1
}
