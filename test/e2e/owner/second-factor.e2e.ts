import { expect, type Page } from '@playwright/test'
import { codeOf, wrongCode } from '../../authenticator.ts'
import { accessible } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { holdBack } from '../support/answers.ts'
import { expectToast, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'
import { addSuper, givePassword, PASSWORD, shotOnPhone } from './new-super.ts'

test.use({ onePage: true })

async function readSecret(page: Page): Promise<string> {
  await page.getByLabel('Пароль для входа').fill(PASSWORD)
  await page.getByRole('button', { name: 'Получить QR-код' }).click()
  await expect(page.getByAltText('QR-код ключа для приложения')).toBeVisible()
  return (await page.getByLabel('Ключ', { exact: true }).innerText()).replaceAll(/\s/g, '')
}

test('a person switches the second factor on, signs in by it, loses the telephone and is let in again', async ({
  page,
}) => {
  const person = await addSuper(page.request)
  const code = page.getByLabel('Код из приложения', { exact: true })
  await givePassword(page, person.login)
  await expect(page).toHaveURL(/\/super$/)
  await page.goto('/account')
  const secret = await readSecret(page)
  await page.getByAltText('QR-код ключа для приложения').scrollIntoViewIfNeeded()
  await accessible(page, 'enrolment')
  await shotOnPhone(page, 'second-factor-key')
  await code.fill(await wrongCode(secret))
  await page.getByRole('button', { name: 'Включить', exact: true }).click()
  await expect(page.getByText(/Код неверен/)).toBeVisible()
  await code.fill(await codeOf(secret))
  await page.getByRole('button', { name: 'Включить', exact: true }).click()
  const codes = page.getByRole('list', { name: 'Запасные коды' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery, another] = await codes.allInnerTexts()
  await shotOnPhone(page, 'second-factor-recovery')
  await page.getByRole('button', { name: 'Коды записаны' }).click()
  await expect(codes).toHaveCount(0)
  await expect(page.getByText('Запасных кодов осталось')).toBeVisible()
  await shotOnPhone(page, 'second-factor-on')

  await page.evaluate(() => localStorage.clear())
  await givePassword(page, person.login)
  await expect(code).toBeFocused()
  await accessible(page, 'second step of sign-in')
  await shotOnPhone(page, 'second-factor-sign-in')
  await code.fill(await wrongCode(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Код неверен')
  // Each is good once: the next one is half a minute ahead.
  await code.fill(await codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/super$/)

  await page.evaluate(() => localStorage.clear())
  await givePassword(page, person.login)
  await code.fill(recovery!.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/super$/)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Выключить вход по коду' }).click()
  const dialog = page.getByRole('dialog', { name: 'Выключить вход по коду' })
  await dialog.getByLabel('Пароль для входа').fill(PASSWORD)
  await dialog.getByLabel(/запасной код/).fill(another!)
  await shotOnPhone(page, 'second-factor-off')
  await dialog.getByRole('button', { name: 'Выключить', exact: true }).click()
  await expectToast(page, 'Вход по коду выключен')
  await expect(page.getByRole('button', { name: 'Получить QR-код' })).toBeVisible()
})

test('an ended session asks for the code as well, and what was typed stays @web', async ({
  page,
}) => {
  const person = await addSuper(page.request)
  await givePassword(page, person.login)
  await expect(page).toHaveURL(/\/super$/)
  await page.goto('/account')
  const secret = await readSecret(page)
  await page.getByLabel('Код из приложения', { exact: true }).fill(await codeOf(secret))
  await page.getByRole('button', { name: 'Включить', exact: true }).click()
  await page.getByRole('button', { name: 'Коды записаны' }).click()
  const mail = page.getByLabel('Эл. почта')
  await mail.fill('sokolova@example.ru')
  const token = await page.evaluate(() => localStorage.getItem('jwt'))
  // The session ends while the save is on its way: an end that comes earlier would cover the button.
  const letGo = await holdBack(page, '**/user/updateUsersInfo')
  await page
    .locator('form')
    .filter({ has: mail })
    .getByRole('button', { name: 'Сохранить' })
    .click()
  await page.request.post('/api/v1/auth/logout', { headers: { authorization: `Bearer ${token}` } })
  letGo()
  const again = page.getByRole('dialog', { name: 'Сеанс завершён' })
  await again.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Войти', exact: true }).click()
  await again.getByLabel('Код из приложения').fill(await codeOf(secret, 1))
  await again.getByRole('button', { name: 'Войти', exact: true }).click()
  await expectToast(page, 'Данные сохранены')
  await expect(mail).toHaveValue('sokolova@example.ru')
})

test('a super administrator resets the second factor of another @web', async ({ page }) => {
  const person = await addSuper(page.request)
  const signIn = () =>
    page.request.post('/api/v1/auth/login', { data: { login: person.login, password: PASSWORD } })
  const { token } = (await (await signIn()).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const begun = await page.request.post('/api/v1/auth/beginTotp', {
    headers,
    data: { password: PASSWORD },
  })
  const { secret } = (await begun.json()) as { secret: string }
  await page.request.post('/api/v1/auth/confirmTotp', {
    headers,
    data: { otp: await codeOf(secret) },
  })
  expect((await signIn()).status()).toBe(401)
  await enterAs(page, 'super')
  await page.goto('/super/accounts')
  await page.getByPlaceholder(/Имя|логин/i).fill(person.login)
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2)
  await page.getByRole('row', { name: new RegExp(person.login) }).dblclick()
  const card = page.getByRole('dialog', { name: /Соколова/ })
  await shot(page, 'second-factor-card')
  await card.getByRole('button', { name: 'Сбросить вход по коду' }).click()
  const dialog = page.getByRole('dialog', { name: /^Сбросить/ })
  await dialog.getByLabel(/Как вы убедились/).fill('Лично, по паспорту')
  await dialog.getByRole('button', { name: 'Сбросить вход по коду' }).click()
  await expectToast(page, 'Вход по коду сброшен')
  await expect(card.getByRole('button', { name: 'Сбросить вход по коду' })).toHaveCount(0)
  expect((await signIn()).status()).toBe(200)
})

/** What a server with SUPER_SECOND_FACTOR answers (needed.test.ts); the product of all journeys runs without it. */
async function demandIt(page: Page): Promise<void> {
  await page.route(/\/auth\/(login|validateJWT)$/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { user?: object; has_second_factor?: boolean }
    const user = (answer.user ?? answer) as { has_second_factor?: boolean }
    const isNeeded = user.has_second_factor === false
    Object.assign(user, isNeeded && { second_factor_needed: true })
    await route.fulfill({ response, json: answer })
  })
}

test('where it is required, enrolment comes before anything else and leads on to where one went @web', async ({
  page,
}) => {
  const person = await addSuper(page.request)
  await demandIt(page)
  await givePassword(page, person.login)
  const words = page.getByText('Здесь обязателен вход по коду')
  await expect(words).toBeVisible()
  await shotOnPhone(page, 'second-factor-needed')
  for (const address of ['/account', '/super/audit', '/super/companies']) {
    await page.goto(address)
    await expect(words).toBeVisible()
  }
  const secret = await readSecret(page)
  await shotOnPhone(page, 'second-factor-needed-key')
  await page.getByLabel('Код из приложения', { exact: true }).fill(await codeOf(secret))
  await page.getByRole('button', { name: 'Включить', exact: true }).click()
  await page.getByRole('button', { name: 'Коды записаны' }).click()
  await expect(page).toHaveURL(/\/super\/companies$/)
  await expect(page.getByRole('heading', { name: 'Компании' })).toBeVisible()
})

test('a password that the console printed is replaced before anything else @web', async ({
  page,
}) => {
  const person = await addSuper(page.request)
  // What a server answers after `npm run create-super` (printed-password.test.ts), until the password is changed.
  let isPrinted = true
  await page.route(/\/auth\/(login|validateJWT)$/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { user?: object }
    Object.assign(answer.user ?? answer, isPrinted && { password_needed: true })
    await route.fulfill({ response, json: answer })
  })
  await page.route(/\/auth\/changePassword$/, async (route) => {
    const response = await route.fetch()
    isPrinted = !response.ok()
    await route.fulfill({ response })
  })
  await givePassword(page, person.login)
  const words = page.getByText('Пароль был показан на экране сервера')
  await expect(words).toBeVisible()
  await shotOnPhone(page, 'printed-password')
  await page.goto('/super/companies')
  await expect(words).toBeVisible()
  await page.getByLabel('Напечатанный пароль').fill(PASSWORD)
  await page.getByLabel('Пароль', { exact: true }).fill('гараж сирень самовар')
  await page.getByLabel('Пароль ещё раз').fill('гараж сирень самовар')
  await page.getByRole('button', { name: 'Сохранить пароль' }).click()
  await expect(page.getByRole('heading', { name: 'Компании' })).toBeVisible()
})
