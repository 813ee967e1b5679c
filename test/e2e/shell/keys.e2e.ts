import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { accessible } from '../support/access.ts'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

test.beforeEach(async ({ page }) => {
  await enterAs(page, 'operator')
})

// The journeys after this file press the usual keys, whatever ended here half way.
test.afterAll(({ request }) => setHotkeys(request, null))

/** As another computer of the same person does it. */
async function setHotkeys(request: APIRequestContext, value: Record<string, string> | null) {
  const authorization = `Bearer ${await tokenOf(request, 'operator')}`
  const answer = await request.put('/api/v1/user/updatePreference', {
    headers: { authorization },
    data: { key: 'hotkeys', scope: 'user', value },
  })
  expect(answer.status()).toBe(200)
}

const MODIFIERS = { alt: 1, ctrl: 2, shift: 8 }

/** A key as the Russian layout gives it: the letter of that layout, the code of the place. */
async function press(page: Page, code: string, key: string, ...held: (keyof typeof MODIFIERS)[]) {
  const session = await page.context().newCDPSession(page)
  const modifiers = held.reduce((sum, name) => sum + MODIFIERS[name], 0)
  const event = { code, key, modifiers }
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  await session.detach()
}

test('the keys of the whole product work in the Russian layout @keys @screen', async ({ page }) => {
  await page.goto('/operator/acts')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await press(page, 'KeyK', 'л', 'ctrl')
  const palette = page.getByRole('dialog', { name: 'Найти или сделать' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await press(page, 'Escape', 'Escape')
  await expect(palette).toHaveCount(0)
  for (const [code, key, ...held] of [
    ['F1', 'F1', 'shift'],
    ['Slash', ',', 'shift'],
  ] as const) {
    await press(page, code, key, ...held)
    const help = page.getByRole('dialog', { name: 'Горячие клавиши' })
    await expect(help.getByText('Поиск и действия')).toBeVisible()
    await press(page, 'Escape', 'Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const navigation = page.getByRole('navigation', { name: 'Разделы' })
  await press(page, 'Backslash', '\\', 'ctrl')
  await expect(navigation).toHaveAttribute('data-folded', 'true')
  await press(page, 'Backslash', '\\', 'ctrl')
  await expect(navigation).toHaveAttribute('data-folded', 'false')
})

test('the keys of a list work in the Russian layout @keys @screen', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/operator/acts')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await press(page, 'Slash', '.')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await press(page, 'ArrowDown', 'ArrowDown')
  await expect(page.getByRole('grid')).toBeFocused()
  // Rows that were still on their way choose the first one as soon as they are there.
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1)
  const peek = page.getByRole('complementary', { name: 'Карточка записи' })
  await page.keyboard.press('Space')
  await expect(peek).toBeVisible()
  await press(page, 'Escape', 'Escape')
  await expect(peek).toHaveCount(0)
  await press(page, 'KeyC', 'с', 'ctrl')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('\t')
  const toolbar = page.getByRole('toolbar', { name: 'Действия с выбранными' })
  await page.keyboard.press('Control+Space')
  await expect(toolbar).toContainText('1 строка')
  await press(page, 'KeyA', 'ф', 'ctrl')
  await expect(toolbar).toContainText('50 строк')
  const asked = page.waitForRequest(/act\/getAllActs/)
  await press(page, 'F5', 'F5')
  await asked
  await press(page, 'Insert', 'Insert')
  await expect(page).toHaveURL(/search_supplier/)
})

test('a form is saved and a dialog closed in the Russian layout @keys @screen', async ({
  page,
}) => {
  await page.goto('/operator/suppliers?mode=create')
  const dialog = page.getByRole('dialog', { name: 'Новый поставщик' })
  for (const [code, key] of [
    ['KeyS', 'ы'],
    ['Enter', 'Enter'],
  ] as const) {
    await expect(dialog.getByRole('textbox', { name: 'Фамилия' })).toBeFocused()
    await press(page, code, key, 'ctrl')
    await expect(dialog.getByRole('alert')).toContainText('Фамилия')
  }
  await press(page, 'Escape', 'Escape')
  await expect(dialog).toHaveCount(0)
})

test('a person puts a hotkey on other keys, not on taken ones, and back, whatever another computer sets @keys @web', async ({
  page,
  request,
}) => {
  await page.goto('/account')
  const hotkeys = page.getByRole('region', { name: 'Горячие клавиши' })
  await hotkeys.getByRole('button', { name: 'Изменить: Поиск и действия' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новые клавиши' })
  await expect(dialog.getByLabel('Поиск и действия')).toBeFocused()
  await press(page, 'Enter', 'Enter', 'ctrl')
  await expect(dialog).toContainText('Занято: «Главное действие')
  await press(page, 'KeyY', 'н', 'ctrl', 'shift')
  await shot(page, 'hotkey-form')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('banner')).toContainText('Ctrl + Shift + Y')
  // Until it has closed, keys are its own.
  await expect(dialog).toHaveCount(0)
  await press(page, 'KeyY', 'н', 'ctrl', 'shift')
  await expect(page.getByRole('dialog', { name: 'Найти или сделать' })).toBeVisible()
  await press(page, 'Escape', 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await hotkeys.scrollIntoViewIfNeeded()
  await accessible(page, 'hotkeys')
  await shot(page, 'hotkeys')
  await setHotkeys(request, { palette: 'Ctrl+Shift+KeyY', fold: 'Ctrl+Shift+KeyG' })
  await hotkeys.getByRole('button', { name: 'Вернуть: Поиск и действия' }).click()
  await expect(page.getByRole('banner')).toContainText('Ctrl + K')
  await expect(hotkeys.getByText('Ctrl + Shift + G')).toBeVisible()
})

test('columns are moved by keys and by mouse, and stored with the account @web', async ({
  page,
}) => {
  await page.goto('/operator/suppliers')
  const heads = page.getByRole('columnheader')
  // The first head has the box that selects rows; a column's box is one place before its head.
  await expect(heads.nth(3)).toBeVisible()
  const before = await heads.allTextContents()
  await page.getByRole('button', { name: 'Колонки' }).click()
  const boxes = page.getByRole('list', { name: 'Колонки' }).getByRole('checkbox')
  await boxes.nth(1).focus()
  const kept = page.waitForResponse(/user\/updatePreference/)
  await page.keyboard.press('Alt+ArrowDown')
  await expect(heads.nth(2)).toHaveText(before[3]!)
  await expect(boxes.nth(2)).toBeFocused()
  expect((await kept).status()).toBe(200)
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('priyomka').onblocked = resolve
        setTimeout(resolve, 300)
      }),
  )
  await page.reload()
  await expect(heads.nth(2)).toHaveText(before[3]!)
  await page.getByRole('button', { name: 'Колонки' }).click()
  const back = page.waitForResponse(/user\/updatePreference/)
  await page.getByRole('button', { name: `${before[2]}: выше` }).click()
  await expect(heads.nth(2)).toHaveText(before[2]!)
  await back
})
