import { expect, type Page } from '@playwright/test'
import { test } from '../support/held-page.ts'
import { signIn } from '../support/page.ts'

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name, exact: true })
const matter = (page: Page, name: RegExp) => page.locator('main').getByText(name)

test('a weigher is shown the yard, and of the money neither an entry nor a matter @web', async ({
  page,
}) => {
  await signIn(page, 'weigher')
  await expect(entry(page, 'Ручной ввод')).toBeVisible()
  for (const name of ['Новая выплата', 'Деньги', 'Журнал изменений', 'Сотрудники'])
    await expect(entry(page, name), name).toHaveCount(0)
  await expect(matter(page, /На территории/).first()).toBeVisible()
  await expect(matter(page, /Выплаты ждут отправки|К выплате/)).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Быстрые действия' })).toHaveCount(0)
})

test('an accountant opens the journal and the statements of the bank, and prepares no payment @web', async ({
  page,
}) => {
  await signIn(page, 'buh')
  await expect(entry(page, 'Ручной ввод')).toHaveCount(0)
  await expect(entry(page, 'Новая выплата')).toHaveCount(0)
  await entry(page, 'Журнал изменений').click()
  await expect(page.getByRole('heading', { name: 'Журнал изменений' })).toBeVisible()
  await expect(page.getByText('Нет доступа')).toHaveCount(0)
  await page.goto('/operator/payments?tab=statements')
  await expect(page.getByRole('button', { name: 'Загрузить выписку' })).toBeVisible()
})
