import { expect } from '@playwright/test'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

test('super finds companies and people by the palette and opens one @screen', async ({ page }) => {
  await enterAs(page, 'super')
  await page.goto('/super')
  // The empty page between two screens has a heading as well, and no keys.
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible()
  await page.keyboard.press('Control+KeyK')
  const palette = page.getByRole('dialog', { name: 'Найти или сделать' })
  const field = palette.getByRole('combobox')
  await field.fill('operator')
  await expect(palette.getByText('Люди', { exact: true })).toBeVisible()
  await field.fill('Вторметалл')
  await expect(palette.getByText('Компании', { exact: true })).toBeVisible()
  await shot(page, 'palette-super')
  await palette
    .getByRole('option', { name: /Вторметалл/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/super\/companies\?id=[0-9a-f-]{36}/)
  await expect(page.getByRole('complementary', { name: 'Карточка записи' })).toContainText('ИНН')
})
