import { expect, type Page } from '@playwright/test'
import { price } from '#contract/price/price.ts'
import { product } from '#contract/price/product.ts'
import { assertWithin, promisedSize } from '#test/support/promised-speed.ts'
import { accessibleInBothThemes } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { browserConfig } from '../support/browser-config.ts'
import { keyboardOf } from '../support/hands.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'
import { callAs, setPriceStep } from '../support/price-step.ts'

test.use({ onePage: true })

const ROWS = promisedSize(200, 500)
const COLUMNS = promisedSize(20, 30)
const BLOCK = promisedSize(60, 200)
/** Numbers of products outside the block begin so. */
/** Cells into which a price is typed. */
const TYPED = promisedSize(12, 50)
const AFTER_BLOCK = promisedSize(1, 4)
const SIDE_BY_SIDE = 6

const grid = (page: Page) => page.getByRole('grid', { name: 'Прайс' })
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /Измен|Не цены/ })
const cell = (page: Page, row: number, col: number) => page.locator(`#price-${row}-${col}`)

interface Listed {
  columns: { id: string; title: string }[]
  rows: {
    product: { id: string; kind: string; name: string }
    cells: Record<string, { version: number }>
  }[]
}

let formerStep = 0

const made: { columns: string[]; goods: string[] } = { columns: [], goods: [] }

/** The demo's own list grows: to 500 products by 30 columns, as promised, where speed is measured. */
test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: browserConfig.address })
  formerStep = await setPriceStep(request, 1_000_000)
  const call = await callAs(request, 'manager')
  const list: Listed = await call('GET', price.get.path)
  const add = async (data: object) => {
    const { id }: { id: string } = await call(product.update.method, product.update.path, data)
    made.goods.push(id)
    return id
  }
  for (let i = list.columns.length; i < COLUMNS; i++) {
    const column: { id: string } = await call('PUT', price.updateColumn.path, {
      title: `Колонка ${i + 1}`,
    })
    made.columns.push(column.id)
  }
  const parent_id = await add({ kind: 'group', name: 'Ярмарка' })
  const numbers = Array.from({ length: ROWS - list.rows.length - 1 }, (_, i) => i + 1)
  for (let at = 0; at < numbers.length; at += SIDE_BY_SIDE)
    await Promise.all(
      numbers.slice(at, at + SIDE_BY_SIDE).map((n) =>
        add({
          kind: 'item',
          metal_class: 'none',
          parent_id,
          name: `Товар ${String(n).padStart(3, '0')}`,
        }),
      ),
    )
  await request.dispose()
})

/** Other journeys use the demo as it was. */
test.afterAll(async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: browserConfig.address })
  const call = await callAs(request, 'manager')
  const { method, path } = product.delete
  const [group, ...goods] = made.goods
  for (let at = 0; at < goods.length; at += SIDE_BY_SIDE)
    await Promise.all(
      goods.slice(at, at + SIDE_BY_SIDE).map((id) => call(method, `${path}?id=${id}`)),
    )
  await call(method, `${path}?id=${group}`)
  for (const id of made.columns) await call('DELETE', `${price.deleteColumn.path}?id=${id}`)
  await setPriceStep(request, formerStep)
  await request.dispose()
})

async function open(page: Page, login = 'manager') {
  await enterAs(page, login)
  await page.goto('/operator/price')
  await expect(grid(page)).toBeVisible()
  await expect(cell(page, 1, 0)).toBeVisible()
}

async function judged(page: Page, place: string) {
  await accessibleInBothThemes(page, place)
  await shot(page, `price-${place.split(' ')[0]}-dark`)
}

/** The first row of the fair's products, which are together at the end. */
async function toFair(page: Page) {
  await page.getByRole('searchbox', { name: 'Найти позицию' }).fill('Товар')
  await page.keyboard.press('Enter')
  await expect(grid(page)).toBeFocused()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
}

test(`a block of ${BLOCK} x ${COLUMNS} from Excel settles at once: one request, one undo @web`, async ({
  page,
}) => {
  await open(page)
  await toFair(page)
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/price/updateCell')) writes.push(request.url())
  })
  // As Excel writes it: tabs, CR LF, groups of three by a no-break space, a comma.
  const took = await page.evaluate(
    async ([rows, columns]) => {
      const line = (row: number) =>
        Array.from({ length: columns! }, (_, col) => `${10 + row}\u00a0${100 + col},50`).join('\t')
      const text = Array.from({ length: rows! }, (_, row) => `${line(row)}\r\n`).join('')
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const target = document.activeElement!
      const start = performance.now()
      const event = { clipboardData, bubbles: true, cancelable: true }
      target.dispatchEvent(new ClipboardEvent('paste', event))
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      return performance.now() - start
    },
    [BLOCK, COLUMNS],
  )
  await expect(bar(page)).toContainText(`Изменено: ${(BLOCK * COLUMNS).toLocaleString('ru')} цен`)
  assertWithin(took, 1000, 'a pasted block')
  expect(writes).toEqual([])
  await expect(cell(page, 1, 0)).toHaveText('10\u00a0100,50')

  await page.keyboard.press('Control+KeyZ')
  await expect(bar(page)).toContainText('Изменений нет')
  await page.keyboard.press('Control+KeyY')
  await expect(bar(page)).toContainText(`Изменено: ${(BLOCK * COLUMNS).toLocaleString('ru')} цен`)

  const started = Date.now()
  await page.keyboard.press('Control+KeyS')
  await expect(bar(page)).toContainText('Изменений нет')
  const settled = Date.now() - started
  test.info().annotations.push({ type: 'paste, ms', description: took.toFixed(0) })
  test.info().annotations.push({ type: 'save, ms', description: String(settled) })
  assertWithin(settled, 1000, 'a saved block')
  expect(writes.length).toBe(1)
  await page.reload()
  await toFair(page)
  await expect(cell(page, 1, 0)).toHaveText('10\u00a0100,50')
})

