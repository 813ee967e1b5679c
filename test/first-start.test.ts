import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'

const root = path.resolve(import.meta.dirname, '..')
/** An npm that says how long it is at work and leaves what an installation leaves. */
const NPM = `#!/bin/sh
echo begins; mkdir -p node_modules/.bin; sleep 0.5; touch node_modules/.bin/node; echo ends
`
let clone = ''

before(async () => {
  clone = await mkdtemp(path.join(os.tmpdir(), 'priyomka-clone-'))
  await mkdir(path.join(clone, 'bin'))
  await writeFile(path.join(clone, 'bin/npm'), NPM, { mode: 0o755 })
  await cp(path.join(root, 'scripts/bootstrap.mjs'), path.join(clone, 'scripts/bootstrap.mjs'))
  await writeFile(path.join(clone, 'package-lock.json'), '{}')
})
after(() => rm(clone, { recursive: true }))

async function install(): Promise<string> {
  const script = `(await import(${JSON.stringify(path.join(clone, 'scripts/bootstrap.mjs'))})).install()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, PATH: `${path.join(clone, 'bin')}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  assert.equal(code, 0, said)
  return said
}

test('of two first starts over one clone one installs and the other waits for it', async () => {
  const said = await Promise.all([install(), install()])
  assert.equal(said.filter((text) => text.includes('begins')).length, 1, said.join('\n'))
  assert.equal(await install(), '')
})

test('an installation that was killed holds nobody up', async () => {
  const gone = spawn('true')
  await once(gone, 'exit')
  await rm(path.join(clone, 'node_modules'), { recursive: true })
  await writeFile(path.join(clone, '.installing'), String(gone.pid))
  assert.match(await install(), /begins\nends/)
})
