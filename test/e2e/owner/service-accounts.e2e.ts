import { expect } from '@playwright/test'
import { act } from '#contract/act/act.ts'
import { price } from '#contract/price/price.ts'
import { openReceiver } from '#test/failures/event-receiver.ts'
import { accessible } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

test('a program gets a key that is shown once, works by its permissions, and is out when the key is revoked @web', async ({
  page,
}) => {
  const title = `Обмен с 1С ${Date.now()}`
  await enterAs(page, 'super')
  await page.goto('/super/operators')
  await page.getByRole('button', { name: 'Программы' }).click()
  const list = page.getByRole('dialog', { name: /Подключения программ/ })
  await list.getByRole('button', { name: 'Новое подключение' }).click()
  const form = page.getByRole('dialog', { name: 'Новое подключение' })
  await form.getByRole('button', { name: 'Сохранить' }).click()
  await expect(form.getByText('Заполните поле').first()).toBeVisible()
  await form.getByLabel('Название').fill(title)
  await form.getByRole('checkbox', { name: /^Акты закупки/ }).check()
  await accessible(page, 'service-form')
  await shot(page, 'service-form')
  await form.getByRole('button', { name: 'Сохранить' }).click()

  const once = page.getByRole('dialog', { name: `Ключ: ${title}`, exact: true })
  const key = await once.getByLabel('Ключ', { exact: true }).innerText()
  expect(key).toMatch(/^prk_[\w-]{43}$/)
  await accessible(page, 'service-key')
  await shot(page, 'service-key')
  await page.keyboard.press('Escape')

  const headers = { authorization: `Bearer ${key}` }
  expect((await page.request.get(act.getAll.path, { headers })).status()).toBe(200)
  expect((await page.request.get(price.get.path, { headers })).status()).toBe(403)

  const account = list.getByRole('region', { name: title })
  await expect(account.getByText(key.slice(0, 12))).toBeVisible()
  await expect(list).not.toContainText(key)
  await account.getByRole('button', { name: 'Новый ключ' }).click()
  const another = page.getByRole('dialog', { name: `Новый ключ: ${title}` })
  await another.getByRole('button', { name: 'Сохранить' }).click()
  await expect(once).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(once).toBeHidden()
  await expect(account.getByRole('button', { name: 'Отозвать' })).toHaveCount(2)
  await expect(account.getByText(/127\.0\.0\.1/)).toBeVisible()
  await accessible(page, 'service-accounts')
  await shot(page, 'service-accounts')
  await phoneShot(page, 'service-accounts', account)

  const first = account.getByRole('row', { name: new RegExp(key.slice(0, 12)) })
  await first.getByRole('button', { name: 'Отозвать' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).last().click()
  await expectToast(page, 'Ключ отозван')
  expect((await page.request.get(act.getAll.path, { headers })).status()).toBe(401)

  await account.getByRole('button', { name: 'Заблокировать' }).click()
  const question = page.getByRole('dialog', { name: /Заблокировать/ })
  await question.getByRole('button', { name: 'Заблокировать' }).click()
  await expect(account.getByText('Заблокировано')).toBeVisible()
})

test('an address hears of a test event, its delivery is read and sent again, and it is stopped @web', async ({
  page,
}) => {
  const receiver = await openReceiver(
    (_request, response) => void response.writeHead(500).end('Занято'),
  )
  const title = `Склад ${Date.now()}`
  await enterAs(page, 'super')
  await page.goto('/super/operators')
  await page.getByRole('button', { name: 'Программы' }).click()
  await page.getByRole('button', { name: 'События', exact: true }).click()
  const list = page.getByRole('dialog', { name: /События для программ/ })
  await list.getByRole('button', { name: 'Новый адрес' }).click()
  const form = page.getByRole('dialog', { name: 'Новый адрес для событий' })
  await form.getByLabel('Название').fill(title)
  await form.getByLabel('Адрес').fill('https://10.0.0.1/events')
  await form.getByRole('checkbox', { name: /^Акт выписан/ }).check()
  await form.getByRole('button', { name: 'Сохранить' }).click()
  await expect(form.getByText(/внутреннюю сеть/).first()).toBeVisible()
  await form.getByLabel('Адрес').fill(receiver.url)
  await accessible(page, 'webhook-form')
  await shot(page, 'webhook-form')
  await form.getByRole('button', { name: 'Сохранить' }).click()
  const once = page.getByRole('dialog', { name: `Секрет: ${title}`, exact: true })
  await expect(once.getByLabel('Секрет', { exact: true })).toHaveText(/^whsec_/)
  await shot(page, 'webhook-secret')
  await page.keyboard.press('Escape')

  const address = list.getByRole('region', { name: title })
  await address.getByRole('button', { name: 'Доставки' }).click()
  const log = page.getByRole('dialog', { name: `Доставки: ${title}` })
  await expect(log.getByText(/Здесь появятся отправленные события/)).toBeVisible()
  await log.getByRole('button', { name: 'Отправить пробное' }).click()
  await expect(log.getByText(/^500 за \d+ мс/)).toBeVisible()
  receiver.reactWith(undefined)
  await expect(log.getByText('Доставлено', { exact: true })).toBeVisible()
  await accessible(page, 'webhook-log')
  await shot(page, 'webhook-log')
  await phoneShot(page, 'webhook-log', log)
  await log.getByRole('button', { name: 'Подробнее' }).click()
  const card = page.getByRole('dialog', { name: 'Доставка события' })
  await expect(card.getByLabel('Тело')).toContainText('webhook.test')
  await accessible(page, 'webhook-delivery')
  await shot(page, 'webhook-delivery')
  await phoneShot(page, 'webhook-delivery')
  const before = receiver.received.length
  await card.getByRole('button', { name: 'Отправить ещё раз' }).click()
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await address.getByRole('button', { name: 'Остановить' }).click()
  const question = page.getByRole('dialog', { name: /Остановить/ })
  await question.getByRole('button', { name: 'Остановить' }).click()
  await expect(address.getByText('Остановлен', { exact: true })).toBeVisible()
  await accessible(page, 'webhooks')
  await shot(page, 'webhooks')
  await phoneShot(page, 'webhooks', address)
  await receiver.close()
})

test('the API is read and searched inside the product, from the account of any person @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/account')
  await page.getByRole('link', { name: 'Описание API' }).click()
  await expect(page.getByRole('heading', { name: 'Описание API' })).toBeVisible()
  await expect(page.getByText(act.getAll.path)).toBeVisible()
  await expect(page.getByText('/api/v1/payment/registerPayments')).toHaveCount(0)
  await page.getByText(/^События: сервер сам сообщает/).click()
  await expect(page.getByLabel('Пример проверки подписи')).toContainText('createHmac')
  await expect(page.getByRole('row', { name: 'act.paid' })).toContainText('Акт выплачен полностью')
  await accessible(page, 'api-events')
  await shot(page, 'api-events')
  await phoneShot(page, 'api-events')
  await page.getByText(/^События: сервер сам сообщает/).click()
  await page.getByRole('textbox', { name: 'Поиск вызова' }).fill('getAct')
  await expect(page.getByRole('status').filter({ hasText: 'вызов' })).toHaveText('2 вызова')
  await page.getByText(act.get.path, { exact: true }).click()
  await expect(page.getByText('Право ключа: Акты закупки.')).toBeVisible()
  await expect(page.getByLabel('Пример команды')).toContainText('getAct?id=<id>')
  await expect(page.getByRole('region', { name: /^Ответ 200/ })).toContainText('positions')
  await accessible(page, 'api')
  await shot(page, 'api')
  await phoneShot(page, 'api')
  await page.getByRole('checkbox', { name: 'Только открытые для ключей' }).uncheck()
  await page.getByRole('textbox', { name: 'Поиск вызова' }).fill('registerPayments')
  await page.getByText('/api/v1/payment/registerPayments').click()
  await expect(page.getByText('Ключом не открывается')).toBeVisible()
  await page.getByRole('textbox', { name: 'Поиск вызова' }).fill('нет такого вызова')
  await expect(page.getByText(/Ничего не найдено/)).toBeVisible()
})
