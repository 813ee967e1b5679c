import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productFields } from '#contract/price/product-record.ts'
import type { Product } from '#contract/price/product.ts'
import { startValues } from '#contract/record/record-field.ts'
import { lineByStart, linesOf, type View } from './catalogue-lines.ts'
import {
  dropOn,
  endPlace,
  homesOf,
  inPlace,
  outPlace,
  stepPlace,
  type Zone,
} from './catalogue-moves.ts'

/** What the place of a node does not depend on. */
const PLAIN = {
  ...startValues(productFields),
  used: false,
  version: 1,
} as const

/** A line of the sketch is a node: two spaces a level, `+` a group, `x` an archived one. */
function sketch(text: string): Product[] {
  const path: string[] = []
  return text
    .trim()
    .split('\n')
    .map((line, order) => {
      const [, gap, sign, name] = /^( *)([+x-]+) (.*)$/.exec(line.replace(/^ {4}/, ''))!
      const depth = gap!.length / 2 + 1
      path[depth] = name!
      return {
        ...PLAIN,
        id: name!,
        name: name!,
        parent_id: depth === 1 ? null : path[depth - 1]!,
        depth,
        order,
        kind: sign!.includes('+') ? 'group' : 'item',
        status: sign!.includes('x') ? 'archived' : 'active',
      }
    })
}

const nodes = sketch(`+ Чёрный
      - 3А
      x- Старая
      - 5А
    + Цветной
      + Медь
        - Блеск
      - Латунь
    - Картон`)
const all: View = { closed: new Set(), archived: false, words: '' }
const lines = linesOf(nodes, all)
const names = (list: { node: Product }[]) => list.map(({ node }) => node.name).join(' ')
const lineOf = (name: string) => lines.find(({ node }) => node.name === name)!
const drop = (id: string, over: string, zone: Zone) => dropOn(nodes, id, lineOf(over), zone)

test('archived nodes are hidden, closed groups hide what is in them, a search opens them', () => {
  assert.equal(names(lines), 'Чёрный 3А 5А Цветной Медь Блеск Латунь Картон')
  const closed = { ...all, closed: new Set(['Цветной']) }
  assert.equal(names(linesOf(nodes, closed)), 'Чёрный 3А 5А Цветной Картон')
  assert.equal(names(linesOf(nodes, { ...closed, words: 'БЛЕ' })), 'Цветной Медь Блеск')
  assert.equal(names(linesOf(nodes, { ...all, archived: true, words: 'стар' })), 'Чёрный Старая')
  const { place, siblings, open } = lineOf('5А')
  assert.deepEqual([place, siblings, open], [2, 2, undefined])
})

test('typing selects the next row that begins with the text, and wraps around', () => {
  const at = (name: string) => lines.indexOf(lineOf(name))
  assert.equal(lineByStart(lines, at('Цветной'), 'ц')!.node.name, 'Цветной')
  assert.equal(lineByStart(lines, -1, 'М')!.node.name, 'Медь')
  assert.equal(lineByStart(lines, at('Медь'), 'ме')!.node.name, 'Медь')
  assert.equal(lineByStart(lines, at('Картон'), 'л')!.node.name, 'Латунь')
  assert.equal(lineByStart(lines, 0, 'щ'), undefined)
})

test('a dropped node goes before, into or after a row, counted without itself', () => {
  assert.deepEqual(drop('Картон', '3А', 'before'), { place: { parentId: 'Чёрный', position: 0 } })
  assert.deepEqual(drop('Картон', '5А', 'after'), { place: { parentId: 'Чёрный', position: 3 } })
  assert.deepEqual(drop('3А', '5А', 'after'), { place: { parentId: 'Чёрный', position: 2 } })
  assert.deepEqual(drop('3А', 'Медь', 'into'), { place: { parentId: 'Медь', position: 1 } })
  assert.deepEqual(drop('Картон', 'Медь', 'after'), { place: { parentId: 'Медь', position: 0 } })
  assert.deepEqual(endPlace(nodes, 'Медь'), { place: { parentId: null, position: 3 } })
})

test('an impossible move is refused before the drop, and one without effect does nothing', () => {
  assert.deepEqual(drop('Цветной', 'Медь', 'into'), {
    refusal: 'Группу нельзя вложить в саму себя',
  })
  assert.deepEqual(drop('Цветной', 'Блеск', 'before'), {
    refusal: 'Группу нельзя вложить в саму себя',
  })
  assert.match((drop('3А', 'Картон', 'into') as { refusal: string }).refusal, /^Это позиция/)
  assert.equal(drop('Картон', 'Картон', 'before'), undefined)
  assert.equal(drop('Латунь', 'Цветной', 'into'), undefined)
  assert.equal(endPlace(nodes, 'Картон'), undefined)
  const deep = sketch(`+ 1
      + 2
        + 3
          + 4
            - 5
    + а
      - б`)
  const over = linesOf(deep, all)[3]!
  assert.match(String(Object.values(dropOn(deep, 'а', over, 'into')!)), /^Слишком глубоко/)
  assert.ok('place' in dropOn(deep, 'б', over, 'into')!)
})

test('moves by keys skip hidden rows and stop at the edges', () => {
  assert.deepEqual(stepPlace(nodes, lines, '3А', 1), { parentId: 'Чёрный', position: 2 })
  assert.deepEqual(stepPlace(nodes, lines, '5А', -1), { parentId: 'Чёрный', position: 0 })
  assert.equal(stepPlace(nodes, lines, '3А', -1), undefined)
  assert.equal(stepPlace(nodes, lines, 'Картон', 1), undefined)
})

test('a move inwards goes into the group above, a move outwards right below the group', () => {
  assert.deepEqual(inPlace(nodes, lines, 'Латунь'), { place: { parentId: 'Медь', position: 1 } })
  assert.match(String(Object.values(inPlace(nodes, lines, '5А')!)), /«3А» — позиция/)
  assert.equal(inPlace(nodes, lines, 'Чёрный'), undefined)
  assert.deepEqual(outPlace(nodes, 'Блеск'), { parentId: 'Цветной', position: 1 })
  assert.equal(outPlace(nodes, 'Картон'), undefined)
})

test('a node may be put into any other active group, and an impossible group has its reason', () => {
  const told = homesOf(nodes, 'Цветной').map(({ path, verdict }) => [
    path.join('/'),
    'place' in verdict ? verdict.place.position : verdict.refusal,
  ])
  assert.deepEqual(told, [
    ['Чёрный', 3],
    ['Цветной', 'Группу нельзя вложить в саму себя'],
    ['Цветной/Медь', 'Группу нельзя вложить в саму себя'],
  ])
  assert.deepEqual(
    homesOf(nodes, 'Блеск').map(({ parentId }) => parentId),
    [null, 'Чёрный', 'Цветной'],
  )
})
