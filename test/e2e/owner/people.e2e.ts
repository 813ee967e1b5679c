import { expect } from '@playwright/test'
import { auth } from '#contract/user/auth.ts'
import { accessible } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

const PASSWORD = 'гараж-сирень-самовар-42'

test('a person is invited by keys, signs in by the link shown once, and is blocked', async ({
  page,
}) => {
  const login = `smena-${Date.now()}`
  await enterAs(page, 'super')
  await page.goto('/super/operators')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Компания' })).toHaveValue(/Вторметалл/)
  await page.keyboard.press('Insert')
  const form = page.getByRole('dialog', { name: 'Новая учётная запись' })
  await form.getByRole('textbox', { name: 'Фамилия, имя, отчество' }).fill('Сменова Вера Ильинична')
  await form.getByRole('textbox', { name: 'Логин' }).fill('Смена')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText(/Логин: от 3 до 64 знаков/).first()).toBeVisible()
  await form.getByRole('textbox', { name: 'Логин' }).fill(login)
  await form.getByRole('button', { name: 'Предложить пин-код' }).click()
  await form.getByRole('button', { name: /^Взять \d{6}$/ }).click()
  await expect(form.getByRole('textbox', { name: 'Временный пин-код' })).toHaveValue(/^\d{6}$/)
  await accessible(page, 'new person')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Учётная запись создана')
  const card = page.getByRole('dialog', { name: 'Сменова Вера Ильинична' })
  await expect(card.getByText('Временный: ничего не подтверждает')).toBeVisible()
  await shot(page, 'person-card')
  await card.getByRole('button', { name: 'Ссылка-приглашение' }).click()
  await page.getByRole('button', { name: 'Создать ссылку' }).click()
  const links = page.getByRole('dialog', { name: 'Ссылки для входа' })
  const address = await links.getByRole('cell', { name: /tmplink#/ }).textContent()
  await shot(page, 'person-link')
  await page.keyboard.press('Escape')
  const token = address!.split('#')[1]!
  const set = await page.request.post(auth.updatePasswordWithTempLink.path, {
    data: { token, password: PASSWORD },
  })
  expect(set.ok()).toBe(true)
  const enter = () => page.request.post(auth.login.path, { data: { login, password: PASSWORD } })
  expect((await enter()).ok()).toBe(true)
  await expect(card.getByText('Задан', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Заблокировать' }).click()
  await page
    .getByRole('dialog', { name: /^Заблокировать/ })
    .getByRole('button', { name: 'Заблокировать' })
    .click()
  await expectToast(page, 'Учётная запись заблокирована')
  expect((await enter()).status()).toBe(403)
  await expect(card.getByRole('button', { name: 'Уволить' })).toBeVisible()
  await card.getByRole('textbox', { name: 'Должность' }).fill('Весовщик смены')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Учётная запись сохранена')
})

test('a manager invites into the own company, by keys, and cannot appoint another manager @web', async ({
  page,
}) => {
  const login = `yard-${Date.now()}`
  await enterAs(page, 'manager')
  await page.goto('/operator')
  await page.getByRole('link', { name: 'Сотрудники', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Insert')
  const form = page.getByRole('dialog', { name: 'Новая учётная запись' })
  await form.getByRole('textbox', { name: 'Фамилия, имя, отчество' }).fill('Рябова Нина Павловна')
  await form.getByRole('textbox', { name: 'Логин' }).fill(login)
  await expect(form.getByRole('checkbox', { name: 'Управляющий' })).toBeDisabled()
  await form.getByRole('checkbox', { name: 'Весовщик' }).check()
  await accessible(page, 'new person by a manager')
  await shot(page, 'own-new-person')
  await page.keyboard.press('Control+Enter')
  const card = page.getByRole('dialog', { name: 'Рябова Нина Павловна' })
  await card.getByRole('button', { name: 'Ссылка-приглашение' }).click()
  await page.getByRole('button', { name: 'Создать ссылку' }).click()
  const links = page.getByRole('dialog', { name: 'Ссылки для входа' })
  await expect(links.getByRole('cell', { name: /tmplink#/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await card.getByRole('tab', { name: 'Права' }).click()
  await expect(card.getByRole('cell', { name: 'Запись веса', exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Изменить: Изменение цен' }).click()
  const right = page.getByRole('dialog', { name: 'Изменение цен' })
  await right.getByRole('radio', { name: /^Разрешить лично/ }).check()
  await accessible(page, 'right of a person')
  await shot(page, 'own-person-right')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Право изменено и уже действует')
  const given = card.getByRole('row', { name: /^Изменение цен/ })
  await expect(given).toContainText('Человеку лично разрешено управляющим')
  await shot(page, 'own-person-rights')
  await card.getByRole('tab', { name: 'Сеансы' }).click()
  await expect(card.getByText('Сейчас человек нигде не вошёл')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByPlaceholder('Имя или логин').fill('manager')
  // Until the others are gone, the rows would move between the two clicks.
  await expect(page.getByRole('row', { name: /Рябова/ })).toHaveCount(0)
  await page
    .getByRole('row', { name: /manager/ })
    .first()
    .dblclick()
  const boss = page.getByRole('dialog').last()
  await expect(boss.getByRole('link', { name: 'История' })).toBeVisible()
  await expect(boss.getByRole('button', { name: 'Заблокировать' })).toHaveCount(0)
  await shot(page, 'own-person-card')
  await enterAs(page, 'super')
  await page.goto('/super')
  await page.getByRole('button', { name: /^Уведомления/ }).click()
  const told = page.getByRole('link', { name: /выдана ссылка для входа: Рябова Нина Павловна/ })
  await told.first().click()
  await expect(card).toBeVisible()
  await expect(told).toHaveCount(0)
})

test('links of several people are made at once, and each person that cannot be changed has the reason @web', async ({
  page,
}) => {
  await enterAs(page, 'super')
  await page.goto('/super/accounts')
  const row = (name: RegExp) => page.getByRole('row', { name })
  await row(/Гусев Олег/)
    .getByRole('checkbox')
    .check()
  await row(/Лебедева Мария/)
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: /^Ссылки для входа/ }).click()
  await page.getByRole('button', { name: 'Создать ссылки' }).click()
  const links = page.getByRole('dialog', { name: 'Ссылки для входа' })
  await expect(links.getByRole('cell', { name: /tmplink#/ })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await row(/Орлов/).dblclick()
  const own = page.getByRole('dialog', { name: /Орлов/ })
  await own.getByRole('button', { name: 'Заблокировать' }).click()
  await page
    .getByRole('dialog', { name: /^Заблокировать/ })
    .getByRole('button', { name: 'Заблокировать' })
    .click()
  await expectToast(page, 'Нельзя изменить собственное состояние')
})

/** Ten digits with the check digit of a company's ИНН (domain.md 8). */
function innOf(nine: string): string {
  const weights = [2, 4, 10, 3, 5, 9, 4, 6, 8]
  const sum = weights.reduce((total, weight, place) => total + weight * Number(nine[place]), 0)
  return `${nine}${(sum % 11) % 10}`
}

/** Thirteen digits with the check digit of an ОГРН. */
const ogrnOf = (twelve: string) => `${twelve}${(Number(twelve) % 11) % 10}`

test('a company is made by keys, set up, put to work, suspended and closed @web', async ({
  page,
}) => {
  const digits = String(Date.now()).slice(-7)
  await enterAs(page, 'super')
  await page.goto('/super/companies')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Insert')
  const form = page.getByRole('dialog', { name: 'Новая компания' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  await field('Полное название').fill(`ООО «Вторсырьё ${digits}»`)
  await field('Краткое название').fill(`Вторсырьё ${digits}`)
  await field('ИНН').fill('7707083890')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText(/ИНН/).and(form.locator('[id$=-error]'))).toBeVisible()
  await field('ИНН').fill(innOf(`77${digits}`))
  await field('ОГРН').fill(ogrnOf(`11277${digits}`))
  await field('Юридический адрес').fill('г. Тула, ул. Заводская, д. 3')
  await field('Телефон').fill('+74872123456')
  await field('ФИО руководителя').fill('Орлов Виктор Дмитриевич')
  await field('Адрес площадки').fill('г. Тула, ул. Заводская, д. 3')
  await accessible(page, 'new company')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Компания создана')
  const steps = page.getByRole('dialog', { name: 'Подготовка к работе' })
  const stepOf = (title: string) => steps.getByRole('listitem').filter({ hasText: title })
  await expect(steps.getByRole('status')).toContainText('осталось шагов')
  await expect(stepOf('Реквизиты')).toContainText('Готово')
  await expect(stepOf('Пост взвешивания')).toContainText('Не хватает')
  await expect(stepOf('Номенклатура')).toContainText('Это делает управляющий компании')
  await accessible(page, 'set-up')
  await shot(page, 'company-set-up')
  await steps.getByRole('button', { name: 'Открыть: Пост взвешивания' }).click()
  const yard = page.getByRole('dialog', { name: 'Площадки и оборудование' })
  await yard.getByRole('button', { name: 'Новый пост' }).click()
  const post = page.getByRole('dialog', { name: /пост/i }).last()
  await post.getByRole('textbox', { name: 'Название' }).fill('Автовесы')
  await page.keyboard.press('Control+Enter')
  await expect(yard.getByText('Автовесы')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(stepOf('Пост взвешивания')).toContainText('Готово')
  await steps.getByRole('button', { name: 'Открыть: Модули и правила' }).click()
  const settings = page.getByRole('dialog', { name: 'Настройки компании' })
  await settings.getByRole('checkbox', { name: /^Документы/ }).uncheck()
  await shot(page, 'company-modules')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Модули сохранены')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.goto('/super')
  const unfinished = page.getByRole('region', { name: 'Подготовка компаний' })
  const fresh = unfinished.getByRole('listitem').filter({ hasText: `Вторсырьё ${digits}` })
  await expect(fresh).toContainText(
    /Ещё не работает.*Не хватает: начало работы, .*агент площадки.*банк/s,
  )
  await accessible(page, 'overview with an unfinished company')
  await shot(page, 'unfinished-companies')
  await fresh.getByRole('button', { name: /^Продолжить подготовку/ }).click()
  await expect(stepOf('Пост взвешивания')).toContainText('Готово')
  await page.keyboard.press('Escape')
  await page.goto('/super/companies')
  await page.getByPlaceholder('Название или ИНН').fill(`Вторсырьё ${digits}`)
  const row = page.getByRole('row', { name: new RegExp(`Вторсырьё ${digits}`) })
  // Head and row: what is pressed before the list is cut would be pressed in a row that moves.
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2)
  await row.dblclick()
  const step = async (name: string, said: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await expectToast(page, said)
  }
  await step('Начать работу', 'Компания работает')
  await expect(row.getByText('Работает')).toBeVisible()
  await shot(page, 'company-card')
  await step('Приостановить', 'Работа компании приостановлена')
  await step('Возобновить работу', 'Компания снова работает')
  await step('Приостановить', 'Работа компании приостановлена')
  await page.getByRole('button', { name: 'Закрыть навсегда' }).click()
  const sure = page.getByRole('dialog', { name: /^Закрыть навсегда/ })
  await expect(sure.getByRole('button', { name: 'Закрыть навсегда' })).toBeDisabled()
  await sure.getByRole('textbox').fill(innOf(`77${digits}`))
  await sure.getByRole('button', { name: 'Закрыть навсегда' }).click()
  await expectToast(page, 'Компания закрыта')
})

test('a super administrator reads who changed what, opens an event and verifies the journal @web', async ({
  page,
}) => {
  await enterAs(page, 'super')
  await page.goto('/super/audit')
  const table = page.getByRole('grid', { name: 'Журнал изменений' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  await shot(page, 'audit-list')
  // The sentence beside the time has links to what it names.
  await table
    .getByRole('row')
    .nth(1)
    .getByText(/\d{2}:\d{2}/)
    .dblclick()
  await page.getByText('Технические сведения').click()
  await expect(page.getByText('Отпечаток', { exact: true })).toBeVisible()
  await shot(page, 'audit-event')
  await page.getByRole('button', { name: 'Проверить' }).click()
  const dialog = page.getByRole('dialog', { name: 'Проверка журнала' })
  await dialog.getByRole('button', { name: 'Проверить журнал' }).click()
  await expect(dialog.getByText(/Журнал цел: записей \d+/)).toBeVisible()
  const kept = await dialog.locator('code').innerText()
  await dialog.getByLabel(/Сохранённый раньше отпечаток/).fill('12')
  await expect(dialog.getByText(/двоеточие и 64 знака/)).toBeVisible()
  await dialog.getByLabel(/Сохранённый раньше отпечаток/).fill(kept)
  await dialog.getByRole('button', { name: 'Проверить журнал' }).click()
  await expect(dialog.getByText(/Журнал цел: записей \d+/)).toBeVisible()
  await shot(page, 'audit-verify')
})
