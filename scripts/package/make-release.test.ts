import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { serverFiles } from './make-release.ts'

const server = path.resolve(import.meta.dirname, '../../src/server')
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })

test('every packed file that the server reads beside its sources goes into a release', () => {
  const named = sources
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(path.join(server, file), 'utf8').matchAll(/'([\w.-]+\.br)'/g)].map(
        ([, name]) => path.join('src/server', path.dirname(file), name!),
      ),
    )
  assert.ok(named.length >= 3, named.join(' '))
  assert.deepEqual(
    named.filter((file) => !serverFiles.includes(file)),
    [],
  )
})
