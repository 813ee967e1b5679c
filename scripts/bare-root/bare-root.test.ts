import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeNeeds, installCommand } from '../debian.mjs'
import { mirrorsOf, networkEnvironment, sourceList } from './machine.ts'
import { namedCommand } from './named-command.ts'

test('the mirrors of a machine are read from both forms of apt’s lists', () => {
  const main = 'http://mirror.test/debian'
  const security = 'http://mirror.test/debian-security'
  const mirrors = { main, security }
  const blocks = `Types: deb\n# URIs: http://old.test/debian\nURIs: ${main}\n\nTypes: deb\nURIs: ${security}\n`
  assert.deepEqual(mirrorsOf(blocks), mirrors)
  const lines = `deb [arch=amd64] ${main} x main\ndeb ${security} x-security main\ndeb http://other.test/tools x main\n`
  assert.deepEqual(mirrorsOf(lines), mirrors)
  assert.deepEqual(mirrorsOf('# nothing\n'), {})
  assert.equal(
    sourceList('x', mirrors),
    `deb ${main} x main\ndeb ${main} x-updates main\ndeb ${security} x-security main\n`,
  )
})

test('the settings of the registries are passed on, and nothing else of the environment', () => {
  const env = {
    https_proxy: 'http://p',
    NODE_EXTRA_CA_CERTS: '/ca',
    SECRET: 'x',
    npm_config_prefix: '/p',
  }
  assert.deepEqual(networkEnvironment(env), { https_proxy: 'http://p', NODE_EXTRA_CA_CERTS: '/ca' })
})

test('the command that a refusal names is the one that is run', () => {
  const needs = [{ what: 'socat', packages: ['socat', 'ffmpeg'] }]
  assert.equal(namedCommand(`x\n${describeNeeds(needs)}\n`), installCommand(['socat', 'ffmpeg']))
  assert.equal(namedCommand('a\n  chmod o+x /root\nb'), 'chmod o+x /root')
  assert.equal(namedCommand('nothing to do'), undefined)
})
