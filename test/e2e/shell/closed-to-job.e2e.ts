import { expect } from '@playwright/test'
import { enterAs, lead } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'

test.use({ onePage: true })

test('an accountant is offered no scale, and nothing that is refused afterwards @web', async ({
  page,
}) => {
  await enterAs(page, 'buh')
  await page.goto('/operator')
  const menu = page.getByRole('navigation', { name: 'Разделы' })
  await expect(menu.getByRole('link', { name: 'Выплаты', exact: true })).toBeVisible()
  for (const name of ['Взвешивание', 'Ручной ввод', 'Новая выплата'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  for (const address of ['/operator/weight', '/operator/weight1', '/operator/manual']) {
    await lead(page, address)
    await expect(page.getByRole('heading', { name: 'Нет доступа' }), address).toBeVisible()
    await lead(page, '/operator/payments')
    await expect(page.getByRole('heading', { name: 'Выплаты', level: 1 })).toBeVisible()
  }
  // Who weighs has them all.
  await enterAs(page, 'operator')
  await page.goto('/operator/weight')
  await expect(page.getByRole('button', { name: /^Записать въезд/ })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Ручной ввод' })).toBeVisible()
})
