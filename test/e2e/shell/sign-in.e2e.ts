import { expect } from '@playwright/test'
import { test } from '../support/held-page.ts'
import { shot, signIn } from '../support/page.ts'

test.use({ onePage: true })

test('an operator signs in, signs out, and a wrong password keeps the login', async ({ page }) => {
  await page.goto('/')
  await shot(page, '01-home')
  await page.getByLabel('Логин').fill('operator')
  await page.getByLabel('Пароль', { exact: true }).fill('wrong password here')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByText(/Неверный логин или пароль/)).toBeVisible()
  await expect(page.getByLabel('Логин')).toHaveValue('operator')
  await signIn(page, 'operator')
  await expect(page).toHaveURL(/\/operator$/)
  await expect(page.locator('h1')).toBeVisible()
  await shot(page, '02-operator')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/operator/acts')
  await expect(page).toHaveURL(/\/\?path=%2Foperator%2Facts|\/\?path=\/operator\/acts/)
})

test("super sees the platform, and an operator's address redirects to its home @screen", async ({
  page,
}) => {
  await signIn(page, 'super')
  await expect(page).toHaveURL(/\/super$/)
  await shot(page, '03-super')
  await page.goto('/super/companies')
  await expect(page.getByText('Вторметалл-Юг').first()).toBeVisible()
  await shot(page, '04-companies')
})

const FOREIGN = [
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/api/v1/auth/logout',
  '/nope',
]

test('the path query opens only declared screens @web', async ({ page }) => {
  await signIn(page, 'operator')
  await page.goto('/?path=/operator/suppliers&mode=create')
  await expect(page).toHaveURL(/\/operator\/suppliers\?.*mode=create|\/operator\/suppliers/)
  for (const bad of FOREIGN) {
    await page.goto(`/?path=${encodeURIComponent(bad)}`)
    await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/operator/)
  }
})
