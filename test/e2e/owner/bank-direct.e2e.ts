import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { accessible } from '../support/access.ts'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { chooseBank } from './choose-bank.ts'
import { expectToast, hold, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

const DIRECT = '1С:ДиректБанк'

test('a bank of DirectBank lets in by the codes of its cabinet: whoever sets it up, and whoever pays @web', async ({
  page,
  browser,
  request,
}) => {
  await enterAs(page, 'super')
  await addDirectConfig(page)
  const card = page.getByRole('region', { name: DIRECT })
  await card.getByRole('button', { name: 'Войти в банк' }).click()
  await expect(card.getByText(/прислал одноразовый код на \+\*+85/)).toBeVisible()
  await shot(page, 'direct-code')
  await phoneShot(page, 'direct-code')
  await accessible(page, 'sign-in at a bank')
  const cabinet = await (await browser.newContext()).newPage()
  const address = (await card.getByRole('link', { name: /кабинет/ }).getAttribute('href'))!
  const readCode = async () => {
    await cabinet.goto(address)
    return (await cabinet.locator('p strong').first().textContent())!
  }
  await card.getByLabel('Одноразовый код').fill(await readCode())
  await shot(cabinet, 'direct-cabinet')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Вход в банк выполнен')
  await card.getByRole('button', { name: 'Проверить связь' }).click()
  await expectToast(page, 'Связь с банком есть')
  await shot(page, 'direct-open')

  // A new session is begun elsewhere, so the bank waits again: the people who pay see it and sign in themselves.
  await beginSession(request)
  const problems: string[] = []
  const theirs = await browser.newContext()
  await hold(theirs, (problem) => problems.push(problem))
  const manager = await theirs.newPage()
  await enterAs(manager, 'manager')
  await manager.goto('/operator/payments')
  const notice = manager.getByRole('region', { name: `Вход в банк: ${DIRECT}` })
  await expect(notice.getByText('Выплаты через него ждут и не теряются')).toBeVisible()
  await shot(manager, 'direct-notice')
  await phoneShot(manager, 'direct-notice')
  await notice.getByRole('button', { name: 'Войти в банк' }).click()
  await expect(notice.getByText(/прислал одноразовый код/)).toBeVisible()
  await notice.getByLabel('Одноразовый код').fill(await readCode())
  await manager.keyboard.press('Enter')
  await expectToast(manager, 'Вход в банк выполнен: выплаты идут дальше')
  await expect(notice).toHaveCount(0)
  await theirs.close()
  await cabinet.context().close()
  expect(problems).toEqual([])
})

async function addDirectConfig(page: Page): Promise<void> {
  await page.goto('/super/bank_configurations')
  await page.getByRole('button', { name: 'Добавить счёт' }).click()
  const form = await chooseBank(page, DIRECT)
  await form.getByRole('textbox', { name: 'Счёт' }).fill('40702810500000000001')
  await form.getByRole('textbox', { name: 'Логин' }).fill('demo')
  await form.getByLabel('Пароль').fill('demo-directbank')
  await form.getByRole('textbox', { name: 'Идентификатор клиента' }).fill('24102018')
  await shot(page, 'direct-config-new')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Счёт сохранён. Осталось проверить его и начать платить')
}

async function beginSession(request: APIRequestContext): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(request, 'manager')}` }
  const own = await request.get('/api/v1/company/getCompany', { headers })
  const { bank_configs: configs } = (await own.json()) as {
    bank_configs: { id: string; title: string }[]
  }
  const { id } = configs.find(({ title }) => title === DIRECT)!
  const answer = await request.post('/api/v1/payment/signInToBank', {
    headers,
    data: { bank_config_id: id },
  })
  expect(answer.status()).toBe(200)
}
