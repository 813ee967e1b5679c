import { expect, type Locator, type Page } from '@playwright/test'
import { device } from '#contract/device/device.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { programFile } from '../support/program-file.ts'

test.use({ onePage: true })

test.beforeEach(async ({ page }) => {
  await enterAs(page, 'manager')
})

/** Focuses a field in the very moment it is drawn, before anything the window has planned for later. */
async function seizeField(page: Page, label: string): Promise<void> {
  await page.evaluate((words) => {
    const watch = new MutationObserver(() => {
      const labels = [...document.querySelectorAll('[role=dialog] label')]
      const name = labels.find(({ textContent }) => textContent?.startsWith(words))
      const field = document.getElementById((name as HTMLLabelElement | undefined)?.htmlFor ?? '')
      if (!field) return
      watch.disconnect()
      field.focus()
      // Later than any task that the opening of a window may have put off.
      setTimeout(() => (document.body.dataset['seized'] = 'true'), 200)
    })
    watch.observe(document.body, { childList: true, subtree: true })
  }, label)
}

test('a window keeps the focus in the field that was chosen while it opened @web', async ({
  page,
}) => {
  await page.goto('/operator')
  await page.getByRole('button', { name: 'Оборудование' }).press('Enter')
  const rules = page.getByRole('button', { name: 'Правила взвешивания' })
  await expect(rules).toBeVisible()
  await seizeField(page, 'Тара хранится, дней')
  await rules.press('Enter')
  await expect(page.locator('body[data-seized]')).toBeAttached()
  const field = page.getByRole('textbox', { name: 'Тара хранится, дней' })
  await expect(field).toBeFocused()
})

test('a popover keeps a chosen focus, holds Tab, and returns the focus @web', async ({ page }) => {
  await page.goto('/operator/acts')
  const opener = page.getByRole('button', { name: 'За всё время' })
  const first = page.getByRole('button', { name: 'Сегодня', exact: true })
  await opener.press('Enter')
  await expect(first).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await seizeField(page, 'С')
  await page.keyboard.press('Enter')
  await expect(page.locator('body[data-seized]')).toBeAttached()
  const from = page.getByRole('textbox', { name: 'С', exact: true })
  await expect(from).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('textbox', { name: 'По', exact: true })).toBeFocused()
})

