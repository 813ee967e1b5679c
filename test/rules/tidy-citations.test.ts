import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../..')
const docs = path.join(root, 'docs')

interface Citation {
  readonly place: string
  readonly document: string
  /** Section, invariant or vector: `7.3`, `I9`, `C12`; absent where the whole document is meant. */
  readonly number?: string
}

const texts = ['src', 'test', 'scripts', 'bench'].flatMap((dir) =>
  filesOf(path.join(root, dir), /\.(ts|tsx|js|mjs)$/).map((file) => ({ file, text: read(file) })),
)
const rules = new Map(
  filesOf(docs, /\.md$/)
    .filter((file) => path.dirname(file) === docs)
    .map((file) => [path.basename(file), read(file)]),
)

function filesOf(dir: string, name: RegExp): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

/** A comment goes on in the next line behind `//` or `*`; a citation may be cut there. */
function citationsIn({ file, text }: { file: string; text: string }): Citation[] {
  const flat = text.replaceAll(/\s*\n\s*(?:\/\/|\*(?!\/))?\s*/g, ' ')
  const number = String.raw`[IC]?\d+(?:\.\d+)*\b(?!-)`
  const cited = new RegExp(
    String.raw`(?<![\w-])([a-z]+\.md)\b((?:(?:,| and)? (?:section )?${number})*)`,
    'gi',
  )
  return [...flat.matchAll(cited)].flatMap(([, name, tail]) => {
    const citation = { place: path.relative(root, file), document: name!.toLowerCase() }
    const numbers = tail!.match(new RegExp(number, 'g')) ?? []
    return numbers.length === 0 ? [citation] : numbers.map((one) => ({ ...citation, number: one }))
  })
}

/** A section opens at its heading, an invariant or a vector at the row of its table. */
function opens(document: string, number: string): boolean {
  const escaped = number.replaceAll('.', String.raw`\.`)
  const whole = String.raw`(?<![\w.])${escaped}(?!\w|\.\d)`
  return new RegExp(String.raw`^(?:#+ .*${whole}|\| ${whole} \|)`, 'm').test(document)
}

/** Code that mentions files of that kind, not the project's documents. */
const NO_CITATION = ['test/rules/tidy-citations.test.ts']
const ELSEWHERE = ['README.md', 'CONTRIBUTING.md'].map((name) => name.toLowerCase())

const citations = texts
  .filter(({ file }) => !NO_CITATION.includes(path.relative(root, file)))
  .flatMap(citationsIn)
  .filter(({ document }) => !ELSEWHERE.includes(document))

test('every cited section of a rule document exists', () => {
  assert.ok(citations.filter(({ number }) => number).length > 200, `${citations.length} citations`)
  const dead = citations.filter(({ document, number }) => {
    const text = rules.get(document)
    return text === undefined || (number !== undefined && !opens(text, number))
  })
  assert.deepEqual(
    dead.map(({ place, document, number }) => `${place}: ${document} ${number ?? ''}`),
    [],
  )
})

/** A link to a rule document is its citation; any other link is no number behind it. */
function citationText(file: string): string {
  return read(file).replaceAll(/\[([^\]]*)\]\([^)]*\)/g, (_, words: string) =>
    words.includes('.md') ? words : '·',
  )
}

test('every section of a rule document that a document cites exists', () => {
  const cited = filesOf(docs, /\.md$/)
    .flatMap((file) => citationsIn({ file, text: citationText(file) }))
    .filter(({ document, number }) => number !== undefined && rules.has(document))
  assert.ok(cited.length > 80, `${cited.length} citations`)
  assert.deepEqual(
    cited
      .filter(({ document, number }) => !opens(rules.get(document)!, number!))
      .map(({ place, document, number }) => `${place}: ${document} ${number}`),
    [],
  )
})

test('a citation is found across lines and with several numbers, and a part of a number matches no section', () => {
  const text =
    '/** (domain.md\n * 2.6), domain.md 3.11, 3.12, I5: and domain.md 6.2 and devices.md 4.3. */'
  assert.deepEqual(
    citationsIn({ file: path.join(root, 'x.ts'), text }).map(
      ({ document, number }) => `${document} ${number}`,
    ),
    [
      'domain.md 2.6',
      'domain.md 3.11',
      'domain.md 3.12',
      'domain.md I5',
      'domain.md 6.2',
      'devices.md 4.3',
    ],
  )
  const document = '## 13. Settings\n\n### 3.11 Visit\n\n| I5 | once |\n'
  assert.deepEqual(
    ['13', '3.11', 'I5', '3', '3.1', '11', 'I', '1'].map((number) => opens(document, number)),
    [true, true, true, false, false, false, false, false],
  )
})

