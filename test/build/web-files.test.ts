import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { before, test } from 'node:test'
import { buildWebIfOld } from '../../scripts/build-web.ts'

interface Part {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
}

const dir = path.resolve(import.meta.dirname, '../../dist/web')
let manifest: Record<string, Part> = {}

before(async () => {
  await buildWebIfOld()
  manifest = JSON.parse(
    readFileSync(path.join(dir, '.vite/manifest.json'), 'utf8'),
  ) as typeof manifest
})

// A file that waits for itself would read a name before it has its value.
test('no file of code imports itself by others', () => {
  const imports = new Map(
    Object.values(manifest).map((part) => [
      part.file,
      (part.imports ?? []).map((name) => manifest[name]!.file),
    ]),
  )
  for (const file of imports.keys()) {
    const reached = new Set<string>()
    const waiting = [...imports.get(file)!]
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      if (reached.has(one)) continue
      reached.add(one)
      waiting.push(...(imports.get(one) ?? []))
    }
    assert.ok(!reached.has(file), file)
  }
})

test('each variable of the kit that styles and code name has its value', () => {
  const assets = path.join(dir, 'assets')
  const live = new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]))
  const texts = [...live]
    .filter((file) => /\.(css|js)$/.test(file))
    .map((file) => readFileSync(path.join(assets, '..', file), 'utf8'))
  const given = new Set(texts.flatMap((one) => one.match(/--mantine-[\w-]+(?=:)/g) ?? []))
  const named = new Set(
    texts.flatMap((one) => one.match(/(?<=var\()--mantine-color-[\w-]+(?=\))/g) ?? []),
  )
  assert.ok(named.size > 20)
  assert.deepEqual(
    [...named].filter((name) => !given.has(name)),
    [],
  )
})

test('no file imports another that the build does not have', () => {
  const files = new Set(Object.values(manifest).map(({ file }) => file))
  let imports = 0
  for (const file of files) {
    if (!file.endsWith('.js')) continue
    const code = readFileSync(path.join(dir, file), 'utf8')
    for (const [, name] of code.matchAll(/(?:from|import\()\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      imports += 1
      assert.ok(files.has(`assets/${name}`), `${file} imports ${name}`)
    }
  }
  assert.ok(imports > files.size, `only ${imports} imports were found`)
})

test('the typeface of Russian screens takes at most 24 KiB, and with all its letters 96', () => {
  const fonts = new Set(
    Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets]),
  )
  const faces = [...fonts].filter((file) => file.endsWith('.woff2'))
  const kib = (files: string[]) => files.reduce((all, file) => all + bytes(file), 0) / 1024
  const page = readFileSync(path.join(dir, 'index.html'), 'utf8')
  const first = faces.filter((file) => page.includes(file))
  assert.equal(first.length, 1)
  assert.ok(kib(first) <= 24, `the first: ${kib(first).toFixed(1)} KiB`)
  assert.ok(kib(faces) <= 96, `all: ${kib(faces).toFixed(1)} KiB`)
})

const bytes = (file: string) => readFileSync(path.join(dir, file)).length