test('Escape closes a calendar and leaves its window open @web', async ({ page }) => {
  await page.goto('/operator/suppliers?mode=create')
  const form = page.getByRole('dialog', { name: 'Новый поставщик' })
  await form.getByRole('button', { name: 'Открыть календарь' }).first().click()
  const calendar = page.getByRole('dialog', { name: 'Календарь' })
  await expect(calendar.getByRole('button', { name: 'Предыдущий месяц' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
})

test('Tab stays inside a window, and Escape returns the focus @web', async ({ page }) => {
  await page.goto('/operator')
  await page.getByRole('button', { name: 'Оборудование' }).press('Enter')
  const yard = page.getByRole('dialog', { name: 'Площадки и оборудование' })
  const opener = yard.getByRole('button', { name: 'Новый пост' })
  await opener.press('Enter')
  const form = page.getByRole('dialog', { name: 'Новый пост' })
  const first = form.getByRole('textbox', { name: 'Номер', exact: true })
  await expect(first).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(form.getByRole('button', { name: 'Закрыть' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(form.getByRole('button', { name: 'Сохранить' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(form.getByRole('button', { name: 'Закрыть' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('Enter right after a pasted text takes its first match @screen', async ({ page }) => {
  await page.goto('/operator/manual')
  const goods = page.getByRole('combobox', { name: 'Товар' })
  await goods.fill('12А,')
  await goods.press('Enter')
  await expect(goods).toHaveValue(/^Лом стальной 12А,/)
})

test('Enter before a list has loaded takes its first match @screen', async ({ page }) => {
  const list = Promise.withResolvers<void>()
  await page.route('**/api/v1/product/getProducts*', async (route) => {
    await list.promise
    await route.continue()
  })
  await page.goto('/operator/manual')
  const goods = page.getByRole('combobox', { name: 'Товар' })
  await goods.fill('12А,')
  await goods.press('Enter')
  await expect(goods).toHaveValue('12А,')
  list.resolve()
  await expect(goods).toHaveValue(/^Лом стальной 12А,/)
})

test('a window stays visible while the sign-in over it loads @screen', async ({ page }) => {
  const program = programFile('session/re-login.tsx')
  const signIn = Promise.withResolvers<void>()
  await page.route(program, async (route) => {
    await signIn.promise
    await route.continue()
  })
  await page.goto('/operator')
  await page.getByRole('button', { name: 'Оборудование' }).press('Enter')
  await page.getByRole('button', { name: 'Правила взвешивания' }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Тара хранится, дней' })
  await field.fill('17')
  const ended = { code: 'auth.required', message: 'Войдите' }
  await page.route('**/api/v1/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 401, json: ended }),
  )
  const asked = page.waitForRequest(program)
  await page.keyboard.press('Control+Enter')
  await asked
  await expect(field).toBeVisible()
  signIn.resolve()
  await expect(page.getByLabel('Пароль', { exact: true })).toBeFocused()
  await expect(field).toHaveValue('17')
})

/** As a hand does it: the second click counts as the second of one gesture, wherever it lands. */
async function clickTwice(page: Page, target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox())!
  const at = { x: x + width / 2, y: y + height / 2, button: 'left' as const }
  const screen = await page.context().newCDPSession(page)
  const start = Date.now() / 1000
  // A hand does not wait until the page has heard its first click, as `mouse.click` does.
  const clicks = [1, 2].flatMap((clickCount) =>
    (['mousePressed', 'mouseReleased'] as const).map((type) =>
      screen.send('Input.dispatchMouseEvent', {
        ...at,
        type,
        clickCount,
        timestamp: start + clickCount / 10,
      }),
    ),
  )
  await Promise.all(clicks)
  await screen.detach()
}

test('two clicks open one window, a held Enter is one press, and a reload asks about what was typed @screen', async ({
  page,
}) => {
  await page.goto('/operator')
  const opener = page.getByRole('button', { name: 'Оборудование' })
  await expect(opener).toBeVisible()
  await clickTwice(page, opener)
  const rules = page.getByRole('button', { name: 'Правила взвешивания' })
  await expect(rules).toBeVisible()
  await clickTwice(page, rules)
  const field = page.getByRole('textbox', { name: 'Тара хранится, дней' })
  await expect(field).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(2)
  const first = page.getByRole('combobox', { name: '«Взвешивание»' })
  await field.focus()
  // The second and later of these are repeats of a held key.
  for (let held = 0; held < 40; held++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(first).toBeVisible()
  await expect(field).not.toBeFocused()
  await page.keyboard.press('Shift+Enter')
  await expect(field).toBeFocused()
  await field.fill('18')
  const asked = page.waitForEvent('dialog')
  const reload = page.reload({ timeout: 5000 }).catch(() => undefined)
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await reload
  await expect(field).toHaveValue('18')
})

test('a second press on a slow line does not send twice while the saved record is read again @screen', async ({
  page,
  answers,
}) => {
  answers.letThrough(device.superSaveRules)
  await page.goto('/operator')
  await page.getByRole('button', { name: 'Оборудование' }).press('Enter')
  await page.getByRole('button', { name: 'Правила взвешивания' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Правила взвешивания' })
  const save = form.getByRole('button', { name: 'Сохранить' })
  await expect(save).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url())
  })
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/v1/device/superGetYard**', async (route) => {
    if (route.request().method() === 'GET') await answered.promise
    await route.continue()
  })
  const readAgain = page.waitForRequest((one) => one.method() === 'GET' && sent.length > 0)
  await page.keyboard.press('Control+Enter')
  await readAgain
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+KeyS')
  await expect(save).toBeDisabled()
  answered.resolve()
  await expect(form).toHaveCount(0)
  expect(sent).toHaveLength(1)
})

test('selected rows stay selected when their data could not be read @web', async ({ page }) => {
  await page.goto('/operator/transactions?status=closed')
  await page.getByRole('row').getByRole('checkbox').nth(1).click()
  const weightAct = page.getByRole('button', { name: 'Весовой акт' })
  await expect(weightAct).toBeEnabled()
  await page.route('**/api/v1/product/getProducts**', (route) => route.abort())
  await weightAct.click()
  await expectToast(page, 'Ошибка соединения с сервером!')
  await expect(weightAct).toBeEnabled()
  await page.unroute('**/api/v1/product/getProducts**')
  await weightAct.click()
  await expect(page.getByRole('dialog', { name: 'Весовой акт' })).toBeVisible()
})

test('a window whose code does not load shows it, and a supplier sent twice is not reported as his own duplicate @web', async ({
  page,
  problems,
}) => {
  await page.goto('/operator/suppliers')
  const opener = page.getByRole('button', { name: 'Новый поставщик' })
  await expect(opener).toBeVisible()
  await page.route('**/assets/**', (route) => route.abort('connectionrefused'))
  await opener.click()
  await expectToast(page, 'Часть программы не загрузилась')
  await page.unroute('**/assets/**')
  problems.splice(0)
  await opener.click()
  const form = page.getByRole('dialog', { name: 'Новый поставщик' })
  await form.getByLabel(/^Фамилия/).fill('Повторов')
  await form.getByLabel(/^Имя/).fill('Иван')
  const make = '**/api/v1/supplier/createNewSuppliers'
  const lost = Promise.withResolvers<string[]>()
  await page.route(make, async (route) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    // The record is stored and sent to the screens before its answer is lost.
    await Promise.all([page.waitForResponse('**/supplier/getAllSuppliers**'), route.fetch()])
    const twins = asked.filter((url) => url.includes('findTwins'))
    await route.abort('connectionreset')
    lost.resolve(twins)
  })
  await page.keyboard.press('Control+Enter')
  expect(await lost.promise).toEqual([])
  await page.unroute(make)
  await expect(form.getByText('Похоже, он уже есть')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(form.getByRole('heading', { name: 'Способ выплаты' })).toBeVisible()
})