test(`777,55 typed with 5 ms between keys into ${TYPED} cells is exact @web`, async ({ page }) => {
  await open(page)
  await toFair(page)
  await page.keyboard.press('ArrowRight')
  for (let i = 0; i < TYPED; i++) {
    await page.keyboard.type('777,55', { delay: 5 })
    await page.keyboard.press('Enter')
  }
  await expect(bar(page)).toContainText(`Изменено: ${TYPED} цен`)
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowRight')
  for (let i = 1; i <= TYPED; i++) {
    await page.keyboard.press('ArrowDown')
    await expect(cell(page, i, 1)).toHaveText('777,55')
  }
})

test('a price of hundreds of millions is shown whole @web', async ({ page }) => {
  await open(page)
  await toFair(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('987654321,55')
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 1)).toHaveText('987\u00a0654\u00a0321,55')
  const [whole, seen] = await cell(page, 1, 1).evaluate((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    return [range.getBoundingClientRect().left, one.getBoundingClientRect().left]
  })
  expect(whole).toBeGreaterThanOrEqual(seen)
})

test(`a grid of ${ROWS} x ${COLUMNS} scrolls without dropped input @web`, async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+KeyF')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Home')
  const box = (await grid(page).boundingBox())!
  await page.mouse.move(box.x + 600, box.y + 200)
  const pressed = 120
  for (let i = 0; i < pressed; i++) {
    await page.keyboard.press('ArrowDown')
    if (i % 4 === 0) await page.mouse.wheel(0, 160)
  }
  const active = () => grid(page).getAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowDown')
  await expect.poll(active).toMatch(new RegExp(`^price-${pressed + 1}-0`))
  await page.keyboard.press('Control+End')
  await expect.poll(active).toMatch(new RegExp(`^price-\\d+-${COLUMNS - 1}$`))
  await expect(cell(page, Number((await active())!.split('-')[1]), COLUMNS - 1)).toBeInViewport()
})

test('prices are edited by keys alone, without a serious accessibility fault @axe @web', async ({
  page,
}) => {
  const hands = await keyboardOf(page)
  await open(page)
  await hands.press('Control+KeyF')
  await hands.type(`Товар ${AFTER_BLOCK}`)
  await hands.press('Enter')
  await hands.press('Control+Home')
  await hands.press('ArrowDown')
  await hands.press('End')
  await hands.type('18500,5')
  await hands.press('Enter')
  // Fill down, take it back, do it again.
  await hands.press('ArrowUp')
  await hands.press('Shift+ArrowDown', 3)
  await hands.press('Control+KeyD')
  await expect(cell(page, 4, COLUMNS - 1)).toHaveText('18\u00a0500,50')
  await hands.press('Control+KeyZ')
  await expect(cell(page, 4, COLUMNS - 1)).toHaveText('')
  await hands.press('Control+KeyY')
  await hands.press('Delete')
  await hands.press('Control+KeyZ')
  await expect(bar(page)).toContainText('Изменено: 4 цены')
  // F2 keeps the present text and adds to it; a text that is no price stays red and is not sent.
  await hands.press('F2')
  await hands.press('Backspace')
  await hands.press('Tab')
  await hands.press('F2')
  await hands.press('End')
  await hands.type('x')
  await hands.press('Enter')
  await expect(cell(page, 4, COLUMNS - 1)).toHaveAttribute('aria-invalid', 'true')
  await shot(page, 'price-edited')
  await judged(page, 'edited grid')
  await hands.press('Control+KeyS')
  await expect(bar(page)).not.toContainText('Изменено')
  await expect(bar(page)).toContainText('Не цены: 1 ячейка останется')
  await hands.press('ArrowUp', 2)
  await hands.press('F4')
  const history = page.getByRole('dialog')
  await expect(history.getByRole('cell', { name: 'Правка' }).first()).toBeVisible()
  await shot(page, 'price-history')
  await judged(page, 'history')
  await hands.press('Escape')
  await hands.press('Control+KeyF')
  expect(hands.pointer).toEqual([])
})