/** Links with a scheme lead out of the repository; those of a heading stay in the document. */
function linksOf(file: string): string[] {
  const plain = read(file).replaceAll(/```[^]*?```|`[^`\n]*`/g, '')
  return [...plain.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!.split('#')[0]!)
    .filter((link) => link !== '' && !/^[a-z]+:/i.test(link))
}

test('every relative link of a document leads to a file', () => {
  const documents = [
    ...filesOf(docs, /\.md$/),
    ...['src', 'test', 'scripts', 'bench'].flatMap((dir) => filesOf(path.join(root, dir), /\.md$/)),
    ...readdirSync(root)
      .filter((name) => name.endsWith('.md'))
      .map((name) => path.join(root, name)),
  ]
  const links = documents.flatMap((file) => linksOf(file).map((link) => ({ file, link })))
  assert.ok(links.length > 50, `${links.length} links`)
  assert.deepEqual(
    links
      // The guide's links lead to screens and chapters: its own test follows them.
      .filter(({ file }) => !file.includes('/features/help/chapters/'))
      .filter(({ file, link }) => !existsSync(path.resolve(path.dirname(file), decodeURI(link))))
      .map(({ file, link }) => `${path.relative(root, file)}: ${link}`),
    [],
  )
})

test('every test that a page names without its folder exists', () => {
  const pages = [
    ...filesOf(docs, /\.md$/),
    ...['test/README.md', 'CONTRIBUTING.md'].map((name) => path.join(root, name)),
  ]
  const known = new Set(texts.map(({ file }) => path.basename(file)))
  const names = pages.flatMap((file) =>
    [...read(file).matchAll(/`([\w-]+\.(?:test|e2e)\.tsx?)`/g)].map(([, name]) => [file, name!]),
  )
  assert.ok(names.length > 30, `${names.length} names`)
  assert.deepEqual(
    names
      .filter(([, name]) => !known.has(name!))
      .map(([file, name]) => `${path.relative(root, file!)}: ${name}`),
    [],
    'The test was renamed or removed: name the one that guards the step now, or none',
  )
})

test('every source file that a rule document names exists', () => {
  const known = new Set(texts.map(({ file }) => path.basename(file)))
  const lost = [...rules].flatMap(([name, text]) =>
    [...text.matchAll(/`(?:[\w./-]*\/)?([\w-]+(?:\.test|\.e2e)?\.tsx?)`/g)]
      .filter(([, file]) => !known.has(file!))
      .map(([, file]) => `${name}: ${file}`),
  )
  assert.deepEqual(lost, [])
})

test('docs/architecture.md names every feature of the server', () => {
  const section = rules.get('architecture.md')!.split('## Features and their order')[1]!
  const [, named] = /`([a-z, -]+)`/.exec(section)!
  assert.deepEqual(
    named!.split(', ').toSorted(),
    readdirSync(path.join(root, 'src/server/features')).toSorted(),
    'Write the list of that section anew, in the order of FEATURES in tidy.test.ts',
  )
})

/** What a developer follows step by step; each path there, in a code span or a code block, is a file or a folder of the tree. */
const GUIDES = [
  ...filesOf(path.join(docs, 'recipes'), /\.md$/),
  ...['README.md', 'CONTRIBUTING.md', 'docs/development.md'].map((name) => path.join(root, name)),
]
const TREE = ['src', 'test', 'scripts', 'bench', 'docs', 'migrations', 'examples']
/** Written or made while the product runs, or named by the files of the root. */
const NOT_IN_TREE = /^(?:data|dist|node_modules|\/|\.\.\/)/

/** Every file and folder, each under its whole path and every end of it: a guide may write `kinds/psa.ts`. */
function pathsOfTree(): Set<string> {
  const files = TREE.flatMap((dir) => filesOf(path.join(root, dir), /./)).map((file) =>
    path.relative(root, file),
  )
  const rooms = files.flatMap((file) => {
    const parts = path.dirname(file).split('/')
    return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
  })
  const whole = [...files, ...new Set(rooms), ...readdirSync(root)]
  return new Set(
    whole.flatMap((one) => one.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
  )
}

/** A path has a folder of the tree in front or a name of a file at its end; `<name>`, `…`, `*` and `NN` are placeholders. */
function pathsNamedIn(text: string): string[] {
  const code = [...text.matchAll(/```[^]*?```|`[^`\n]+`/g)].map(([span]) =>
    span.replaceAll('`', ''),
  )
  return code
    .flatMap((span) => span.split(/[\s,;()'"=]+/))
    .filter((word) => !/[<>…*{}]|NN|:\/\//.test(word) && !NOT_IN_TREE.test(word))
    .map((word) => word.replace(/^\$\w+\//, '').replace(/[.:/]$/, ''))
    .filter(
      (word) =>
        /^[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|sql|json|md|css)$/.test(word) ||
        TREE.some((dir) => word.startsWith(`${dir}/`)),
    )
}

test('every path that a guide for developers names exists', () => {
  const known = pathsOfTree()
  const named = GUIDES.flatMap((file) => pathsNamedIn(read(file)).map((one) => ({ file, one })))
  assert.ok(named.length > 150, `${named.length} paths`)
  assert.deepEqual(
    named
      .filter(({ one }) => !known.has(one))
      .map(({ file, one }) => `${path.relative(root, file)}: ${one}`),
    [],
    'The file was moved or renamed: name it as it is now, or write a placeholder such as <name>',
  )
})

test('every command that a guide for developers names is a script of package.json', () => {
  const { scripts } = JSON.parse(read(path.join(root, 'package.json'))) as {
    scripts: Record<string, string>
  }
  const named = GUIDES.flatMap((file) =>
    [...read(file).matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name]) => [file, name!] as const),
  )
  assert.ok(named.length > 20, `${named.length} commands`)
  assert.deepEqual(
    named
      .filter(([, name]) => !(name in scripts))
      .map(([file, name]) => `${path.relative(root, file)}: ${name}`),
    [],
  )
})
