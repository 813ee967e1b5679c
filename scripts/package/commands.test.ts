import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { COMMANDS, packagedName } from './commands.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

test('each command of the package is one of npm run as well, but the first setting up', () => {
  const byTable = Object.entries(scripts)
    .filter(([, line]) => line.startsWith('node scripts/command.mjs '))
    .map(([name, line]) => `${name} = ${line.replace('node scripts/command.mjs ', '')}`)
  const names = COMMANDS.map(({ name }) => name).filter((name) => name !== 'setup')
  assert.deepEqual(byTable.toSorted(), names.map((name) => `${name} = ${name}`).toSorted())
})

test('each command has its program, and a name that a shell takes', () => {
  for (const { name, program } of COMMANDS) {
    assert.ok(existsSync(path.join(root, program)), program)
    assert.match(packagedName(name), /^[a-z]+(?:-[a-z]+)*$/)
  }
})

test('the address of the owner is given to what works on tables and keys, never to what serves', () => {
  const withOwner = COMMANDS.filter((command) => command.withOwner).map(({ name }) => name)
  const wanted = ['company', 'distribute', 'journal', 'keys', 'migrate', 'restore']
  assert.deepEqual(withOwner.toSorted(), wanted)
  const unit = readFileSync(path.join(root, 'deploy/systemd/priyomka@.service'), 'utf8')
  assert.doesNotMatch(unit, /owner\.env/)
})
