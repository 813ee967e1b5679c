import { expect, type APIRequestContext } from '@playwright/test'
import { accessible } from '../support/access.ts'
import { tokenOf } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot, signIn } from '../support/page.ts'

const PASSWORD = 'гараж-сирень-самовар-42'

/** An owner of the second company of the demo, who signs in with a password. */
async function addOwner(request: APIRequestContext): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(request, 'super')}` }
  const found = await request.get('/api/v1/company/superGetCompaniesList?filter={}', { headers })
  expect(found.status(), await found.text()).toBe(200)
  const { items } = (await found.json()) as { items: { id: string; name: string }[] }
  const company = items.find(({ name }) => name.includes('ЭкоСырьё'))!
  const login = `owner-${Date.now()}`
  const data = {
    login,
    full_name: 'Вершинин Николай Андреевич',
    company_id: company.id,
    role: 'USER',
    roles: ['OWNER'],
  }
  const made = await request.post('/api/v1/user/createUser', { headers, data })
  expect(made.status(), await made.text()).toBe(200)
  const { id } = (await made.json()) as { id: string }
  const links = await request.post('/api/v1/user/sendSetOfTemporaryLink', {
    headers,
    data: { user_ids: [id] },
  })
  const [{ url }] = (await links.json()) as [{ url: string }]
  const set = { token: url.split('#')[1]!, password: PASSWORD }
  await request.post('/api/v1/auth/updatePasswordWithTempLink', { data: set })
  return login
}

test('an owner adds a second company, sees both days together, goes there and back, and takes it away @web', async ({
  page,
}) => {
  const login = await addOwner(page.request)
  await signIn(page, 'owner')
  await page.goto('/account')
  const mine = page.getByRole('region', { name: 'Мои компании' })
  await expect(mine).toContainText('Других компаний пока нет')
  await mine.getByRole('button', { name: 'Добавить компанию' }).click()
  const form = page.getByRole('dialog', { name: 'Добавить свою компанию' })
  await form.getByRole('textbox', { name: 'Логин' }).fill(login)
  await form.getByLabel('Пароль', { exact: true }).fill('не тот пароль')
  await form.getByRole('button', { name: 'Добавить' }).click()
  await expect(form).toContainText('Неверный логин или пароль')
  await form.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await accessible(page, 'own company')
  await shot(page, 'own-company-form')
  await form.getByRole('button', { name: 'Добавить' }).click()
  await expectToast(page, 'Компания добавлена')
  await expect(mine).toContainText('ЭкоСырьё')
  await shot(page, 'own-companies')
  await page.goto('/operator')
  const days = page.getByRole('table', { name: 'Мои компании' })
  await expect(days.getByRole('row')).toHaveCount(4)
  await expect(days.getByRole('row').nth(1)).toContainText('Вторметалл-Юг')
  await expect(days.getByRole('row').nth(3)).toContainText('Вместе')
  await accessible(page, 'own days')
  await shot(page, 'own-days')
  await phoneShot(page, 'own-days-phone')
  await days.getByRole('button', { name: /ЭкоСырьё/ }).click()
  await expect(page.getByRole('banner')).toContainText('ЭкоСырьё')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Обзор компании')
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  // Their day's table names the companies, too, as soon as it has come.
  const menu = page.getByRole('dialog', { name: /Меню пользователя/ })
  await menu.getByRole('button', { name: /Вторметалл-Юг/ }).click()
  await expect(page.getByRole('banner')).toContainText('Вторметалл-Юг')
  await page.goto('/account')
  await mine.getByRole('button', { name: 'Убрать' }).click()
  await page
    .getByRole('dialog', { name: /^Убрать/ })
    .getByRole('button', { name: 'Убрать' })
    .click()
  await expectToast(page, 'Компания убрана')
  await page.goto('/operator')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Обзор компании')
  await expect(days).toHaveCount(0)
})
