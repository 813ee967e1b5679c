import { expect, type Page } from '@playwright/test'
import { actions } from '#contract/core/actions.ts'
import { test } from '../support/held-page.ts'
import { issueAct } from '../support/act-steps.ts'
import { shot, signIn } from '../support/page.ts'

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name, exact: true })
const matter = (page: Page, name: RegExp) => page.locator('main').getByText(name)

test('a weigher is shown the yard, and of the money neither an entry nor a matter @web', async ({
  page,
}) => {
  await signIn(page, 'weigher')
  await expect(entry(page, 'Ручной ввод')).toBeVisible()
  for (const name of [
    'Новая выплата',
    'Выплаты',
    'Деньги',
    'Месяц',
    'Журнал изменений',
    'Сотрудники',
  ])
    await expect(entry(page, name), name).toHaveCount(0)
  await expect(matter(page, /На территории/).first()).toBeVisible()
  await expect(matter(page, /Выплаты ждут отправки|К выплате/)).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Быстрые действия' })).toHaveCount(0)
  // By an address nothing of them is read either.
  const read: string[] = []
  page.on('response', (answer) => {
    if (answer.ok() && /\/api\/v1\/(payment\/|report\/getMonth)/.test(answer.url()))
      read.push(answer.url())
  })
  for (const path of ['payments', 'payments?tab=registries', 'create_payment', 'money', 'month']) {
    await page.goto(`/operator/${path}`)
    await expect(page.getByRole('heading', { name: 'Нет доступа' }), path).toBeVisible()
  }
  expect(read).toEqual([])
})

test('an accountant opens the journal and the statements of the bank, and prepares no payment @web', async ({
  page,
}) => {
  await signIn(page, 'buh')
  for (const name of ['Взвешивание', 'Второй пост', 'Ручной ввод', 'Новая выплата'])
    await expect(entry(page, name), name).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Взвешивание' })).toHaveCount(0)
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Выплаты', exact: true }),
  ).toHaveAttribute('href', '/operator/payments')
  await entry(page, 'Журнал изменений').click()
  await expect(page.getByRole('heading', { name: 'Журнал изменений' })).toBeVisible()
  await expect(page.getByText('Нет доступа')).toHaveCount(0)
  await page.goto('/operator/payments?tab=statements')
  await expect(page.getByRole('button', { name: 'Загрузить выписку' })).toBeVisible()
})

test('an accountant is offered no step of an act that only its makers may do, nor a payment to send @web', async ({
  page,
}) => {
  const { id } = await issueAct(page.request)
  await signIn(page, 'buh')
  for (const matter of ['Выплаты ждут отправки', 'Нет чеков самозанятых'])
    await expect(page.getByRole('listitem').filter({ hasText: matter })).toContainText('Показать')
  await page.goto(`/operator/act/${id}`)
  const head = page.getByRole('main').locator('header').getByRole('button')
  await expect(head).toHaveText(['', 'Сканер', 'Скан', 'Печать'])
  await page.getByRole('button', { name: 'Ещё' }).click()
  await expect(page.getByRole('dialog').getByRole('button')).toHaveText(['PDF', 'Пакет PDF'])
  await shot(page, 'own-job-act-menu')
})

for (const login of ['weigher', 'buh'])
  test(`${login} finds suppliers and is offered no new one, by no button, key or address @web`, async ({
    page,
  }) => {
    await signIn(page, login)
    await entry(page, 'Поиск поставщика').click()
    await page.getByRole('combobox', { name: 'Кого ищем' }).fill('Никифоренковский')
    await expect(page.getByText('Никого не нашлось.')).toBeVisible()
    const isNew = /^(Новый поставщик|Создать)/
    await expect(page.getByRole('button', { name: isNew })).toHaveCount(0)
    await page.goto('/operator/suppliers?mode=create')
    await expect(page.getByText('Нет права заводить поставщиков')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await shot(page, `own-job-no-supplier-${login}`)
  })

test('a weigher is led to no reports @web', async ({ page }) => {
  await signIn(page, 'weigher')
  await expect(entry(page, 'Заезды')).toBeVisible()
  await expect(entry(page, 'Отчёты')).toHaveCount(0)
  await page.goto('/operator/reports')
  await expect(page.getByRole('heading', { name: 'Отчёты' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Новый отчёт' })).toHaveCount(0)
})

test('who sees payments without the right to review them learns which right that is @web', async ({
  page,
}) => {
  // In the demo everybody who sees them has it.
  await page.route('**/api/v1/company/getStart', async (route) => {
    const answer = await route.fetch()
    const start = (await answer.json()) as { rights: string[] }
    const rights = start.rights.filter((one) => one !== 'payment.return')
    await route.fulfill({ response: answer, json: { ...start, rights } })
  })
  await signIn(page, 'buh')
  await page.goto('/operator/payments?tab=discrepancies')
  await expect(page.getByText(`право «${actions['payment.return'].title}»`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Открытые' })).toHaveCount(0)
})
