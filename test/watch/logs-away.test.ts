import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const file = path.resolve(import.meta.dirname, '../../deploy/rsyslog/priyomka.conf')
const text = readFileSync(file, 'utf8').replaceAll(/^#.*$/gm, '')
const actions = [...text.matchAll(/action\(([^]*?)\n {2}\)/g)].map(([, inside]) => inside!)

test('lines of the log leave the machine over TLS alone, to the host whose name the certificate has', () => {
  assert.equal(actions.length, 1)
  const said = Object.fromEntries(
    [...actions[0]!.matchAll(/([\w.]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  assert.equal(said['type'], 'omfwd')
  assert.equal(said['protocol'], 'tcp')
  assert.equal(said['StreamDriver'], 'ossl')
  assert.equal(said['StreamDriverMode'], '1')
  assert.equal(said['StreamDriverAuthMode'], 'x509/name')
  assert.equal(said['StreamDriverPermittedPeers'], said['target'])
  assert.match(said['StreamDriver.CAFile']!, /^\/etc\/priyomka\//)
})

test('while the other machine is away nothing is dropped: lines wait on the disk, within a bound', () => {
  assert.equal(/action\.resumeRetryCount="(.*?)"/.exec(text)?.[1], '-1')
  assert.match(text, /queue\.filename="/)
  assert.match(text, /queue\.saveOnShutdown="on"/)
  assert.match(text, /queue\.maxDiskSpace="1g"/)
})
