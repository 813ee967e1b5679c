import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closedFolders } from './closed-folders.ts'

const modes = (folders: Record<string, number>) => (dir: string) => folders[dir]

test('a home that others cannot pass through is named, and an open one is not', () => {
  const modeOf = modes({ '/': 0o755, '/root': 0o700, '/root/priyomka': 0o755, '/srv': 0o711 })
  assert.deepEqual(closedFolders(['/root/priyomka/data', '/root/priyomka'], modeOf), ['/root'])
  assert.deepEqual(closedFolders(['/srv/priyomka/data'], modeOf), [])
})

test('every closed folder on the way is named, the outermost first', () => {
  const modeOf = modes({ '/': 0o755, '/a': 0o750, '/a/b': 0o700 })
  assert.deepEqual(closedFolders(['/a/b/c'], modeOf), ['/a', '/a/b'])
})
