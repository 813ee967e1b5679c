import { expect, type Page } from '@playwright/test'
import { enterAs } from '../support/addresses.ts'
import { keyboardOf } from '../support/hands.ts'
import { allToasts, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'
import { MANAGER_PIN } from '../support/purchase-steps.ts'
import { weigh } from '../support/weigh.ts'
import { arrive, arriveGoods, clearScale, fault, leave } from '../support/yard.ts'

test.use({ onePage: true })

// Another vehicle in each run over the same data: this one stays on the yard.
const plateDigits = String(100 + (Math.floor(Date.now() / 1000) % 900))

// A failed test leaves its truck on the scale; the next one begins with an empty scale.
test.afterEach(() => clearScale())

test('a truck is weighed in by keys, and the screen shows why it may not be weighed twice @keys', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await recordSoundStates(page)
  await page.goto('/operator/weight')
  // A browser lets a page sound after a key.
  await expect(page.getByTestId('weight')).toHaveText('0')
  const main = page.getByRole('button', { name: /^Записать въезд/ })
  const colourOf = () => main.evaluate((button) => getComputedStyle(button).backgroundColor)
  await expect(main).toHaveAttribute('data-disabled')
  const unpressable = await colourOf()
  await page.keyboard.press('F2')
  await arrive(`Р${plateDigits}ТН77`, 11_860)
  // The keys of the screen work as soon as it is drawn, which may take a busy machine some time.
  await expect(page.getByRole('heading', { name: 'Груз' })).toBeVisible()
  await page.keyboard.press('F2')
  await expect(page.getByLabel('Номер машины (F2)')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(`h${plateDigits}th77`)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(`p${plateDigits}th77`)
  await page.keyboard.press('F4')
  await expect(page.getByLabel('Номер машины (F2)')).toHaveValue(`Р${plateDigits}ТН77`)
  await expect(main).not.toHaveAttribute('data-disabled')
  // The colour is drawn in the next frames.
  await expect.poll(colourOf, 'a button that may be pressed').not.toBe(unpressable)
  await weigh(page, 11_860)
  await expect(page.getByText('Это тот же груз: дождитесь нуля')).toBeVisible()
  await shot(page, '40-weighed-in')
  const soundStates = () =>
    page.evaluate(() => (globalThis as { soundStates?: string[] }).soundStates)
  await expect.poll(soundStates, 'the tone sounds').toContain('running')
  await expect.poll(async () => (await soundStates())?.at(-1), 'and ends').toBe('suspended')
  // The visit is shown beside the weight before its pictures can be requested.
  await expect(page.getByRole('heading', { name: /^Заезд \d/ })).toBeVisible()
  await page.keyboard.press('F7')
  await expect(page.getByRole('dialog').getByText(/Въезд .*11\s860/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('F9')
  const preview = page.getByRole('heading', { name: 'ТАЛОН ВЗВЕШИВАНИЯ' })
  const ticket = async () =>
    (await preview.isVisible()) || /Талон .* напечатан/.test(await allToasts(page))
  await expect.poll(ticket).toBe(true)
  await page.keyboard.press('Escape')
  await leave()
  await expect(page.getByText('На весах нет груза')).toBeVisible()
})

/** Writes down each state that a sound context of the page takes from now on. */
async function recordSoundStates(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const soundStates: string[] = []
    class RecordedContext extends AudioContext {
      constructor() {
        super()
        this.addEventListener('statechange', () => soundStates.push(this.state))
      }
    }
    Object.assign(globalThis, { soundStates, AudioContext: RecordedContext })
  })
}

test('a silent scale and a lost server have messages, and both recover by themselves', async ({
  page,
  problems,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/weight')
  await expect(page.getByTestId('weight')).toHaveText('0')
  const yard = await page.getByRole('link', { name: 'Учебная площадка' }).getAttribute('href')
  expect(await (await page.request.get(yard!)).text()).toContain('<h1>Учебная площадка</h1>')
  await fault(1, 'no_link', true)
  await expect(page.getByTestId('weight')).toHaveText('— —')
  await expect(page.getByText(/Весы не отвечают|Нет связи с весами/).first()).toBeVisible()
  await shot(page, '41-scale-lost')
  await fault(1, 'no_link', false)
  await expect(page.getByTestId('weight')).toHaveText('0')
  // Where streams do not come through, the weight is asked for instead; then the server is lost wholly.
  await page.route('**/weight/stream*', (route) => route.abort())
  await page.reload()
  await expect(page.getByTestId('weight')).toHaveText('0')
  await page.route('**/api/**', (route) => route.abort())
  await expect(page.getByTestId('weight')).toHaveText('— —')
  await expect(page.getByText(/Нет связи с сервером/).first()).toBeVisible()
  await page.unroute('**/api/**')
  await expect(page.getByTestId('weight')).toHaveText('0')
  await expect(page.getByText(/Нет связи с сервером/)).toHaveCount(0)
  // The browser itself reports requests that could not leave.
  problems.splice(0, problems.length)
})

test('while the server cannot answer the screen stays and asks again @web', async ({ page }) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/weight')
  await expect(page.getByRole('region', { name: /На территории \d/ })).toBeVisible()
  const lists = /transactions\/getListIn|device\/getDevices/
  const body = { code: 'common.unavailable', message: 'Сервер временно недоступен' }
  await page.route(lists, (route) => route.fulfill({ status: 503, json: body }))
  const failed = page.waitForResponse(
    (answer) => answer.url().includes('getListIn') && !answer.ok(),
  )
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  expect((await failed).status()).toBe(503)
  await page.waitForTimeout(500)
  await expect(page.getByRole('heading', { level: 1, name: 'Взвешивание' })).toBeVisible()
  const again = page.waitForResponse((answer) => answer.url().includes('getListIn') && answer.ok())
  await page.unroute(lists)
  await again
})

test('a typed weight is hatched and needs the PIN of another person, and so does voiding its visit', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/weight')
  await page.getByLabel('Номер машины (F2)').fill('М404КА77')
  await page.getByLabel('Ручной ввод').check()
  await expect(page.getByText('Ручной ввод: вес не с весов')).toBeVisible()
  await page.keyboard.press('F8')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Вес, кг').fill('7 340')
  await dialog.getByLabel('Когда стояла на весах').fill('вчера 9:30')
  await dialog.getByLabel('Причина').fill('Индикатор в поверке')
  await dialog.getByLabel('Причина').press('Control+Enter')
  await page.getByRole('textbox', { name: 'Пин-код' }).fill(MANAGER_PIN)
  await expect(page.getByText('Ручной вес')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Въезд 09:30' })).toBeVisible()
  await shot(page, '42-typed')
  await page.getByRole('button', { name: 'Аннулировать' }).click()
  await dialog.getByLabel('Причина').fill('Проба ручного ввода')
  await dialog.getByLabel('Причина').press('Control+Enter')
  await page.getByRole('textbox', { name: 'Пин-код' }).fill(MANAGER_PIN)
  await expect(
    page.getByText('Новый заезд начнётся с записи веса.', { exact: false }),
  ).toBeVisible()
  await page.goto('/operator/transactions?q=М404КА77')
  await expect(page.getByText('Ручной ввод').first()).toBeVisible()
  await expect(page.getByText('Аннулирована').first()).toBeVisible()
})

test('two platforms are used side by side by keys, each with its own goods and sum @keys @web', async ({
  page,
  context,
}) => {
  await enterAs(page, 'operator')
  const hands = await keyboardOf(page)
  await page.goto('/operator/weight1')
  const second = await context.newPage()
  const others = await keyboardOf(second)
  await second.goto('/operator/weight2')
  await Promise.all([arriveGoods(2, 86), arriveGoods(3, 41)])
  for (const [at, kilograms, keys] of [
    [page, 86, hands],
    [second, 41, others],
  ] as const) {
    await expect(at.getByText('■ СТАБИЛЬНО')).toBeVisible()
    await keys.press('F5')
    await keys.type('медь')
    await keys.press('Enter')
    await weigh(at, kilograms, () => keys.press('F8'))
    await expect(at.getByRole('heading', { name: /Сдача: 1\sвзвешивание/ })).toBeVisible()
  }
  await shot(page, '43-platform')
  await Promise.all([leave(2), leave(3)])
  await page.getByRole('button', { name: 'Ещё одно взвешивание' }).focus()
  await hands.press('Enter')
  await expect(page.getByText('На весах нет груза')).toBeVisible()
  expect([...hands.pointer, ...others.pointer]).toEqual([])
})

test('two loads of one seller over a platform are accepted together, each with its goods and its price @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/weight1')
  await weighGoods(page, 74, 'медь')
  await page.getByRole('button', { name: 'Ещё одно взвешивание' }).click()
  await weighGoods(page, 53, 'латунь')
  const picture = { name: 'накладная.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await page.getByLabel('Приложить фото').setInputFiles(picture)
  await expect(page.getByRole('button', { name: /^Заезд .*: приложено$/ })).toBeVisible()
  await page.keyboard.press('F4')
  await page.keyboard.type('ООО')
  await page.getByRole('option', { name: /^ООО/ }).first().click()
  await expect(page.getByRole('heading', { name: /Сдача: 2\sвзвешивания, 127\sкг/ })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: /Приём: 2\sвзвешивания/ })
  await expect(async () => {
    await page.keyboard.press('F10')
    await expect(dialog).toBeVisible({ timeout: 6000 })
  }).toPass()
  // Nothing is sent while the window waits for a person.
  const under = page.locator('button', { hasText: 'Принять · F10' })
  await expect(under).not.toHaveAttribute('data-loading')
  await expect(dialog.getByText('Поставщик').locator('..')).toContainText('ООО')
  for (const [place, goods, kilograms] of [
    [1, /медь/i, '74'],
    [2, /латунь/i, '53'],
  ] as const) {
    await expect(dialog.getByLabel(`Товар позиции ${place}`)).toHaveValue(goods)
    const weight = dialog.getByLabel(`Вес позиции ${place}`)
    await expect(weight).toHaveAttribute('placeholder', kilograms)
    await expect(dialog.getByRole('row').nth(place)).toContainText(/\d,\d\d\s₽/)
  }
  await expect(dialog.getByRole('button', { name: /^Заезд .*: приложено$/ })).toBeVisible()
  await shot(page, '43-platform-accept')
  await dialog.getByRole('button', { name: 'Только весовой акт' }).click()
  const editor = page.getByRole('dialog', { name: 'Весовой акт' })
  await expect(editor.getByLabel('Товар строки 1')).toHaveValue(/медь/i)
  await expect(editor.getByLabel('Товар строки 2')).toHaveValue(/латунь/i)
  await shot(page, '43-platform-weight-act')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/operator\/weightacts/)
  const made = page.getByRole('row', { name: 'Проведён' }).first()
  await expect(made).toContainText('ООО')
})

test('the list of visits shows by keys who is on site and loads without a link @keys @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  const hands = await keyboardOf(page)
  await page.goto('/operator/transactions')
  await page.getByRole('button', { name: /^На территории \d/ }).focus()
  await hands.press('Enter')
  await expect(page).toHaveURL(/status=in/)
  await expect(page.getByRole('row').nth(1)).toContainText('На территории')
  await shot(page, '44-on-site')
  await page.getByRole('tab', { name: 'Заезды' }).focus()
  await hands.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'Без связи: ждут заезда' })).toBeVisible()
  expect(hands.pointer).toEqual([])
  await shot(page, '45-loads')
})

/** Goods are put on the first platform, named, weighed, and taken off again. */
async function weighGoods(page: Page, kilograms: number, goods: string): Promise<void> {
  await arriveGoods(2, kilograms)
  await expect(page.getByText('■ СТАБИЛЬНО')).toBeVisible()
  await page.keyboard.press('F5')
  await page.keyboard.type(goods)
  await page.keyboard.press('Enter')
  await weigh(page, kilograms)
  await leave(2)
}
