import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { TEST_GROUP } from './test-groups.ts'

// Loads the test files of a group into one process. Node's runner drops the error of a file that has declared a test before
// it threw, and the tests behind it with it; and what such a file had opened would keep the process for ever.
for (const file of (process.env[TEST_GROUP] ?? '').split('\n'))
  try {
    await import(pathToFileURL(path.resolve(file)).href)
  } catch (error) {
    console.error(`${file} does not load:`, error)
    process.exit(1)
  }
