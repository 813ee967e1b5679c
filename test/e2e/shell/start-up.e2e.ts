import { expect, type Page, type Request, type Route } from '@playwright/test'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'

test.use({ onePage: true, loadsDocuments: true })

const VALIDATE = '**/api/v1/auth/validateJWT'
const MODULES = '**/api/v1/modules/getModuleList'
const BUSY = { code: 'common.too-many', message: 'Слишком много запросов. Подождите немного' }

/** The calls of the start in the order in which they left. */
function startCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/api\/v1\/(.+)$/.exec(new URL(request.url()).pathname) ?? []
    if (name) calls.push(name)
  })
  return calls
}

test('without a token no call is sent and sign-in is at the root @screen', async ({ page }) => {
  const calls = startCalls(page)
  await page.goto('/')
  await expect(page.getByLabel('Логин')).toBeVisible()
  expect(calls).toEqual([])
})

test('an operator is validated and gets his modules before the path with the rest of the query opens @screen', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  const calls = startCalls(page)
  await page.goto('/?path=/operator/acts&status=issued&size=100')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Акты')
  const { pathname, searchParams } = new URL(page.url())
  expect(pathname).toBe('/operator/acts')
  expect(Object.fromEntries(searchParams)).toEqual({ status: 'issued', size: '100' })
  expect(calls[0]).toBe('auth/validateJWT')
  expect(calls.indexOf('modules/getModuleList')).toBe(1)
  expect(calls.indexOf('act/getAllActs')).toBeGreaterThan(1)
})

test('a super administrator is sent from the root to his area, without a call for modules @screen', async ({
  page,
}) => {
  await enterAs(page, 'super')
  const calls = startCalls(page)
  await page.goto('/')
  await expect(page).toHaveURL(/\/super$/)
  expect(calls[0]).toBe('auth/validateJWT')
  expect(calls).not.toContain('modules/getModuleList')
})

test('an operator is sent to his area only from the root @screen', async ({ page }) => {
  await enterAs(page, 'operator')
  await page.goto('/')
  await expect(page).toHaveURL(/\/operator$/)
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Учётная запись')
})

test('a refused token is dropped without a toast, the wanted address is kept @screen', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('jwt', 'no-such-token'))
  await page.goto('/operator/acts')
  await expect(page.getByLabel('Логин')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(new URL(page.url()).searchParams.get('path')).toBe('/operator/acts')
})

for (const { role, path, row } of [
  { role: 'operator', path: '/operator', row: '[data-section]' },
  { role: 'operator', path: '/operator/acts', row: 'tbody tr' },
  { role: 'super', path: '/super', row: 'main section' },
  { role: 'super', path: '/super/companies', row: 'tbody tr' },
])
  test(`nothing is asked for twice while ${path} opens @web`, async ({ page }) => {
    await enterAs(page, role)
    // What others change meanwhile is rightly read again.
    await page.route('**/api/v1/live/stream*', () => undefined)
    const asked: string[] = []
    const open = new Set<Request>()
    page.on('request', (request) => {
      if (!/\/api\/v1\/(?!live\/)/.test(request.url())) return
      asked.push(`${request.method()} ${request.url()} ${request.postData()}`)
      open.add(request)
    })
    const close = (request: Request) => void open.delete(request)
    page.on('requestfinished', close)
    page.on('requestfailed', close)
    await page.goto(path)
    await expect(page.locator(row).first()).toBeVisible()
    // Counts of the navigation come behind the screen.
    await expect.poll(() => asked.length > 4 && open.size === 0).toBe(true)
    expect(asked.filter((one, place) => asked.indexOf(one) !== place)).toEqual([])
  })

for (const [what, words, answer] of [
  ['without a connection', 'Нет связи с сервером', (one) => one.abort('connectionrefused')],
  ['of a busy server', 'Сервер занят', (one) => one.fulfill({ status: 429, json: BUSY })],
] as const satisfies [string, string, (route: Route) => Promise<void>][])
  test(`a start ${what} keeps the token, says what it waits for, and goes on by itself @screen`, async ({
    page,
  }) => {
    await enterAs(page, 'operator')
    for (const call of [VALIDATE, MODULES]) {
      await page.route(call, answer)
      await page.goto('/operator/acts')
      const waits = page.getByText(`${words}, пробуем ещё раз… Вы остаётесь в системе.`)
      await expect(waits).toBeVisible()
      await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeTruthy()
      await page.unroute(call)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Акты')
    }
  })

test('a start that is refused for good shows the message of the server @screen', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  const json = { code: 'common.internal', message: 'Внутренняя ошибка. Попробуйте ещё раз' }
  for (const call of [VALIDATE, MODULES]) {
    await page.route(call, (route) => route.fulfill({ status: 500, json }))
    await page.goto(call === VALIDATE ? '/' : '/operator/acts')
    const shown = page.getByText(`${json.message}. Вы остаётесь в системе`, { exact: false })
    await expect(shown).toBeVisible()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(shown).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('a section whose module is off redirects to the workplace with a message @screen', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.route(MODULES, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { modules: string[] }
    const modules = body.modules.filter((tag) => tag !== 'price')
    await route.fulfill({ response: answer, json: { ...body, modules } })
  })
  await page.goto('/operator/price')
  await expectToast(page, 'Раздел выключен для вашей компании')
  await expect(page).toHaveURL(/\/operator$/)
})

test('sign-out in one tab signs the others out @screen', async ({ page, context }) => {
  const token = await tokenOf(page.request, 'operator')
  await page.goto('/')
  await page.evaluate((jwt) => localStorage.setItem('jwt', jwt), token)
  await page.goto('/operator')
  const second = await context.newPage()
  await second.goto('/operator/acts')
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Акты')
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page.getByLabel('Логин')).toBeVisible()
  await expect(second.getByLabel('Логин')).toBeVisible()
})
