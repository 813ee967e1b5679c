import { AsyncResource, createHook, type AsyncHook } from 'node:async_hooks'
import path from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { LOADED, TEST_GROUP } from './test-groups.ts'

// A program that a test forks would inherit the flags of the runner, and be one.
process.execArgv = []

/**
 * The hook by which the runner follows every promise to its test. Following costs a fifth of the work of a group, and what is declared
 * while a file is loaded needs it (docs/decisions/0025): within a test, hooks and tests are declared by its context `t`.
 */
let following: AsyncHook | undefined
const hooks = Object.getPrototypeOf(createHook({})) as AsyncHook
const { enable } = hooks
// The runner enables its hook when the first test is declared, and tells nobody of it.
hooks.enable = function (this: AsyncHook) {
  const enabled = enable.call(this)
  following ??= enabled
  return enabled
}

let loaded = ''
// Nobody follows an error that no test has caught: its group fails, and this says beside which file it came.
process.on('uncaughtExceptionMonitor', (error) => console.error(`✖ ${loaded}:`, error))
process.on('unhandledRejection', (error) => {
  console.error(`✖ ${loaded}:`, error)
  // The runner stops listening before the process ends: from then on this alone hears it.
  process.exitCode = 1
})
// Programs that a file has started are ended by what it does at its exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

// The files of a group run in one process, one after another. Each is a test around the tests that it declares: its hooks are its own,
// what it has opened is closed before the next file is loaded, and a file that does not load fails alone. Its tests wait until it is
// loaded whole, and belong to the file because they are declared in its asynchronous course.
for (const file of (process.env[TEST_GROUP] ?? '').split('\n'))
  void test(file, (ofFile) => {
    loaded = file
    following?.enable()
    const load = AsyncResource.bind(() => import(pathToFileURL(path.resolve(file)).href))
    return ofFile.test(LOADED, async () => {
      try {
        await load()
      } finally {
        // A file that gave up before has loaded while another one is declared.
        if (loaded === file) following?.disable()
      }
    })
  })
