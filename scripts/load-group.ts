import { AsyncResource } from 'node:async_hooks'
import path from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { LOADED, TEST_GROUP } from './test-groups.ts'

// A program that a test forks would inherit the flags of the runner, and be one.
process.execArgv = []

// The files of a group run in one process, one after another. Each is a test around the tests that it declares: its hooks are its own,
// what it has opened is closed before the next file is loaded, and a file that does not load fails alone. Its tests wait until it is
// loaded whole, and belong to the file because they are declared in its asynchronous course.
for (const file of (process.env[TEST_GROUP] ?? '').split('\n'))
  void test(file, (ofFile) => {
    const load = AsyncResource.bind(() => import(pathToFileURL(path.resolve(file)).href))
    return ofFile.test(LOADED, async () => void (await load()))
  })
