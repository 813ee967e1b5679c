import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { tokenOf } from '../support/addresses.ts'
import { shot } from '../support/page.ts'

export const PASSWORD = 'gruzovik veter kirpich'
const PHONE = { width: 390, height: 844 }

export interface Person {
  id: string
  login: string
}

/** A super administrator of this journey alone: nobody else is asked for codes. */
export async function addSuper(request: APIRequestContext): Promise<Person> {
  const headers = { authorization: `Bearer ${await tokenOf(request, 'super')}` }
  const login = `chief-${Date.now().toString(36)}`
  const data = { login, full_name: 'Соколова Анна Юрьевна', role: 'SUPERVISOR', roles: [] }
  const made = await request.post('/api/v1/user/createUser', { headers, data })
  expect(made.status(), await made.text()).toBe(200)
  const { id } = (await made.json()) as Person
  const sent = await request.post('/api/v1/user/sendSetOfTemporaryLink', {
    headers,
    data: { user_ids: [id] },
  })
  const [{ url }] = (await sent.json()) as [{ url: string }]
  const set = await request.post('/api/v1/auth/updatePasswordWithTempLink', {
    data: { token: url.split('#')[1], password: PASSWORD },
  })
  expect(set.status(), await set.text()).toBe(200)
  return { id, login }
}

export async function givePassword(page: Page, login: string): Promise<void> {
  await page.goto('/')
  await givePasswordHere(page, login)
}

export async function givePasswordHere(page: Page, login: string): Promise<void> {
  await page.getByLabel('Логин').fill(login)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
}

export async function shotOnPhone(page: Page, name: string): Promise<void> {
  await shot(page, name)
  await page.setViewportSize(PHONE)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide, `${name} fits a phone`).toBeLessThanOrEqual(PHONE.width)
  await shotAsIs(page, `${name}-390`)
  await page.setViewportSize({ width: 1366, height: 768 })
}

async function shotAsIs(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
