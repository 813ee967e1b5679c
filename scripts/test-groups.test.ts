import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { LONGEST, TEST_FILES, TEST_GROUP, testGroups } from './test-groups.ts'
import { childEnvironment } from '#test/support/child-environment.ts'

const files = ['test/site/one.test.ts', 'src/agent/two.test.ts', 'src/web/page.test.ts']
for (let n = 10; n < 80; n++) files.push(`src/server/f${n}.test.ts`)

test('files of folders that start programs have a process each', () => {
  assert.deepEqual(testGroups(files).alone, [['test/site/one.test.ts']])
})

test('files with their own process come first, the longest of them in their order', () => {
  const own = ['test/a.test.ts', 'test/site/stale-weight.test.ts', 'test/site/yard-day.test.ts']
  assert.deepEqual(testGroups(own).alone.flat(), own.toReversed())
})

test('the others share processes of even size, and each file is run once', () => {
  const { shared, alone } = testGroups(files)
  assert.deepEqual(
    shared.map((group) => group.length),
    [35, 35, 1, 1],
  )
  assert.deepEqual([...shared, ...alone].flat().toSorted(), files.toSorted())
})

test('a folder without files makes no group', () => {
  assert.deepEqual(testGroups([]), { shared: [], alone: [] })
})

test('every file of tests is found by the runner', () => {
  const cwd = path.resolve(import.meta.dirname, '..')
  const exclude = ['node_modules', 'dist', 'data', '.tsbuild']
  const all = globSync('**/*.test.{ts,tsx}', { cwd, exclude })
  assert.ok(all.length > 200)
  assert.deepEqual(globSync(TEST_FILES, { cwd }).toSorted(), all.toSorted())
  assert.deepEqual(
    LONGEST.filter((file) => !all.includes(file)),
    [],
  )
})

const dir = mkdtempSync(path.join(tmpdir(), 'priyomka-group-'))
after(() => rmSync(dir, { recursive: true, force: true }))

/** Runs files of these texts as one group; answers its code and what it said. */
function runGroup(...texts: string[]) {
  const files = texts.map((text, n) => {
    const file = path.join(dir, `${n}.test.mjs`)
    writeFileSync(file, `import { test } from 'node:test'\nimport net from 'node:net'\n${text}`)
    return file
  })
  // As in a run: with a report in a file, the process outlives its last test by a moment.
  const report = path.join(dir, 'report')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--test-force-exit',
      '--test-reporter=spec',
      `--test-reporter-destination=${report}`,
      'scripts/load-group.ts',
    ],
    { env: { ...childEnvironment, [TEST_GROUP]: files.join('\n') }, encoding: 'utf8' },
  )
  return { status, said: stdout + stderr + readFileSync(report, 'utf8') }
}

const passing = (name: string) => `test('${name}', () => undefined)\n`

test('the tests of all files of a group are run and counted', () => {
  const { status, said } = runGroup(passing('the first'), passing('the second'))
  assert.equal(status, 0, said)
  for (const name of ['the first', 'the second'])
    assert.match(said, new RegExp(`^  ✔ ${name}`, 'm'))
})

test('a file that throws while it loads fails alone, whatever it has declared and opened', () => {
  const { status, said } = runGroup(
    passing('the first'),
    `${passing('declared')} net.createServer().listen(0)\nthrow new Error('half loaded')`,
    passing('the last'),
  )
  assert.equal(status, 1, said)
  assert.match(said, /^✖ .*1\.test\.mjs/m)
  assert.match(said, /Error: half loaded/)
  for (const file of [0, 2]) assert.match(said, new RegExp(`^✔ .*${file}\\.test\\.mjs`, 'm'))
})

test('an error that no test has caught fails the group, and is told with its file', () => {
  for (const throws of [
    "setImmediate(() => { throw new Error('nobody caught') })",
    "void Promise.resolve().then(() => { throw new Error('nobody caught') })",
  ]) {
    const { status, said } = runGroup(
      passing('the first'),
      `test('throws later', async () => {
        await new Promise(setImmediate)
        ${throws}
        await new Promise((resolve) => setTimeout(resolve, 10))
      })`,
    )
    assert.notEqual(status, 0, said)
    assert.match(said, /^✖ .*1\.test\.mjs: Error: nobody caught$/m)
  }
})

test('an error that comes when the runner no longer listens fails the group as well', () => {
  const { status, said } = runGroup(
    `${passing('the last')}
    process.on('removeListener', (event) => {
      if (event === 'unhandledRejection') void Promise.reject(new Error('too late'))
    })`,
  )
  assert.match(said, /^✖ .*0\.test\.mjs: Error: too late$/m)
  assert.equal(status, 1, said)
})

test('promises are not followed while tests run, and are while a file declares them', () => {
  const { status, said } = runGroup(
    'const mark = () => Object.getOwnPropertySymbols(Promise.resolve()).length\n' +
      'const declared = mark()\n' +
      "test('marks', () => { if (declared === 0 || mark() !== 0) throw new Error(`${declared} ${mark()}`) })",
  )
  assert.equal(status, 0, said)
})

test('hooks of a file reach its own tests, and what it has opened is closed before the next file', () => {
  const says = (name: string) => `
    const { after, beforeEach } = await import('node:test')
    beforeEach(() => console.log('each ${name}'))
    after(() => console.log('end ${name}'))
    test('${name}', () => console.log('test ${name}'))`
  const { said } = runGroup(says('one'), says('two'))
  assert.deepEqual(
    said.match(/(?:each|test|end) (?:one|two)/g),
    ['each one', 'test one', 'end one', 'each two', 'test two', 'end two'],
    said,
  )
})

test('a program that a test forks is none of the runner', () => {
  const { status, said } = runGroup(
    "test('flags', async () => {\n" +
      "  const { fork } = await import('node:child_process')\n" +
      "  const child = fork('scripts/closed-folders.ts', { silent: true })\n" +
      "  let heard = ''\n" +
      "  child.stdout.on('data', (chunk) => (heard += chunk))\n" +
      "  const code = await new Promise((resolve) => child.on('close', resolve))\n" +
      "  if (code !== 0 || heard !== '') throw new Error(heard)\n" +
      '})',
  )
  assert.equal(status, 0, said)
})
