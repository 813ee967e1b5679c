import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../..')

/** Participles without `-ed` that were names by themselves; those with it are recognised by their end. */
const PARTICIPLES =
  'begun bound broken built chosen done drawn foretold found given gone heard held kept known laid left lost ' +
  'made meant met paid said seen sent shown shut sold spent taken taught thought told undone written'
const BARE = new RegExp(`^(?:${PARTICIPLES.replaceAll(' ', '|')}|[a-z]+ed)$`, 'i')
/** `Told` and `SHOWN` are one word each, `hasTold` is not. */
const ONE_WORD = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/
/** Plain words that end like participles. */
const NOUNS = new Set(['Feed', 'Seed', 'Speed', 'feed', 'need', 'seed', 'speed', 'embed'])

/** `[file, name]` of every definition at the top of a file of the product. */
const definitions = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file) && file !== 'src/server/db/schema.ts')
  .flatMap((file) =>
    [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(
        /^(export )?(?:default )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm,
      ),
    ].map(([, exported, name]) => ({ file, name: name!, isExported: exported !== undefined })),
  )

/** The last column of the glossary's second part: names that are not used any more. */
function retiredNames(): string[] {
  const text = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8')
  const code = text.slice(text.indexOf('## Code'))
  return code
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`(\w+)`/g)])
    .map((match) => match[1]!)
}

/** `useOldBase` holds `oldBase`, `unloaded` does not hold `load`: words are compared, not letters. */
function holds(name: string, retired: string): boolean {
  const words = (text: string) =>
    text
      .split(/_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
      .map((word) => word.toLowerCase())
  const list = ` ${words(name).join(' ')} `
  const word = words(retired).join(' ')
  return list.includes(` ${word} `) || list.includes(` ${word}s `)
}

test('a name is split into its words', () => {
  assert.ok(holds('useOldBase', 'oldBase'))
  assert.ok(holds('MAX_TWINS', 'twin'))
  assert.ok(!holds('dbTraced', 'trace'))
  assert.ok(!holds('undeedful', 'deed'))
})

test('no definition has a word that the glossary retires', () => {
  const retired = retiredNames()
  assert.ok(retired.length > 20, `${retired.length} retired words`)
  assert.ok(definitions.length > 3000, `${definitions.length} definitions`)
  assert.deepEqual(
    definitions.flatMap(({ file, name }) =>
      retired.filter((word) => holds(name, word)).map((word) => `${file}: ${name} (${word})`),
    ),
    [],
  )
})

test('no exported name is a bare participle', () => {
  assert.deepEqual(
    definitions
      .filter(
        ({ name, isExported }) =>
          isExported && ONE_WORD.test(name) && BARE.test(name) && !NOUNS.has(name),
      )
      .map(({ file, name }) => `${file}: ${name}`),
    [],
  )
})

/** A function that begins in its line, also within another one. */
const FUNCTION =
  /^ *(?:export )?(?:(?:async )?function\*? (\w+) ?[(<]|const (\w+) = (?:async )?(?:<[^>\n]*>)?\([^)\n]*\)(?:: [^=\n]+)? =>)/gm

test('no function is named by a bare participle: it is a verb with its object', () => {
  const files = globSync('src/{agent,contract,http,server,web}/**/*.{ts,tsx}', { cwd: root })
  const functions = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(FUNCTION)].map(
        ([, plain, arrow]) => ({ file, name: plain ?? arrow! }),
      ),
    )
  assert.ok(functions.length > 5000, `${functions.length} functions`)
  assert.deepEqual(
    functions
      .filter(({ name }) => ONE_WORD.test(name) && BARE.test(name) && !NOUNS.has(name))
      .map(({ file, name }) => `${file}: ${name}`),
    [],
  )
})

/** Words that the glossary retires and that often came back as a parameter, a property or a local. */
const RETIRED_EVERYWHERE =
  /\b(?:goods|former|peek|judge|trail|grounds|wordsOf|lesser|kept|keptId)\b/g
/** Names of the wire: places in texts of companies, and a column of a report. */
const WIRE_NAMES: Readonly<Record<string, number>> = {
  'src/contract/requisites/document/purpose.ts': 3,
  'src/server/documents/kinds/psa-texts.ts': 1,
  'src/server/documents/kinds/psa.ts': 1,
  'src/server/features/report/kinds/answers/average-prices.ts': 1,
}

/** The code of a file without its comments and texts. */
function bareCode(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "''")
}

