import { expect, type APIRequestContext } from '@playwright/test'
import { auth } from '#contract/user/auth.ts'
import type { User } from '#contract/user/user-entities.ts'
import { user } from '#contract/user/user.ts'
import { userSessions } from '#contract/user/user-sessions.ts'
import { accessible } from '../support/access.ts'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

const PASSWORD = 'гараж-сирень-самовар-42'

/** A new person of the demo company with a password of their own: the sign-ins of other journeys are not touched. */
async function addPerson(request: APIRequestContext) {
  const headers = { authorization: `Bearer ${await tokenOf(request, 'super')}` }
  const filter = JSON.stringify({ search: 'operator', with: ['rows'] })
  const people = await request.get(user.superGetAll.path, { params: { filter }, headers })
  const { items } = (await people.json()) as { items: User[] }
  const { company_id } = items.find(({ login }) => login === 'operator')!.info
  const login = `seans-${Date.now()}`
  const full_name = `Сеансова ${login}`
  const data = { login, full_name, company_id, role: 'USER', roles: ['OPERATOR'] }
  const made = (await (await request.post(user.create.path, { data, headers })).json()) as User
  const links = await request.post(user.sendTemporaryLinks.path, {
    data: { user_ids: [made.id] },
    headers,
  })
  const [link] = (await links.json()) as { url: string }[]
  const token = link!.url.split('#')[1]!
  await request.post(auth.updatePasswordWithTempLink.path, { data: { token, password: PASSWORD } })
  const enter = async (agent: string) => {
    const answer = await request.post(auth.login.path, {
      data: { login, password: PASSWORD },
      headers: { 'user-agent': agent },
    })
    return ((await answer.json()) as { token: string }).token
  }
  const miss = () =>
    request.post(auth.login.path, { data: { login, password: 'не тот пароль совсем' } })
  return { id: made.id, login, full_name, headers, enter, miss }
}

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

