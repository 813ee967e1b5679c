import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasPackagesOf } from './installed-packages.mjs'

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/fastify': { version: '5.0.0', integrity: 'a' },
    'node_modules/vite': { version: '8.0.0', integrity: 'b' },
    'node_modules/pg-linux': {
      version: '1.0.0',
      integrity: 'c',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
    },
    'node_modules/pg-mac': {
      version: '1.0.0',
      integrity: 'd',
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    },
  },
}
const { 'node_modules/pg-mac': _mac, '': _product, ...whole } = lock.packages
const linux = { platform: 'linux', arch: 'x64' } as const

test('an installation by hand counts when it has all that the lock file names for this system', () => {
  assert.equal(hasPackagesOf(lock, { packages: whole }, linux), true)
  assert.equal(
    hasPackagesOf(lock, { packages: whole }, { platform: 'darwin', arch: 'arm64' }),
    false,
  )
})

test('an installation without developers’ or optional packages, or of an older lock file, does not count', () => {
  const without = (path: keyof typeof whole) => {
    const { [path]: _, ...packages } = whole
    return { packages }
  }
  assert.equal(hasPackagesOf(lock, without('node_modules/vite'), linux), false)
  assert.equal(hasPackagesOf(lock, without('node_modules/pg-linux'), linux), false)
  for (const other of [{ version: '4.9.0' }, { integrity: 'z' }]) {
    const packages = {
      ...whole,
      'node_modules/fastify': { ...whole['node_modules/fastify'], ...other },
    }
    assert.equal(hasPackagesOf(lock, { packages }, linux), false)
  }
})
