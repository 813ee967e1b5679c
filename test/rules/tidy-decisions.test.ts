import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'docs/decisions')
const files = readdirSync(folder).filter((name) => /^\d/.test(name))
const index = read(path.join(folder, 'README.md'))

const MAX_WORDS = 300
/** It spells citations for its own sake. */
const NO_CITATION = ['test/rules/tidy-decisions.test.ts']

function filesOf(dir: string, name: RegExp): string[] {
  return readdirSync(path.join(root, dir), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

/** `decision 20`, `decisions/0020` and `decisions/0020-prices.md`, cut by the lines of a comment or not, and the number of a link. */
function decisionsIn(text: string): number[] {
  const flat = text.replaceAll(/\s*\n\s*(?:\/\/|--|\*(?!\/))?\s*/g, ' ')
  const cited = /\bdecisions?(?: |\/)(\d{1,4})\b|\[(\d+)\](?=\([^)\s]*decisions\/)/gi
  return [...flat.matchAll(cited)].map(([, named, linked]) => Number(named ?? linked))
}

/** The numbers of a row of the index: its own, and of its last column those that its decision holds as well. */
function numbersOf(row: string): number[] {
  const cells = row.split('|').map((cell) => cell.trim())
  return [/^\[(\d+)\]/.exec(cells[1]!)![1]!, ...(cells.at(-2)!.match(/\d+/g) ?? [])].map(Number)
}

test('every cited decision exists', () => {
  const known = new Set(files.map((name) => Number(name.slice(0, 4))))
  const texts = [
    ...['src', 'test', 'scripts', 'bench'].flatMap((dir) => filesOf(dir, /\.(ts|tsx|js|mjs|md)$/)),
    ...filesOf('docs', /\.md$/),
    ...['README.md', 'CONTRIBUTING.md'].map((name) => path.join(root, name)),
  ].filter((file) => !NO_CITATION.includes(path.relative(root, file)))
  const citations = texts.flatMap((file) =>
    decisionsIn(read(file)).map((number) => ({ file: path.relative(root, file), number })),
  )
  assert.ok(citations.length > 50, `${citations.length} citations`)
  assert.deepEqual(
    citations
      .filter(({ number }) => !known.has(number))
      .map(({ file, number }) => `${file}: decision ${number}`),
    [],
    'Cite the number by which docs/decisions/README.md lists the subject; its last column has the former numbers',
  )
})

test('a migration, which never changes, cites a decision that the index has at least as a former number', () => {
  const known = new Set(index.match(/^\| \[\d+\].*$/gm)!.flatMap(numbersOf))
  const lost = filesOf('migrations', /\.sql$/).flatMap((file) =>
    decisionsIn(read(file))
      .filter((number) => !known.has(number))
      .map((number) => `${path.relative(root, file)}: decision ${number}`),
  )
  assert.deepEqual(lost, [])
})

test('a citation of a decision is found in each of its forms', () => {
  const text = '(decision\n * 20) decisions/0033: docs/decisions/0004-lists.md [decision 0037](x)'
  assert.deepEqual(decisionsIn(text), [20, 33, 4, 37])
  assert.deepEqual(decisionsIn('[5](../docs/decisions/0018-plates.md) decision = 3'), [5, 18])
  const row = '| [10](0010-a.md) | A | b 7 | 2026-11-29 | in force | 28, 122 |'
  assert.deepEqual(numbersOf(row), [10, 28, 122])
})

test('a decision is in the index once, under its title, and has at most 300 words', () => {
  for (const name of files) {
    const text = read(path.join(folder, name))
    const [, number, title] = /^# (\d+)\. (.+)\n/.exec(text)!
    assert.equal(Number(number), Number(name.slice(0, 4)), name)
    assert.equal(index.split(`| [${number}](${name}) | ${title} |`).length, 2, `a row of ${name}`)
    const words = text.trim().split(/\s+/).length
    assert.ok(words <= MAX_WORDS, `${name}: ${words} words`)
  }
})

test('every source file that a decision names exists', () => {
  const known = new Set(
    ['src', 'test', 'scripts', 'bench'].flatMap((dir) =>
      filesOf(dir, /\.tsx?$/).map((file) => path.basename(file)),
    ),
  )
  const lost = files.flatMap((name) =>
    [...read(path.join(folder, name)).matchAll(/`(?:[\w./-]*\/)?([\w.-]+\.tsx?)`/g)]
      .filter(([, file]) => !known.has(file!))
      .map(([, file]) => `${name}: ${file}`),
  )
  assert.deepEqual(lost, [], 'The file was renamed or removed: a decision says what holds today')
})
