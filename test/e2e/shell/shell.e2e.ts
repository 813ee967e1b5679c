import { expect, type Page, type Route } from '@playwright/test'
import { IS_LONG } from '../../support/sweep-size.ts'
import { accessibleInBothThemes } from '../support/access.ts'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { demoDay, demoYear } from '../support/page.ts'

test.use({ onePage: true })

const ACTS = '**/api/v1/act/getAllActs*'

test.beforeEach(async ({ page }) => {
  await enterAs(page, 'operator')
})

/**
 * How the list of acts is answered from now on. The browser begins to hand requests over before the page is opened: begun
 * later, it may let the next one through, and the page would get its rows where the test waits for a failure.
 */
async function actsAnsweredBy(page: Page) {
  const usual = (route: Route) => route.continue()
  let now = usual
  await page.route(ACTS, (route) => now(route))
  return (next = usual) => void (now = next)
}

/**
 * When a toast with these words went, by timers of the page itself that began with it: on a busy machine they are late
 * together with the toast's own, and in the same order.
 */
function lifeOfToast(page: Page, words: string): Promise<'too soon' | 'in time' | 'too late'> {
  return page.evaluate(
    (text) =>
      new Promise((resolve) => {
        const standing = () =>
          [...document.querySelectorAll('[role=alert]')].find(
            (alert) =>
              alert.querySelector('[aria-label="Закрыть сообщение"]') &&
              alert.checkVisibility() &&
              alert.textContent?.includes(text),
          )?.textContent
        let gone: 'too soon' | 'in time' | 'too late' = 'too soon'
        let said: string | undefined
        const timers: number[] = []
        const watch = new MutationObserver(() => {
          const now = standing()
          if (now === said) return
          timers.splice(0).forEach(clearTimeout)
          if (!now) {
            watch.disconnect()
            return resolve(gone)
          }
          // A repeated message is counted, and its time restarts.
          said = now
          gone = 'too soon'
          timers.push(
            window.setTimeout(() => (gone = 'in time'), 1200),
            window.setTimeout(() => (gone = 'too late'), 3000),
          )
        })
        watch.observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
    words,
  )
}

test('a failed call shows one of the three messages for two seconds @screen', async ({ page }) => {
  const answerBy = await actsAnsweredBy(page)
  await page.goto('/operator')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const open = () => page.getByRole('link', { name: 'Акты', exact: true }).click()
  const away = () => page.getByRole('link', { name: 'Рабочее место', exact: true }).click()
  const says = async (text: string) => {
    const life = lifeOfToast(page, text)
    await open()
    expect(await life).toBe('in time')
    await away()
  }
  const answer = (status: number, body: string) =>
    answerBy((route) => route.fulfill({ status, body, contentType: 'application/json' }))
  answer(500, JSON.stringify({ code: 'common.failed', message: 'Склад закрыт на учёт' }))
  await says('Склад закрыт на учёт')
  answer(502, '<html>bad gateway</html>')
  await says('Ошибка сети!')
  answerBy((route) => route.abort('connectionrefused'))
  const lost = lifeOfToast(page, 'Ошибка соединения с сервером!')
  await open()
  await lost
  await expect(page.getByText('Нет связи с сервером', { exact: true })).toBeVisible()
})

test('the two shortcut buttons lead to a new payment and a new supplier @web', async ({ page }) => {
  await page.goto('/operator/acts')
  const quick = page.getByRole('navigation', { name: 'Быстрые действия' })
  await expect(quick.getByRole('link')).toHaveCount(2)
  await quick.getByRole('link', { name: 'Создать выплату' }).click()
  await expect(page).toHaveURL(/\/operator\/create_payment$/)
  await quick.getByRole('link', { name: 'Создать поставщика' }).click()
  await expect(page.getByRole('dialog', { name: 'Новый поставщик' })).toBeVisible()
  await expect(page).toHaveURL(/\/operator\/suppliers/)
})

test('leaving a changed form saves it and continues to the wanted address @web', async ({
  page,
}) => {
  await page.goto('/account')
  const mail = page.getByLabel('Эл. почта')
  const now = `smena${Date.now()}@example.ru`
  await mail.fill('нет')
  await page.getByRole('link', { name: 'Акты', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Есть несохранённые изменения' })
  const save = question.getByRole('button', { name: 'Сохранить' })
  await save.click()
  await expect(question).toHaveCount(0)
  await expect(mail).toBeFocused()
  await expect(page).toHaveURL(/\/account$/)
  await mail.fill(now)
  await page.getByRole('link', { name: 'Акты', exact: true }).click()
  await save.click()
  await expect(page).toHaveURL(/\/operator\/acts/)
  await page.goto('/account')
  await expect(mail).toHaveValue(now)
})

test('two changed forms of one page ask once, and a refused one keeps the page @web', async ({
  page,
}) => {
  await page.goto('/account')
  const mail = page.getByLabel('Эл. почта')
  const now = `dve${Date.now()}@example.ru`
  await mail.fill(now)
  const password = page.getByLabel('Новый пароль', { exact: true })
  await password.fill('1')
  const acts = page.getByRole('link', { name: 'Акты', exact: true })
  await acts.click()
  const question = page.getByRole('dialog', { name: 'Есть несохранённые изменения' })
  await expect(question).toContainText('изменены 2 формы')
  await question.getByRole('button', { name: 'Сохранить всё' }).click()
  await expect(page.getByLabel('Текущий пароль')).toBeFocused()
  await expect(page).toHaveURL(/\/account$/)
  await acts.click()
  await expect(question).not.toContainText('формы')
  await question.getByRole('button', { name: 'Не сохранять' }).click()
  await expect(page).toHaveURL(/\/operator\/acts/)
  await page.goto('/account')
  await expect(mail).toHaveValue(now)
})

test('the screen adapts to every resize of the window @web', async ({ page }) => {
  await page.goto('/operator')
  const sections = page.getByRole('navigation', { name: 'Разделы' })
  await expect(sections).toBeVisible()
  await page.setViewportSize({ width: 800, height: 700 })
  await expect(sections).toBeHidden()
  await page.setViewportSize({ width: 1000, height: 700 })
  await expect(sections).toBeVisible()
})

test('windows over a screen have no serious accessibility fault in either theme @axe @web', async ({
  page,
}) => {
  await page.goto('/operator/acts')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const layers: [string, () => Promise<void>][] = [
    ['columns', () => page.getByRole('button', { name: 'Колонки' }).click()],
    ['period', () => page.getByRole('button', { name: 'За всё время' }).click()],
    ['notices', () => page.getByRole('button', { name: /^Уведомления/ }).click()],
    ['user menu', () => page.getByRole('button', { name: /Меню пользователя/ }).click()],
    ['palette', () => page.keyboard.press('Control+KeyK')],
    ['keys', () => page.keyboard.press('Shift+F1')],
    ['guide', () => page.keyboard.press('F1')],
  ]
  // One window for choosing and one for finding are read beside the other tests.
  const audited = layers.filter(([name]) => IS_LONG || name === 'columns' || name === 'palette')
  for (const [name, open] of audited) {
    await open()
    await expect(page.getByRole('dialog').first()).toBeVisible()
    await accessibleInBothThemes(page, name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1)
  await page.keyboard.press('Space')
  await expect(page.getByRole('complementary', { name: 'Карточка записи' })).toBeVisible()
  await accessibleInBothThemes(page, 'peek')
  await page.goto('/operator/suppliers?mode=create')
  const dialog = page.getByRole('dialog', { name: 'Новый поставщик' })
  await expect(dialog.getByLabel('Фамилия')).toBeFocused()
  await dialog.locator('[data-main]').click()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await accessibleInBothThemes(page, 'dialog with errors')
})

test('a change made elsewhere reaches the open screen without a reload', async ({ page }) => {
  await page.goto('/operator/suppliers')
  const name = `Живой-${Date.now()}`
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText('По этим условиям ничего нет')).toBeVisible()
  const token = await tokenOf(page.request, 'manager')
  const made = await page.request.post('/api/v1/supplier/createNewSuppliers', {
    headers: { authorization: `Bearer ${token}` },
    data: { client_id: crypto.randomUUID(), type: 'person', last_name: name, first_name: 'Иван' },
  })
  expect(made.status(), await made.text()).toBe(200)
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
})

test('Enter in the palette before a record is found opens it when it is found @web', async ({
  page,
}) => {
  const number = `${demoYear}-0000`
  await page.goto('/operator')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const found = Promise.withResolvers<void>()
  await page.route('**/api/v1/act/getAllActs*', async (route) => {
    await found.promise
    await route.continue()
  })
  await page.keyboard.press('Control+KeyK')
  const asked = page.waitForRequest(/act\/getAllActs/)
  await page.getByRole('combobox', { name: 'Найти или сделать' }).fill(number)
  await page.keyboard.press('Enter')
  await asked
  found.resolve()
  await expect(page.getByRole('heading', { name: `Акт № ${number}` })).toBeVisible()
})

test('the palette finds acts, visits, payments and suppliers and opens one @screen', async ({
  page,
}) => {
  await page.goto('/operator')
  // The empty page between two screens has a heading as well, and no keys.
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible()
  await page.keyboard.press('Control+KeyK')
  const palette = page.getByRole('dialog', { name: 'Найти или сделать' })
  const field = palette.getByRole('combobox')
  await field.fill('Кузнецов')
  for (const group of ['Поставщики', 'Акты', 'Выплаты'])
    await expect(palette.getByText(group, { exact: true }).first()).toBeVisible()
  await field.fill(demoDay.slice(2, 7).replace('-', ''))
  await expect(palette.getByText('Заезды', { exact: true }).first()).toBeVisible()
  await field.fill(`${demoYear}-0`)
  const act = palette.getByRole('option', { name: new RegExp(`^${demoYear}-\\d{6}`) }).first()
  await expect(act).toBeVisible()
  await act.click()
  await expect(
    page.getByRole('heading', { name: new RegExp(`Акт № ${demoYear}-\\d{6}`) }),
  ).toBeVisible()
})

test('a toast that appears under a resting pointer is hidden after its two seconds @web', async ({
  page,
}) => {
  const answerBy = await actsAnsweredBy(page)
  await page.goto('/operator/acts')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const { width, height } = page.viewportSize()!
  await page.mouse.move(width / 2, height - 40)
  const json = { code: 'common.overloaded', message: 'Сервер перегружен, повторите через секунду' }
  const life = lifeOfToast(page, 'Сервер перегружен')
  // The page watches before the first refusal: a change made elsewhere may read the list ahead of F5, and only the
  // first failure of a list has a toast.
  await page.evaluate(() => undefined)
  answerBy((route) => route.fulfill({ status: 503, json }))
  await page.keyboard.press('F5')
  expect(await life).toBe('in time')
})
