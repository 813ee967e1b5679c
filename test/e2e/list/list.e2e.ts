import { expect } from '@playwright/test'
import { paymentStates } from '#contract/act/act-entities.ts'
import { statusTitles } from '#contract/core/status-titles.ts'
import { userPreferences, type Preference } from '#contract/user/user-preferences.ts'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

test.beforeEach(async ({ page }) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/acts?size=25')
  await expect(page.getByText(/^1–25 из \d+$/)).toBeVisible()
})

test('the menu of a row opens by right click and filters the list by the value under it @screen', async ({
  page,
}) => {
  const table = page.getByRole('grid', { name: 'Акты' })
  const head = await table.getByRole('columnheader').allTextContents()
  const row = table.getByRole('row').filter({ hasText: 'Оплачен' }).first()
  const cell = row.getByRole('gridcell').or(row.locator('td')).nth(head.indexOf('К выплате'))
  const shown = await cell.textContent()
  const [state] = paymentStates.filter((one) => statusTitles.act_payment[one] === shown)
  expect(state, shown!).toBeDefined()
  await cell.click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Действия со строкой' })
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await shot(page, 'row-menu')
  await menu.getByRole('menuitem', { name: 'К выплате: только это значение' }).click()
  await expect(menu).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`payment_state=${state}(&|$)`))
})

test('the menu opens by keys, is used by arrows and returns the focus @web', async ({ page }) => {
  await page.keyboard.press('ArrowDown')
  const table = page.getByRole('grid', { name: 'Акты' })
  await expect(table).toBeFocused()
  await page.keyboard.press('Shift+F10')
  const items = page.getByRole('menu').getByRole('menuitem')
  await expect(items.first()).toBeFocused()
  await expect(items.first()).toHaveText(/Открыть/)
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(items).toHaveCount(0)
  await expect(table).toBeFocused()
  await page.keyboard.press('ContextMenu')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/operator\/act\/[0-9a-f-]{36}$/)
})

test('«Отметки» leaves the acts with a mark that is not of papers, and a reload keeps it @web', async ({
  page,
}) => {
  const total = page.getByText(/^1–\d+ из \d+$/)
  const before = await total.textContent()
  const marks = page.getByRole('combobox', { name: 'Отметки' })
  await marks.click()
  await page.getByRole('option', { name: 'С отметками' }).click()
  await expect(page).toHaveURL(/flag=marked/)
  await expect(total).not.toHaveText(before!)
  const after = (await total.textContent())!
  expect(Number(after.split('из')[1])).toBeLessThan(Number(before!.split('из')[1]))
  await page.reload()
  await expect(marks).toHaveValue('С отметками')
  await expect(total).toHaveText(after)
  // Each of them says on its page which mark it has.
  await page.getByRole('grid', { name: 'Акты' }).locator('tbody tr').first().dblclick()
  await expect(page).toHaveURL(/\/operator\/act\/[0-9a-f-]{36}$/)
  await expect(page.locator('main [data-tone=orange]').first()).toBeVisible()
})

test('Ctrl + A selects the page, and again all rows of the filter @screen', async ({ page }) => {
  const total = Number((await page.getByText(/^1–25 из \d+$/).textContent())!.split('из')[1])
  expect(total).toBeGreaterThan(25)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+KeyA')
  const bar = page.getByRole('toolbar', { name: 'Действия с выбранными' })
  await expect(bar).toContainText('Выбрано: 25 строк')
  await expect(bar.getByRole('button', { name: `Выбрать все ${total} по фильтру` })).toBeVisible()
  await shot(page, 'all-by-filter')
  await page.keyboard.press('Control+KeyA')
  await expect(bar).toContainText(`Выбрано: ${total} стр`)
  const pay = bar.getByRole('button', { name: 'К выплате' })
  await expect(pay).toBeDisabled()
  // A closed button is no wall: the keys reach it, and it says why it is closed.
  await pay.focus()
  await expect(pay).toBeFocused()
  await expect(pay).toHaveAttribute('title', /платить нечего|не больше 200/)
  await bar.getByRole('button', { name: 'Снять выбор' }).click()
  await expect(bar).toHaveCount(0)
})