test('a person sees where the account is open, ends the others, and is out when an administrator says so', async ({
  page,
}) => {
  const person = await addPerson(page.request)
  await person.miss()
  await person.enter(PHONE)
  const token = await person.enter(WINDOWS)
  await page.context().addInitScript((jwt) => {
    if (location.protocol.startsWith('http') && !localStorage.getItem('jwt'))
      localStorage.setItem('jwt', jwt)
  }, token)
  await page.goto('/account')
  const sessions = page.getByRole('region', { name: 'Сеансы' })
  const present = sessions.getByRole('row', { name: /Chrome 142, Windows/ })
  await expect(present.getByText('Этот сеанс')).toBeVisible()
  const phone = sessions.getByRole('row', { name: /Chrome 141, Android/ })
  await expect(phone).toBeVisible()
  const signIns = page.getByRole('region', { name: 'История входов' })
  await expect(signIns.getByText('Неверный пароль')).toBeVisible()
  await expect(signIns.getByText(/Не узнаёте попытку входа/)).toBeVisible()
  await accessible(page, 'account')
  await shot(page, 'account')
  await sessions.scrollIntoViewIfNeeded()
  await shot(page, 'account-sessions')
  await phoneShot(page, 'account-sessions', sessions)
  await phone.getByRole('button', { name: 'Завершить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Завершить сеанс' }).click()
  await expectToast(page, 'Сеанс завершён')
  await expect(phone).toHaveCount(0)
  await person.enter(PHONE)
  await expect(phone).toBeVisible()
  await sessions.getByRole('button', { name: 'Завершить все другие' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Завершить другие' }).click()
  await expectToast(page, 'Другие сеансы завершены')
  await expect(phone).toHaveCount(0)

  await page.goto('/operator/search_supplier')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Поиск поставщика')
  const ended = await page.request.post(userSessions.superEndSessions.path, {
    data: { id: person.id, reason: 'Проверка выхода' },
    headers: person.headers,
  })
  expect(await ended.json()).toEqual({ ok: true, ended: 1 })
  const over = page.getByRole('dialog', { name: 'Сеанс завершён' })
  await expect(over).toBeVisible()
  await shot(page, 'session-ended')
  await over.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await over.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(over).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Поиск поставщика')
})

test('the card of a person opens by its address and by key, and shows sessions, links, rights and actions @web', async ({
  page,
}) => {
  const person = await addPerson(page.request)
  await person.enter(PHONE)
  await person.enter(WINDOWS)
  await enterAs(page, 'super')
  await page.goto(`/super/accounts?card=${person.id}`)
  const card = page.getByRole('dialog', { name: person.full_name })
  await expect(card.getByRole('textbox', { name: 'Логин' })).toHaveValue(person.login)
  await expect(page).toHaveURL(/\/super\/accounts$/)
  await accessible(page, 'person card')
  await shot(page, 'card-data')
  const place = await card.boundingBox()
  await card.getByRole('tab', { name: 'Права' }).click()
  await expect(card.getByRole('cell', { name: /Роли «Оператор» разрешено/ }).first()).toBeVisible()
  expect(await card.boundingBox(), 'the window stays where it is').toEqual(place)
  await shot(page, 'card-rights')
  await card.getByRole('tab', { name: 'Ссылки' }).click()
  await expect(card.getByText(/^Использована/)).toBeVisible()
  await shot(page, 'card-links')
  await card.getByRole('tab', { name: 'Действия' }).click()
  await expect(card.getByRole('cell', { name: /вошла, способ: пароль/ }).first()).toBeVisible()
  await shot(page, 'card-events')
  await card.getByRole('tab', { name: 'Сеансы' }).click()
  const phone = card.getByRole('row', { name: /Chrome 141, Android/ })
  await expect(phone).toBeVisible()
  expect(await card.boundingBox(), 'the window stays where it is').toEqual(place)
  await accessible(page, 'sessions of a person')
  await shot(page, 'card-sessions')
  await phoneShot(page, 'card-sessions')
  await card.getByRole('tab', { name: 'Права' }).click()
  await phoneShot(page, 'card-rights')
  await card.getByRole('tab', { name: 'Данные и роли' }).click()
  await phoneShot(page, 'card-data')
  await card.getByRole('tab', { name: 'Сеансы' }).click()
  await phone.getByRole('button', { name: 'Завершить' }).click()
  const why = page.getByRole('dialog', { name: /^Завершить сеанс: Chrome 141/ })
  await expect(why.getByRole('button', { name: 'Завершить' })).toBeDisabled()
  await why.getByRole('button', { name: 'Потеряно устройство' }).click()
  await shot(page, 'card-reason')
  await why.getByRole('button', { name: 'Завершить' }).click()
  await expectToast(page, 'Сеанс завершён')
  await expect(phone).toHaveCount(0)
  await card.getByRole('button', { name: 'Завершить все сеансы' }).click()
  const all = page.getByRole('dialog', { name: /^Завершить все сеансы/ })
  await all.getByRole('textbox', { name: 'Причина' }).fill('Уволен')
  await all.getByRole('button', { name: 'Завершить' }).click()
  await expectToast(page, 'Все сеансы завершены')
  await expect(card.getByText('Сейчас человек нигде не вошёл.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByPlaceholder('Имя или логин').fill(person.login)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('textbox', { name: 'Логин' })).toHaveValue(person.login)
})

test('a part of the card that fails or is closed says so alone, and who does not exist has no card @web', async ({
  page,
}) => {
  const person = await addPerson(page.request)
  await enterAs(page, 'super')
  const answers: [
    typeof userSessions.superGetSessions | typeof userSessions.superGetLinks,
    number,
    object,
  ][] = [
    [userSessions.superGetSessions, 500, { code: 'common.internal', message: 'Ошибка на сервере' }],
    [userSessions.superGetLinks, 403, { code: 'access.denied', message: 'Недостаточно прав' }],
  ]
  for (const [call, status, json] of answers)
    await page.route(`**${call.path}?*`, (route) => route.fulfill({ status, json }))
  await page.goto(`/super/operators?card=${person.id}`)
  const card = page.getByRole('dialog', { name: person.full_name })
  await card.getByRole('tab', { name: 'Ссылки' }).click()
  await expect(card.getByText('Эта часть вам недоступна. Недостаточно прав.')).toBeVisible()
  await card.getByRole('tab', { name: 'Сеансы' }).click()
  await expect(card.getByText('Ошибка на сервере')).toBeVisible()
  await shot(page, 'card-failed')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await card.getByRole('button', { name: 'Повторить' }).click()
  await expect(card.getByText('Сейчас человек нигде не вошёл.')).toBeVisible()
  await card.getByRole('tab', { name: 'Данные и роли' }).click()
  await expect(card.getByRole('textbox', { name: 'Логин' })).toHaveValue(person.login)
  await page.goto('/super/accounts?card=01a1fcf6-0000-7000-8000-0000000000ff')
  await expectToast(page, 'Такого сотрудника нет')
})

test('theme, density and sound are chosen on the account page and kept by the browser @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/account')
  const look = page.getByRole('region', { name: 'Вид и звук' })
  await look.getByText('Тёмная').click()
  await look.getByText('Свободно').click()
  await look.getByRole('checkbox', { name: 'Звук, когда вес установился' }).uncheck()
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await accessible(page, 'account in the dark')
  await shot(page, 'account-dark')
  await page.reload()
  await expect(html).toHaveAttribute('data-density', 'comfortable')
  await expect(look.getByRole('checkbox', { name: /Звук/ })).not.toBeChecked()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('a link in a card and a choice in the address ask about what is typed @screen', async ({
  page,
}) => {
  const person = await addPerson(page.request)
  await enterAs(page, 'super')
  await page.goto(`/super/accounts?card=${person.id}`)
  const card = page.getByRole('dialog', { name: person.full_name })
  const login = card.getByRole('textbox', { name: 'Логин' })
  const question = page.getByRole('dialog', { name: 'Есть несохранённые изменения' })
  await expect(login).toHaveValue(person.login)
  await login.fill('drugoe-imya')
  await card.getByRole('link', { name: 'История' }).click()
  await question.getByRole('button', { name: 'Остаться' }).click()
  await expect(page).toHaveURL(/\/super\/accounts$/)
  await expect(login).toHaveValue('drugoe-imya')
  await card.getByRole('link', { name: 'История' }).click()
  await question.getByRole('button', { name: 'Не сохранять' }).click()
  await expect(page).toHaveURL(/\/super\/audit/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/super/documents?kind=psa')
  const text = page.locator('form').getByRole('textbox').first()
  await text.fill('Акт приёмки лома и отходов')
  await page.getByRole('link', { name: 'Все документы' }).click()
  await question.getByRole('button', { name: 'Остаться' }).click()
  await expect(text).toHaveValue('Акт приёмки лома и отходов')
  await page.getByRole('link', { name: 'Все документы' }).click()
  await question.getByRole('button', { name: 'Не сохранять' }).click()
  await expect(page).toHaveURL(/\/super\/documents$/)
})
