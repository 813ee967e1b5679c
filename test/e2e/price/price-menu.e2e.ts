import { expect, type Page } from '@playwright/test'
import type { CallResult } from '#contract/core/call.ts'
import { price } from '#contract/price/price.ts'
import { enterAs } from '../support/addresses.ts'
import { holdBack } from '../support/answers.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'
import { isOverAnswers } from '../support/screens/over-answers.ts'
import { callAs } from '../support/price-step.ts'

test.use({ onePage: true })

type Listed = CallResult<typeof price.get>

const cell = (page: Page, row: number, col: number) => page.locator(`#price-${row}-${col}`)
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /Измен|Не цены/ })
const menu = (page: Page) => page.getByRole('menu', { name: 'Действия с ценами' })

async function open(page: Page): Promise<void> {
  await page.goto('/operator/price')
  await expect(cell(page, 1, 0)).toBeVisible()
}

test('the menu copies and pastes the selection, by mouse and by keys @web', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(page, 'manager')
  await open(page)
  const [first, second] = [
    await cell(page, 1, 0).textContent(),
    await cell(page, 2, 0).textContent(),
  ]
  await cell(page, 1, 0).click()
  await cell(page, 2, 0).click({ modifiers: ['Shift'] })
  await cell(page, 2, 0).click({ button: 'right' })
  await shot(page, 'price-menu')
  await menu(page).getByRole('menuitem', { name: 'Скопировать' }).click()
  await expect(menu(page)).toBeHidden()
  // A press beside the selection starts a new one.
  await cell(page, 4, 0).click({ button: 'right' })
  await menu(page).getByRole('menuitem', { name: 'Вставить' }).click()
  await expect(cell(page, 4, 0)).toHaveText(first!)
  await expect(cell(page, 5, 0)).toHaveText(second!)
  await page.keyboard.press('Control+KeyZ')
  await expect(bar(page)).toContainText('Изменений нет')
  await page.keyboard.press('Shift+F10')
  await expect(menu(page).getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid', { name: 'Прайс' })).toBeFocused()
})

test('texts that are no prices are not counted as changed prices @screen', async ({ page }) => {
  await enterAs(page, 'manager')
  await open(page)
  await cell(page, 1, 0).click()
  await page.keyboard.type('q1')
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('Не цены: 1 ячейка останется')
  await expect(bar(page)).not.toContainText('Изменено')
})

test('leaving offers to save, and continues when every price was saved @web', async ({ page }) => {
  await enterAs(page, 'manager')
  await open(page)
  const stood = (await cell(page, 1, 0).textContent())!
  const moved = `${stood.slice(0, -2)}${stood.endsWith('77') ? '78' : '77'}`
  for (const value of [moved, stood]) {
    await cell(page, 1, 0).click()
    await page.keyboard.type(value.replaceAll(/[^\d,]/g, ''))
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Номенклатура' }).click()
    const question = page.getByRole('dialog', { name: 'Есть несохранённые изменения' })
    await question.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await expect(page).toHaveURL(/\/operator\/product/)
    await open(page)
    await expect(cell(page, 1, 0)).toHaveText(value)
  }
})

test('the grid appears together with the right to change it, so that the first key of a price is not lost @screen', async ({
  page,
}) => {
  const letGo = await holdBack(page, '**/api/v1/company/getStart')
  await enterAs(page, 'manager')
  const prices = page.waitForResponse('**/api/v1/price/getPrice*')
  await page.goto('/operator/price')
  // Through the whole product a document waits for the rights before it opens any screen.
  if (isOverAnswers(test.info())) {
    await (await prices).finished()
    await expect(page.getByRole('heading', { level: 1, name: 'Прайс' })).toBeVisible()
  } else await expect(page.getByText('Приёмка загружается…')).toBeVisible()
  // Two pictures of the screen after the answer: what it brings would be seen.
  await page.evaluate(
    () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
  )
  expect(await cell(page, 1, 0).count()).toBe(0)
  letGo()
  await cell(page, 1, 0).click()
  await page.keyboard.type('q1')
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 0)).toContainText('q1')
})

test('of two concurrent edits of a price the second is asked about @screen', async ({
  page,
  answers,
}) => {
  answers.letThrough(price.updateCell)
  // The screen hears nothing of the other one before it saves.
  await holdBack(page, '**/api/v1/live/stream*')
  await enterAs(page, 'manager')
  await open(page)
  const edited = cell(page, 1, 0)
  const stood = (await edited.textContent())!
  // So near to the former one that no second person is asked for.
  const [mine, theirs] = ['41', '42', '43']
    .filter((end) => !stood.endsWith(end))
    .map((end) => `${stood.slice(0, -2)}${end}`) as [string, string]
  await edited.click()
  await page.keyboard.type(mine.replaceAll(/[^\d,]/g, ''))
  await page.keyboard.press('Enter')
  const call = await callAs(page.request, 'manager')
  const change = async (text: string) => {
    const { columns, rows }: Listed = await call('GET', price.get.path)
    const [column] = columns
    const { product, cells } = rows[1]!
    const { price_kop, version } = cells[column!.id]!
    const place = { product_id: product.id, column_id: column!.id }
    const sent = { ...place, price_kop: Number(text.replaceAll(/\D/g, '')), version }
    await call(price.updateCell.method, price.updateCell.path, sent)
    return price_kop
  }
  expect(await change(theirs)).toBe(Number(stood.replaceAll(/\D/g, '')))
  await page.keyboard.press('Control+KeyS')
  const conflict = page.getByRole('button', { name: /Изменены другим: 1/ })
  await conflict.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row').nth(1)).toContainText(mine)
  await expect(dialog.getByRole('row').nth(1)).toContainText(theirs)
  await shot(page, 'price-conflict')
  await dialog.getByRole('button', { name: 'Оставить мои' }).click()
  await expect(conflict).toHaveCount(0)
  await page.keyboard.press('Control+KeyS')
  await expect(bar(page)).toContainText('Изменений нет')
  expect(await change(stood)).toBe(Number(mine.replaceAll(/\D/g, '')))
})
