import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CallInput } from '#contract/core/call.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'

type Filter = NonNullable<CallInput<typeof supplier.getAll>['query']['filter']>

const world = await openWorld()
after(() => world.close())
const { own } = world
const NAMES = [
  ['Морозов', 'Андрей', 'Иванович'],
  ['Морозова', 'Анна', 'Петровна'],
  ['Авдеев', 'Пётр', 'Морозович'],
  ['Ямщиков', 'Морозко', null],
  ['Мороз', 'Иван', 'Ильич'],
  ['Морозов', 'Андрей', 'Иванович'],
  ['Орлов', 'Павел', null],
] as const
const made: { id: string; text: string }[] = []
for (const [last_name, first_name, middle_name] of NAMES) {
  const { id, name } = await addSupplier(own, { last_name, first_name, middle_name })
  made.push({ id, text: name.toLowerCase().replaceAll('ё', 'е') })
}

test('a part of a name is found at any place of the name, in the order of names, on every page', async () => {
  for (const search of ['мороз', 'морозов', 'орозо', 'Морозов А', 'ович', 'орл', 'мор%', 'зззз'])
    for (const way of ['asc', 'desc'] as const) {
      const expected = made
        .filter(({ text }) => text.includes(search.toLowerCase()))
        .toSorted((a, b) => {
          const [x, y] = [`${a.text}\u{0}${a.id}`, `${b.text}\u{0}${b.id}`]
          return x < y ? -1 : 1
        })
      if (way === 'desc') expected.reverse()
      const found: { id: string }[] = []
      for (let offset = 0; offset <= expected.length; offset += 2) {
        const filter: Filter = { search, sort: [['name', way]], limit: 2, offset, with: ['rows'] }
        found.push(...(await own.operator.api.send(supplier.getAll, { query: { filter } })).items)
      }
      assert.deepEqual(
        found.map(({ id }) => id),
        expected.map(({ id }) => id),
        `${search} ${way}`,
      )
    }
})
