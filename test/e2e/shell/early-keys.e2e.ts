import { expect, type Page } from '@playwright/test'
import { IS_LONG } from '../../support/sweep-size.ts'
import { enterAs } from '../support/addresses.ts'
import { holdBack } from '../support/answers.ts'
import { test } from '../support/held-page.ts'
import { programFile } from '../support/program-file.ts'

// What is fetched before it is wanted is fetched by a document once.
test.use({ onePage: true, loadsDocuments: true })

test.beforeEach(async ({ page }) => {
  await enterAs(page, 'operator')
})

/** Finds the first supplier, whose card is one key away. */
async function findOne(page: Page): Promise<void> {
  await page.goto('/operator/search_supplier')
  await page.getByLabel('Кого ищем').fill('ООО')
  await expect(page.getByRole('row').first()).toBeVisible()
}

const newMethod = (page: Page) =>
  page.getByRole('dialog', { name: 'Поставщик' }).getByRole('button', { name: 'Отмена' })

test('a key pressed together with a change of the tab reaches the new tab @web', async ({
  page,
}) => {
  await findOne(page)
  await page.keyboard.press('F2')
  const card = page.getByRole('dialog', { name: 'Поставщик' })
  await expect(card.getByRole('textbox').first()).toBeFocused()
  // Sooner than the browser takes the focus from the field that Alt + 2 hides, which it does with the next frame.
  const hidden = await page.evaluate(async () => {
    const field = document.activeElement!
    const press = (key: KeyboardEventInit) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
    press({ code: 'Digit2', altKey: true })
    await Promise.resolve()
    const stillThere = field === document.activeElement
    press({ code: 'Insert' })
    return stillThere
  })
  expect(hidden).toBe(true)
  await expect(newMethod(page)).toBeVisible()
})

for (const [what, addressOf] of [
  ['windows', () => programFile('ui/dialogs/dialogs.tsx')],
  ['the card', () => programFile('features/supplier/head/supplier-card.tsx')],
  ['its data', () => /supplier\/getSupplier\b/],
] as const) {
  // One of the three ways beside the other tests.
  if (!IS_LONG && what !== 'windows') continue
  test(`keys pressed while the code or data of ${what} load are kept for the card @screen`, async ({
    page,
  }) => {
    const address = addressOf()
    const letGo = await holdBack(page, address)
    // Windows are fetched before they are wanted; the answer is held back all the same.
    const asked = page.waitForRequest(address)
    await findOne(page)
    await page.keyboard.press('F2')
    await asked
    await page.keyboard.press('Alt+Digit2')
    await page.keyboard.press('Insert')
    letGo()
    await expect(newMethod(page)).toBeVisible()
    // The page under the card has a meaning for Insert too.
    await expect(page.getByRole('dialog')).toHaveCount(1)
  })
}

test('a key pressed while another screen loads does not reach the former one @screen', async ({
  page,
}) => {
  const program = programFile('features/act/act-list-page.tsx')
  const letGo = await holdBack(page, program)
  await page.goto('/operator/suppliers')
  const asked = page.waitForRequest(program)
  await page.getByRole('link', { name: 'Акты', exact: true }).press('Enter')
  await asked
  await expect(page.getByRole('progressbar', { name: 'Загрузка' })).toBeAttached()
  await page.keyboard.press('Control+KeyK')
  await expect(page.getByRole('combobox', { name: 'Найти или сделать' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Insert')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  letGo()
  await expect(page).toHaveURL(/search_supplier/)
})

test('a key pressed together with a link reaches the screen that the link opens @screen', async ({
  page,
}) => {
  await page.goto('/operator/suppliers')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  // Sooner than React shows that another screen loads.
  await page.getByRole('link', { name: 'Акты', exact: true }).evaluate(async (link) => {
    const press = () =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'Insert', bubbles: true }))
    ;(link as HTMLElement).click()
    await Promise.resolve()
    press()
  })
  await expect(page).toHaveURL(/search_supplier/)
})

test('a screen that loads under the palette does not take the focus @web', async ({ page }) => {
  const program = programFile('features/supplier/search-supplier-page.tsx')
  const letGo = await holdBack(page, program)
  await page.goto('/operator/acts')
  const asked = page.waitForRequest(program)
  await page.getByRole('button', { name: 'Новый акт' }).press('Enter')
  await asked
  await page.keyboard.press('Control+KeyK')
  const field = page.getByRole('combobox', { name: 'Найти или сделать' })
  await expect(field).toBeFocused()
  letGo()
  await expect(
    page.getByRole('combobox', { name: 'Кого ищем', includeHidden: true }),
  ).toBeAttached()
  await expect(field).toBeFocused()
  await page.keyboard.type('акты')
  await expect(field).toHaveValue('акты')
})

test('F4 opens the history of a price although the buttons load later @web', async ({ page }) => {
  const program = programFile('features/price/price-tools.tsx')
  const letGo = await holdBack(page, program)
  const asked = page.waitForRequest(program)
  await page.goto('/operator/price')
  await asked
  // The first row is a group, which has no price.
  await page.getByRole('grid').press('ArrowDown')
  await page.keyboard.press('F4')
  letGo()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('arrow keys change the tabs of visits as fast as they are pressed @web', async ({ page }) => {
  await page.goto('/operator/transactions')
  await page.getByRole('tab', { name: 'Заезды' }).focus()
  await Promise.all([1, 2, 3].map(() => page.keyboard.press('ArrowRight')))
  await expect(page).toHaveURL(/tab=loads/)
  await expect(page.getByRole('tab', { name: 'Грузы без заезда' })).toBeFocused()
})

test('leaving from a window asks about its changes @web', async ({ page }) => {
  await findOne(page)
  await page.keyboard.press('F2')
  const card = page.getByRole('dialog', { name: 'Поставщик' })
  const field = card.getByRole('textbox').first()
  await field.fill('Изменённое имя')
  const step = card.getByRole('button', { name: 'Новый акт' })
  await step.click()
  const question = page.getByRole('dialog', { name: 'Есть несохранённые изменения' })
  await question.getByRole('button', { name: 'Остаться' }).click()
  await expect(question).toHaveCount(0)
  await expect(field).toHaveValue('Изменённое имя')
  await step.click()
  await question.getByRole('button', { name: 'Не сохранять' }).click()
  await expect(page).toHaveURL(/create_act/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
