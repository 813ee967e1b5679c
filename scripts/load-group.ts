import path from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { TEST_GROUP } from './test-groups.ts'

// A program that a test forks would inherit the flags of the runner, and be one.
process.execArgv = []

// The files of a group run in one process, one after another. Each is loaded within a test of its own, which ends when the tests that
// it declares have ended: its hooks are its own, what it has opened is closed before the next file is loaded, and a file that does
// not load fails alone.
for (const file of (process.env[TEST_GROUP] ?? '').split('\n'))
  void test(file, async () => void (await import(pathToFileURL(path.resolve(file)).href)))
