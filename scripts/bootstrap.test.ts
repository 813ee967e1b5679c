import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '..')

test('what npm has started ends with the shell that npm ends', async () => {
  // As npm does it: a shell that stays between npm and the program.
  const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/yard.mjs; true`], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'yard' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: shell.stdout })
  const [ready] = (await once(lines, 'line')) as [string]
  assert.equal((JSON.parse(ready) as { ready: boolean }).ready, true)
  const closed = once(lines, 'close')
  shell.kill('SIGTERM')
  // The output closes when the last program that holds it has ended.
  await closed
})