test('no parameter, property or local has a word that was replaced everywhere', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && file !== 'src/server/db/schema.ts',
  )
  assert.ok(files.length > 1000, `${files.length} files`)
  const found = files.map((file) => [file, bareCode(file).match(RETIRED_EVERYWHERE) ?? []] as const)
  assert.deepEqual(
    found.flatMap(([file, words]) =>
      words.length > (WIRE_NAMES[file] ?? 0) ? [`${file}: ${words.join(' ')}`] : [],
    ),
    [],
    'Use the word beside it in docs/glossary.md; `kept` is stored, saved, previous or survivor by meaning',
  )
})

/** Texts of the product; tests and simulators, which share no code with it, are left out. */
const texts = globSync('src/{agent,contract,http,server,web}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const)

/** Lines of the product that fit, each with its file. */
const linesLike = (pattern: RegExp): string[] =>
  texts.flatMap(([file, text]) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )

test('no word leaves its ending to the reader', () => {
  const ending = /[а-яё]\([а-яё]{1,4}\)/
  assert.match('подтвердил(а) Петров', ending)
  assert.doesNotMatch('цена (за тонну)', ending)
  assert.deepEqual(
    linesLike(ending),
    [],
    '«подтверждено: Петров» instead of «подтвердил(а) Петров»',
  )
})

/** A sign, or the day of a date, is no name. */
const NO_NAMES = new Set([
  'src/contract/document/printed-signs.ts',
  'src/contract/requisites/document/purpose.ts',
  'src/contract/words/quote.ts',
  'src/server/documents/figures.ts',
  'src/server/features/bank/providers/order-text.ts',
])

test('a value is put into quotes by quote(), which knows the quotes inside it', () => {
  const own = linesLike(/«\$?\{|'«'|«' \|\|/)
  assert.deepEqual(
    own.filter((line) => !NO_NAMES.has(line.split(':')[0]!)),
    [],
  )
  assert.ok(own.length > 0, 'the pattern fits nothing')
})

/** What a company's setting is stored as: the screen shows it by `showPlaceholders`. */
const STORED = ['src/contract/company/company-settings.ts']
/** Between «» in the last column of the glossary's part of the screen. */
function retiredWords(): string[] {
  const text = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8')
  const part = text.slice(text.indexOf('## Words on screen'), text.indexOf('## Code'))
  return part
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/«((?:[^«»]|«[^«»]*»)+)»/g)])
    .map((match) => match[1]!)
}

/** Lines with Russian words that are no comment: what a person may come to read. */
const spokenLines = (source: string): string[] =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s)\/\/ .*$/, ''))
    // A key and what is filled in are code.
    .map((line) => line.replace(/^\s*'?[\w{}-]+'?:/, '').replaceAll(/\$\{[^{}]*\}/g, ''))
    .filter((line) => /[А-Яа-яЁё]/.test(line))

const findWord = (line: string, words: readonly string[]) =>
  words.find((word) => line.includes(word))

test('a retired word is found in a sentence, and not in a comment or in a code', () => {
  const words = ['Транзакци', '{YYYY}', 'ppocr', '{number}']
  const found = (source: string) => spokenLines(source).filter((line) => findWord(line, words))
  assert.equal(found("title: 'Транзакции',").length, 1)
  assert.equal(found('<p>Добавьте {YYYY}</p>').length, 1)
  assert.equal(found('// «Транзакции» is the name of the specification').length, 0)
  assert.equal(found("ppocr: 'Встроенное', `Акт ${number}`").length, 0)
  assert.equal(found("const YEAR = '{YYYY}'").length, 0)
})

test('no sentence of the product has a word that its screens do not use', () => {
  const words = retiredWords()
  assert.ok(words.length >= 15, `${words.length} retired words`)
  const found = texts
    .filter(([file]) => !STORED.includes(file))
    .flatMap(([file, text]) =>
      spokenLines(text).flatMap((line) => {
        const word = findWord(line, words)
        return word === undefined ? [] : [`${file}: «${word}» in ${line.trim()}`]
      }),
    )
  assert.deepEqual(found, [])
})

/** A value in its braces before a noun in one form: `${left} актов` says «1 актов». Names in capitals are constants, which the writer saw. */
const COUNTED =
  /\{[a-z][\w.[\]?]*(?: \?\? 0)?\}[ \u00a0](?:знаков|записей|позиций|актов|строк|выплат|платежей|файлов|дней|страниц|листов|раз|чеков|цен|поставщиков)(?![а-яё]| \$\{)/g

test('a number that changes has its noun in the form that goes with it', () => {
  assert.deepEqual(
    ['`${left} актов`', '{few} знаков', '{MOST} строк'].map((text) => text.search(COUNTED)),
    [2, 0, -1],
  )
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  assert.ok(files.length > 1000, `${files.length} files`)
  assert.deepEqual(
    files.flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(COUNTED)].map(
        ([text]) => `${file}: ${text}`,
      ),
    ),
    [],
  )
})
