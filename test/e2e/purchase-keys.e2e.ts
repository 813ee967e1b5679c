import { expect, test, type Page } from '@playwright/test'
import { keyboardOf, type Hands } from './hands.ts'
import { PASSWORD, shot, watch } from './page.ts'
import { printed } from './paper.ts'
import { MANAGER_PIN, seePaid } from './purchase-steps.ts'
import { arrive, clear, leave, settled } from './yard.ts'

test.describe.configure({ timeout: 180_000 })

/** web.md 9: from the plate to the payment with a known supplier and one product. */
const MOST_PRESSES = 40
const PLATE = 'О417РС177'

test('one purchase by keyboard alone, from sign-in to the money paid', async ({ page }) => {
  const { problems } = watch(page)
  const hands = await keyboardOf(page)
  await clear()
  await page.goto('/')
  await enter(page, hands, 'operator')
  const presses = await purchase(page, hands)
  test
    .info()
    .annotations.push({ type: 'key presses from plate to payment', description: `${presses}` })
  expect(presses).toBeLessThanOrEqual(MOST_PRESSES)
  expect(hands.pointer).toEqual([])
  expect(problems).toEqual([])
})

async function enter(page: Page, hands: Hands, login: string): Promise<void> {
  await expect(page.getByLabel('Логин')).toBeFocused()
  await hands.type(login)
  await hands.press('Tab')
  await hands.type(PASSWORD)
  await hands.press('Enter')
  await expect(page).toHaveURL(/\/(operator|super)$/)
}

/** The station's whole path; gives how many keys it took from the first weighing on. */
async function purchase(page: Page, hands: Hands): Promise<number> {
  await expect(page.getByRole('heading', { level: 1, name: 'Рабочее место' })).toBeVisible()
  await hands.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Взвешивание' })).toBeVisible()
  await arrive(PLATE, 9780)
  await expect(page.getByLabel('Номер машины (F2)')).toHaveValue(PLATE)
  await expect(page.getByText('СТАБИЛЬНО')).toBeVisible()
  const before = hands.count()
  await hands.press('F8')
  await expect(page.getByText(/9\s780\sкг: записано/)).toBeVisible()
  await leave()
  await arrive(PLATE, 4780)
  await settled()
  await hands.press('F8')
  await expect(page.getByText('5 000 кг').first()).toBeVisible()
  await hands.press('F4')
  await hands.type('Кузне')
  await expect(page.getByRole('option', { name: /^Кузнецов/ }).first()).toBeVisible()
  await hands.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Поставщик (F4)' })).toHaveValue(/Кузнецов/)
  await hands.press('F5')
  await hands.type('12А,')
  await hands.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Товар (F5)' })).toHaveValue(/12А/)
  await hands.press('F10')
  await issue(page, hands)
  await prints(page, hands)
  await hands.press('Control+Enter')
  await expect(page).toHaveURL(/create_payment\/details/)
  await expect(page.getByText('78 585,00').first()).toBeVisible()
  await hands.press('Control+Enter')
  await expect(page.getByRole('textbox', { name: 'Пин-код' })).toBeFocused()
  await hands.type(MANAGER_PIN)
  const after = hands.count()
  await seePaid(page, '80-keys-paid')
  await leave()
  return after - before
}

/** 5 000 kg less 7 % is 4 650 kg at 16 900 ₽; the basis is that of his last act. */
async function issue(page: Page, hands: Hands): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Радиационный контроль проведён')).toBeFocused()
  await hands.press('Space')
  await hands.press('Tab')
  await hands.press('Space')
  await expect(dialog.getByText('Всё готово к выписке')).toBeVisible()
  await expect(dialog.getByText('78 585,00').first()).toBeVisible()
  await shot(page, '70-keys-accept')
  await hands.press('Control+Enter')
  await expect(page.getByRole('heading', { name: /Акт № \d{4}-\d{6}/ })).toBeVisible()
}

async function prints(page: Page, hands: Hands): Promise<void> {
  const path = new URL(page.url()).pathname.replace('/operator/act/', '/print/act/')
  await hands.press('Control+p')
  await expect.poll(() => hands.prints).toContain(path)
  const paper = await printed(page.context(), path, '71-keys-print')
  const chooser = page.waitForEvent('filechooser')
  await hands.press('F9')
  await (await chooser).setFiles({ name: 'akt.jpg', mimeType: 'image/jpeg', buffer: paper.jpeg })
  await expect(page.getByRole('link', { name: 'Подписанный акт' })).toHaveCount(1)
  await hands.press('F8')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Подписать' })).toBeFocused()
  await hands.press('Enter')
  await expect(page.getByText('Подписан', { exact: true }).first()).toBeVisible()
}
