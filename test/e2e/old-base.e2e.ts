import { expect } from '@playwright/test'
import { enterAs } from './addresses.ts'
import { test } from './held-page.ts'
import { shot } from './page.ts'

test('sellers of the old base are found, previewed, copied and told of by keys alone', async ({
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

test('an operator without the right is not offered the old base', async ({ page }) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/search_supplier')
  await expect(page.getByRole('button', { name: 'Новый поставщик' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Старая база' })).toHaveCount(0)
})