test('a view keeps filter and columns under a name, with the account @screen', async ({
  page,
  answers,
}) => {
  const stored: Preference[] = []
  answers.give(userPreferences.getPreferences, () => stored)
  answers.give(userPreferences.updatePreference, ({ body: { version = 0, value, ...rest } }) => {
    if (value === null) return null
    const preference = { ...rest, value, version: version + 1 }
    stored.splice(0, 1, preference)
    return preference
  })
  const name = `Мои ПСА ${Date.now()}`
  await page.goto('/operator/acts?kind=psa&sort=number')
  await page.getByRole('button', { name: 'Представления' }).click()
  await page.getByRole('textbox', { name: 'Название представления' }).fill(name)
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/user/updatePreference'))
  await page.keyboard.press('Enter')
  expect((await kept).status()).toBe(200)
  await shot(page, 'views')
  await page.goto('/operator/acts')
  await page.getByRole('button', { name: 'Представления' }).click()
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page).toHaveURL(/kind=psa/)
  await expect(page).toHaveURL(/sort=number/)
  await page.getByRole('button', { name: 'Представления' }).click()
  await page.getByRole('button', { name: `Удалить представление ${name}` }).click()
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
})

test('long sums under a list are shown whole @web', async ({ page }) => {
  const long = { gross_g: 12_345_678_125, net_g: 12_008_520_125 }
  await page.route('**/api/v1/transactions/getList*', async (route) => {
    const answer = await route.fetch()
    const told = await answer.json()
    await route.fulfill({
      response: answer,
      json: { ...told, totals: { ...told.totals, ...long } },
    })
  })
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/operator/transactions')
  const sums = page.locator('tfoot td[data-align]')
  await expect(sums).toHaveText(['12 345,678 т', '12 008,520 т'])
  const cut = await sums.evaluateAll((cells) =>
    cells.filter((cell) => cell.scrollWidth > cell.clientWidth),
  )
  expect(cut).toEqual([])
})

test('one click shows the card beside the list, a double click opens the record and marks no text @screen', async ({
  page,
}) => {
  const row = page.getByRole('grid', { name: 'Акты' }).getByRole('row').nth(2)
  // At the right, where the card takes the place of what was clicked.
  const { x, y, width, height } = (await row.boundingBox())!
  const at = [x + width - 40, y + height / 2] as const
  await page.mouse.dblclick(...at)
  await expect(page).toHaveURL(/\/operator\/act\/[0-9a-f-]{36}$/)
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
  await page.goBack()
  await page.mouse.click(...at)
  const card = page.getByRole('complementary', { name: 'Карточка записи' })
  await expect(card).toBeVisible()
  await expect(page).toHaveURL(/peek=/)
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
})

test('rows are taken by Ctrl + A at once, and the selection says what they come to @screen', async ({
  page,
}) => {
  await page.locator('h1').focus()
  await page.keyboard.press('Control+KeyA')
  const bar = page.getByRole('toolbar', { name: 'Действия с выбранными' })
  await expect(bar).toContainText(/Выбрано: 25\sстрок.*Нетто.*кг.*Сумма.*₽.*К выплате.*₽/)
  await bar.getByRole('button', { name: 'Снять выбор' }).click()
  const search = page.getByRole('searchbox')
  await search.fill('2026')
  await search.press('Control+KeyA')
  await expect(bar).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('2026')
})

test('statuses have their figures, which stay when one is chosen and after a reload @screen', async ({
  page,
}) => {
  await page.goto('/operator/payments?sort=-amount_kop')
  const statuses = page.getByRole('group', { name: 'Статус' })
  const paid = statuses.getByRole('button', { name: /^Оплачена \d+ · [\d\s]+,\d\d\s₽$/ })
  const other = statuses.getByRole('button', { name: /^Отклонена \d+ · / })
  await expect(paid).toBeVisible()
  const before = await other.textContent()
  await paid.click()
  await expect(page).toHaveURL(/status=paid/)
  await expect(other).toHaveText(before!)
  const rows = Number(/\d+/.exec((await paid.textContent())!)![0])
  await expect(page.locator('footer').getByText(new RegExp(`из ${rows}$`))).toBeVisible()
  await page.reload()
  await expect(paid).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('columnheader', { name: 'Сумма' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
})

test('payments begin within 200 px, and an empty list keeps its head whole @screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/operator/payments')
  const row = page.getByRole('row').nth(1)
  await expect(page.getByRole('button', { name: /^Оплачена \d/ })).toBeVisible()
  expect((await row.boundingBox())!.y).toBeLessThanOrEqual(200)
  await page.goto('/operator/reports?q=нет такого отчёта')
  await expect(page.getByText('По этим условиям ничего нет.')).toBeVisible()
  const gap = await page.getByRole('grid').evaluate((table) => {
    const right = (element: Element) => element.getBoundingClientRect().right
    return right(table.closest('div')!) - right(table.querySelector('thead th:last-child')!)
  })
  // Widths are whole pixels.
  expect(Math.abs(gap)).toBeLessThan(5)
})
