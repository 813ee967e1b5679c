import { expect } from '@playwright/test'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

test('suppliers of the old base are found, previewed and copied by keys alone @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  await page.goto('/operator/suppliers')
  await page.getByRole('button', { name: 'Старая база' }).click()
  const dialog = page.getByRole('dialog', { name: 'Старая база' })
  await expect(dialog.getByLabel('Кого ищем в старой базе')).toBeFocused()
  await page.keyboard.type('воронцов')
  await expect(dialog.getByRole('status')).toHaveText(/^Найдено \d+\sзапис/)
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  const rows = dialog.getByRole('row')
  const found = (await rows.count()) - 1
  expect(found).toBeGreaterThan(3)
  await shot(page, 'old-base-found')
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Выбрать всех')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('button', { name: `Перенести ${found}` })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('status')).toHaveText(/^Итог: .*создано\s\d+/)
  await shot(page, 'old-base-outcomes')
  await dialog.getByRole('button', { name: 'Искать ещё' }).click()
  await expect(
    dialog.getByRole('button', { name: 'Уже перенесён: карточка' }).first(),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Перенести', exact: true })).toBeDisabled()
  await shot(page, 'old-base-copied')
  await dialog.getByRole('button', { name: 'Уже перенесён: карточка' }).first().click()
  await expect(
    page
      .getByRole('dialog')
      .last()
      .getByText(/Воронцов/i)
      .first(),
  ).toBeVisible()
})

test('an operator without the right is not offered the old base @screen', async ({ page }) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/search_supplier')
  await expect(page.getByRole('button', { name: 'Новый поставщик' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Старая база' })).toHaveCount(0)
})

test('waiting, the message of the deadline and unread rows are shown and reached by keys @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  await page.goto('/operator/suppliers')
  const letGo = Promise.withResolvers<void>()
  const message = 'Старая база не отвечает: нет ответа за 5 с. Повторите позже'
  await page.route('**/test/findOldSuppliers*', async (route) => {
    await letGo.promise
    await route.fulfill({ status: 503, json: { code: 'import.unavailable', message } })
  })
  await page.getByRole('button', { name: 'Старая база' }).click()
  const dialog = page.getByRole('dialog', { name: 'Старая база' })
  await expect(dialog.getByLabel('Кого ищем в старой базе')).toBeFocused()
  await page.keyboard.type('воронцов')
  await expect(dialog.getByRole('status')).toHaveText(/^Ищем в старой базе/)
  letGo.resolve()
  await expect(dialog.getByText(message)).toBeVisible()
  await shot(page, 'old-base-late')
  await page.unroute('**/test/findOldSuppliers*')
  await page.route('**/test/findOldSuppliers*', async (route) => {
    const response = await route.fetch()
    const unread = { total: 21, rows: [{ line: 17, reason: 'в строке нулевые байты' }] }
    await route.fulfill({ response, json: { ...(await response.json()), unread } })
  })
  await page.keyboard.type(' ')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  const summary = dialog.getByText(/не прочитано 21\sстрока/)
  await expect(summary).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Строка 17: в строке нулевые байты')).toBeVisible()
  await expect(dialog.getByText('и ещё 20')).toBeVisible()
  await shot(page, 'old-base-unread')
})
