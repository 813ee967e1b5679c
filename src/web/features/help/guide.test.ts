import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { companyRoles } from '#contract/core/roles.ts'
import { paths, screenAt } from '#contract/screen-paths.ts'
import { hotkeyPlaces } from '../user/hotkeys/hotkey-facts.ts'
import { begins, chapterFor, searchGuide, stemOf } from './find-chapters.ts'
import { readChapter, linesOf, type Inline } from './read-chapter.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const chapters = globSync('chapters/*.md', { cwd: import.meta.dirname })
  .toSorted()
  .map((file) => readChapter(file, readFileSync(path.join(import.meta.dirname, file), 'utf8')))
const pictures = globSync('pictures/*.webp', { cwd: import.meta.dirname }).map((file) =>
  path.basename(file),
)

/** Every text of the product as a person may read it: without comments, line breaks and no-break spaces. */
const spoken = globSync('src/{contract,server,web}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('.test.') && !file.includes('/features/help/'))
  .map((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/^\s*\/\/.*$/gm, '')
      .replaceAll(/\\u00a0|&nbsp;|\u00a0|\{' '\}/g, ' ')
      .replaceAll(/\s+/g, ' '),
  )
  .join('\n')

/** A label stands for itself: no letter before it or behind it. */
const isSpoken = (label: string) => {
  const words = label.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`(?<![а-яё])${words}(?![а-яё])`).test(spoken)
}

const partsOf = (chapter: (typeof chapters)[number]): Inline[] =>
  chapter.blocks.flatMap(linesOf).flat()

test('a word that no screen has is found', () => {
  assert.ok(isSpoken('Оплатить день'))
  assert.ok(!isSpoken('Оплатить де'))
  assert.ok(!isSpoken('Заплатить всем сразу'))
})

test('each word that a chapter shows as a label stands on a screen', () => {
  const wrong = chapters.flatMap((chapter) =>
    partsOf(chapter).flatMap((part) =>
      typeof part === 'object' && 'label' in part && !isSpoken(part.label)
        ? [`${chapter.id}: ${part.label}`]
        : [],
    ),
  )
  assert.deepEqual(wrong, [], 'Write the label as the screen has it, or without the stars')
})

test('each link leads to a chapter or to a screen', () => {
  const ids = new Set(chapters.map(({ id }) => id))
  const wrong = chapters.flatMap((chapter) =>
    partsOf(chapter).flatMap((part) => {
      if (typeof part === 'string' || !('to' in part)) return []
      const isRight = part.to.startsWith('/')
        ? screenAt(part.to.split('?')[0]!) !== undefined
        : ids.has(part.to)
      return isRight ? [] : [`${chapter.id}: ${part.to}`]
    }),
  )
  assert.deepEqual(wrong, [])
})

test('each address of the product has its chapter, and each name of one is an address', () => {
  const named = chapters.flatMap(({ screens }) => screens)
  const plain = named.filter((one) => !one.includes('?'))
  assert.deepEqual(plain.toSorted(), Object.keys(paths).toSorted())
  assert.deepEqual(
    named.filter((one) => !Object.hasOwn(paths, one.split('?')[0]!)),
    [],
  )
})

test('each window that a chapter names begins with words of the product, and no two chapters share one', () => {
  const named = chapters.flatMap(({ id, windows }) => windows.map((title) => ({ id, title })))
  assert.deepEqual(
    named.filter(({ title }) => !["'", '`', '"'].some((quote) => spoken.includes(quote + title))),
    [],
  )
  const shared = named.filter(({ id, title }) =>
    named.some((other) => other.id !== id && begins(other.title, title)),
  )
  assert.deepEqual(shared, [])
})

test('each picture is there, is used once and is small', () => {
  const used = chapters.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : [])),
  )
  assert.deepEqual(used.toSorted(), pictures.toSorted())
  for (const file of pictures) {
    const size = readFileSync(path.join(import.meta.dirname, 'pictures', file)).length
    assert.ok(size <= 40 * 1024, `${file}: ${size} bytes`)
  }
})

