import { expect, type Browser, type Page } from '@playwright/test'
import { alsoOurs, expectToast, hold, test } from '../support/held-page.ts'
import { PASSWORD, phoneShot, shot, signIn } from '../support/page.ts'
import { addKey, NAMED, plugDevice } from './passkey-steps.ts'

alsoOurs(NAMED)

const PHONE = { width: 390, height: 844 }

/** Opens an unpaid act; gives its number and what voids it as far as the wait for an answer. */
async function openUnpaidAct(page: Page) {
  await page.goto('/operator/acts?status=issued&payment_state=unpaid')
  await page.getByRole('row').nth(1).dblclick()
  await expect(page).toHaveURL(/operator\/act\//)
  // The list is shown until the card has loaded.
  const heading = page.getByRole('heading', { level: 1, name: /^Акт № / })
  const title = await heading.textContent()
  const voidAct = async () => {
    await page.getByRole('button', { name: 'Ещё' }).click()
    await page.getByRole('button', { name: 'Аннулировать', exact: true }).click()
    const why = page.getByRole('dialog', { name: 'Аннулировать акт?' })
    await why.getByLabel('Причина').fill('Поставщик забрал лом')
    await why.getByRole('button', { name: 'Аннулировать', exact: true }).click()
    const pin = page.getByRole('dialog', { name: 'Нужен пин-код другого сотрудника' })
    await pin.getByRole('button', { name: 'Отправить вопрос на телефон' }).click()
    const wait = page.getByRole('dialog', { name: 'Ждём ответа' })
    await expect(wait).toContainText('Вершинин Николай Андреевич (Владелец)')
    return { pin, wait }
  }
  return { number: title!.replace('Акт № ', ''), voidAct }
}

/** The owner's phone, held to the content policy like the page of the journey. */
async function openPhone(browser: Browser) {
  const context = await browser.newContext({ viewport: PHONE })
  const problems: string[] = []
  await hold(context, (problem) => problems.push(problem))
  return { phone: await context.newPage(), problems }
}

test('an operator asks the owner, who looks at the record on a phone and confirms; a refusal is told, too', async ({
  page,
  browser,
}) => {
  await signIn(page, 'operator')
  const { phone, problems } = await openPhone(browser)
  await signIn(phone, 'owner')
  const asked = phone.getByRole('region', { name: 'Просят подтвердить' })
  const { number, voidAct } = await openUnpaidAct(page)
  const first = await voidAct()
  await expect(asked).toContainText(`№ ${number}`)
  await shot(phone, 'owner-asked')
  await asked.getByRole('button', { name: 'Отказать' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Отказать' }).click()
  const declined = page.getByRole('dialog', { name: 'Отказано' })
  await expect(declined).toContainText('отказ. Действие не выполнено')
  await expect(first.wait).toBeHidden()
  await declined.getByRole('button', { name: 'Понятно' }).click()
  await first.pin.getByRole('button', { name: 'Отмена' }).click()
  const second = await voidAct()
  await asked.getByRole('link', { name: 'Открыть запись' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toContainText(number)
  await phone.goBack()
  await asked.getByRole('button', { name: 'Подтвердить…' }).click()
  const own = phone.getByRole('dialog', { name: 'Введите свой пин-код' })
  await expect(own).toContainText(number)
  await own.getByLabel('Пин-код').fill('637195')
  await expect(second.wait).toBeHidden()
  await expect(page.getByRole('main')).toContainText('Аннулирован')
  expect(problems).toEqual([])
  await phone.close()
})

test('on a phone the owner sees pictures and prices of the purchase and confirms by a key @web', async ({
  page,
  browser,
}) => {
  await signIn(page, 'operator')
  const { phone, problems } = await openPhone(browser)
  await plugDevice(phone)
  await phone.goto(NAMED)
  await phone.getByLabel('Логин').fill('owner')
  await phone.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await phone.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(phone).toHaveURL(/\/operator/)
  await phone.goto(`${NAMED}/account`)
  await addKey(phone, 'Телефон владельца')
  await phone.goto(`${NAMED}/operator`)
  const { number, voidAct } = await openUnpaidAct(page)
  const { wait } = await voidAct()
  const asked = phone.getByRole('region', { name: 'Просят подтвердить' })
  await expect(asked).toContainText(`№ ${number}`)
  await expect(asked.getByRole('heading', { name: 'Цены и прайс' })).toBeVisible()
  await expect(asked).toContainText('₽/т')
  const pictures = asked.getByRole('heading', { name: 'Снимки взвешиваний' }).locator('..')
  await expect(pictures.locator('img').first()).toBeVisible()
  await phoneShot(phone, 'asked-with-facts')
  await shot(phone, 'asked-with-facts')
  await phone.setViewportSize(PHONE)
  await pictures.getByRole('button').first().click()
  const large = phone.getByRole('dialog', { name: 'Аннулирование акта' })
  await expect(large.locator('img')).toBeVisible()
  await phoneShot(phone, 'asked-picture-large')
  await phone.keyboard.press('Escape')
  await expect(large).toBeHidden()
  const wide = await phone.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(PHONE.width)
  await asked.getByRole('button', { name: 'Подтвердить ключом' }).click()
  await expectToast(phone, 'Подтверждено ключом')
  await expect(wait).toBeHidden()
  await expect(page.getByRole('main')).toContainText('Аннулирован')
  await phone.goto(`${NAMED}/account`)
  const keys = phone.getByRole('region', { name: 'Ключи входа' })
  await keys.getByRole('button', { name: 'Удалить' }).click()
  await phone
    .getByRole('dialog', { name: /^Удалить/ })
    .getByRole('button', { name: 'Удалить ключ' })
    .click()
  await expectToast(phone, 'Ключ удалён')
  expect(problems).toEqual([])
  await phone.close()
})
