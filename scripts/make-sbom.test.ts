import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { makeSbom } from './make-sbom.ts'

const root = path.resolve(import.meta.dirname, '..')
const own = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
  name: string
  version: string
}
const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { name?: string; version: string; dev?: boolean }>
}
const sbom = await makeSbom(root)

test('the list has what the schema of CycloneDX requires', () => {
  assert.equal(sbom.bomFormat, 'CycloneDX')
  assert.match(sbom.specVersion, /^1\.[4-9]$/)
  assert.match(sbom.serialNumber, /^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  assert.ok(Number.isInteger(sbom.version) && sbom.version >= 1)
  const { name, version } = sbom.metadata.component
  assert.deepEqual({ name, version }, { name: own.name, version: own.version })
  const refs = sbom.components.map((one) => one['bom-ref'])
  assert.equal(new Set(refs).size, refs.length)
  for (const one of sbom.components) {
    assert.equal(one.type, 'library')
    assert.ok(one.name && one.version)
    assert.match(one.purl, /^pkg:npm\//)
  }
  const known = new Set([...refs, `${own.name}@${own.version}`])
  const named = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
  assert.deepEqual(
    named.filter((ref) => !known.has(ref)),
    [],
  )
})

test('every package that is shipped is in it, at its version and with its hash, and none of developers', () => {
  const versions = new Map<string, string[]>()
  for (const { name, version } of sbom.components)
    versions.set(name, [...(versions.get(name) ?? []), version])
  const shipped = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && !dev)
  assert.ok(shipped.length > 200, `${shipped.length}`)
  const missing = shipped.filter(
    ([place, { name, version }]) =>
      !versions.get(name ?? place.split('node_modules/').at(-1)!)?.includes(version),
  )
  assert.deepEqual(missing, [])
  for (const name of ['vite', 'typescript', '@playwright/test'])
    assert.ok(!versions.has(name), name)
  assert.deepEqual(
    sbom.components.filter(({ hashes }) => !hashes?.some(({ alg }) => alg === 'SHA-512')),
    [],
  )
})

test('every package says its licence', () => {
  const without = sbom.components.filter(({ licenses }) => !licenses || licenses.length === 0)
  assert.deepEqual(
    without.map(({ name }) => name),
    [],
  )
})