test('each role has its first day, names are those of the product, and places of keys exist', () => {
  const roles = new Set(chapters.flatMap((chapter) => chapter.roles))
  assert.deepEqual([...roles].toSorted(), [...companyRoles, 'SUPERVISOR'].toSorted())
  const first = chapters.filter(({ id }) => id.startsWith('first-'))
  for (const role of roles)
    assert.ok(
      first.some((chapter) => chapter.roles.includes(role)),
      role,
    )
  const places = chapters.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'keys' ? [block.place] : [])),
  )
  assert.deepEqual(places.toSorted(), Object.keys(hotkeyPlaces).toSorted())
})

test('a chapter is short enough to be read at the scale', () => {
  for (const chapter of chapters) {
    const words = partsOf(chapter).map((part) => (typeof part === 'string' ? part : 'x'))
    assert.ok(words.join(' ').split(/\s+/).length <= 500, chapter.id)
  }
})

const at = (address: string, title?: string) => {
  const { pathname, search } = new URL(address, 'https://a')
  return chapterFor(chapters, { pathname, search }, title).id
}

test('F1 opens the chapter of the window, else of the tab, else of the screen', () => {
  assert.equal(at('/operator/weight'), 'weighing')
  assert.equal(at('/operator/payments'), 'payment')
  assert.equal(at('/operator/payments?tab=statements&q=1'), 'bank')
  assert.equal(at('/operator/suppliers', 'Новый поставщик'), 'suppliers')
  assert.equal(at('/operator/weight', 'Новый поставщик'), 'suppliers')
  assert.equal(at('/operator', 'Новый пост'), 'equipment')
  assert.equal(at('/operator/weight', 'Талон 261130-003'), 'weighing')
  assert.equal(at('/operator/weight', 'Окно без главы'), 'weighing')
  assert.equal(at('/super/state'), 'platform')
  assert.equal(at('/operator/act/0190b7f0-0000-7000-8000-000000000001'), 'act')
})

const found = (words: string) => searchGuide(chapters, words).map(({ chapter }) => chapter.id)

test('the search finds a word in any of its forms, the chapter about it first', () => {
  assert.equal(stemOf('весовщика'), stemOf('весовщику'))
  assert.equal(found('взвешивания')[0], 'weighing')
  assert.equal(found('первый день кассира')[0], 'first-cashier')
  assert.ok(found('банк вернул деньги').includes('trouble'))
  assert.ok(found('забыл пин-код').includes('trouble'))
  assert.ok(found('сканер').includes('papers'))
  const excerpt = (words: string, id: string) =>
    searchGuide(chapters, words).find(({ chapter }) => chapter.id === id)?.excerpt
  assert.match(excerpt('сломался принтер', 'trouble')!, /напечатайте с другого компьютера/)
  assert.deepEqual(found('электрокардиограмма'), [])
  assert.deepEqual(found('  '), [])
})

const HEAD = '---\ntitle: А\ngroup: Б\n---\n'

test('a form that the guide does not have stops the build', () => {
  const read = (text: string) => readChapter('01-some.md', HEAD + text)
  for (const text of [
    '<b>x</b>',
    '# Заголовок',
    '| a | b |',
    'слово **без пары',
    '[ссылка](a b)',
    '1. шаг\nстрока',
    '```\nкод\n```',
    '![без имени](x.png)',
  ])
    assert.throws(() => read(text), /01-some\.md/, text)
  assert.throws(() => readChapter('01-some.md', 'без головы'), /no head/)
  assert.throws(() => readChapter('01-some.md', '---\ntitle: А\nkind: Б\n---\n'), /unknown line/)
  assert.deepEqual(read('1. **Шаг** `F8`\n   дальше\n2. [там](act)').blocks, [
    {
      kind: 'steps',
      items: [[{ label: 'Шаг' }, ' ', { key: 'F8' }, ' дальше'], [{ to: 'act', text: 'там' }]],
    },
  ])
})
