import { expect, type Locator, type Page } from '@playwright/test'
import { innProblem } from '#contract/requisites/inn.ts'
import { printed } from './files/paper.ts'
import { isFocused, type Hands } from './hands.ts'
import { shot } from './page.ts'

export const MANAGER_PIN = '915264'
export const OWNER_PIN = '637195'

/** A person whom no earlier run has created, nor any born on the same day under a similar name. */
export interface Seller {
  /** As it is typed: day, month and year with points. */
  birth: string
  last: string
  first: string
  middle: string
  passport: string
  inn: string
  phone: string
}

export function newSeller(last: string): Seller {
  const digits = String(Date.now()).slice(-7)
  // The bank simulator refuses or delays payouts to phones that end in 01 to 06, and a search takes ten digits that can be an
  // ИНН for one: the phone of one in eleven would begin a firm.
  const phones = [digits, `${digits.slice(0, 5)}55`, `${digits.slice(0, 5)}56`].map(
    (end) => `916${end}`,
  )
  const phone = phones.find((one) => !/0[1-6]$/.test(one) && innProblem(one, 10) !== undefined)!
  const [first, middle] = ['Пётр', 'Ильич']
  const passport = `4511${digits.slice(-6)}`
  const birth = birthOf(Number(digits))
  return { birth, last, first, middle, passport, inn: innOf(`710${digits}`), phone }
}

/** Of an age at which a passport of 2011 is still good. */
function birthOf(n: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(1 + (n % 28))}.${two(1 + (Math.trunc(n / 28) % 12))}.${1983 + (Math.trunc(n / 336) % 8)}`
}

const WEIGHTS = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/** Ten digits with both check digits of a person's ИНН (domain.md 8). */
function innOf(ten: string): string {
  const check = (digits: string) => {
    const weights = WEIGHTS.slice(-digits.length)
    const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0)
    return String((sum % 11) % 10)
  }
  const eleven = ten + check(ten)
  return eleven + check(eleven)
}

export const fullName = ({ last, first, middle }: Seller) => `${last} ${first} ${middle}`

/** Step 1 of the new supplier's window: a private person with a passport. */
export async function describePerson(dialog: Locator, seller: Seller): Promise<void> {
  const field = (name: string) => dialog.getByLabel(name, { exact: true })
  await dialog.getByText('Физлицо', { exact: true }).click()
  await dialog.getByLabel(/^Фамилия/).fill(seller.last)
  await dialog.getByLabel(/^Имя/).fill(seller.first)
  await field('Отчество').fill(seller.middle)
  await field('Дата рождения').fill(seller.birth)
  await field('Место рождения').fill('г. Тула')
  await field('ИНН').fill(seller.inn)
  await field('Адрес регистрации').fill('г. Тула, ул. Заводская, д. 3, кв. 8')
  await field('Серия и номер').fill(seller.passport)
  await field('Выдан').fill('20.05.2011')
  await field('Код подразделения').fill('710003')
  await field('Кем выдан').fill('ОУФМС России по Тульской области')
  await field('Мобильный телефон').fill(seller.phone)
}

/** The sixth digit sends the PIN by itself. */
export async function givePin(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Пин-код' }).fill(MANAGER_PIN)
}

/** Money arrives without a reload: the page is marked, and the mark is still there when it is paid. */
export async function seePaid(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await expect(page.getByText('Оплачен').first()).toBeVisible()
  await expect(page.locator('body[data-same-page]')).toHaveCount(1)
  await shot(page, name)
}

/** Prints the open act, gives its sheet back as a scan, and signs it at its check. */
export async function signByKeys(page: Page, hands: Hands): Promise<void> {
  const path = new URL(page.url()).pathname.replace('/operator/act/', '/print/act/')
  await hands.press('Control+p')
  await hands.wait('print', async () => hands.prints.includes(path))
  const paper = await printed(page.context(), path, '71-keys-print')
  const chooser = page.waitForEvent('filechooser')
  await hands.press('F9')
  await (await chooser).setFiles({ name: 'akt.jpg', mimeType: 'image/jpeg', buffer: paper.jpeg })
  const scan = page.getByRole('link', { name: 'Подписанный акт' })
  await hands.wait('scan', () => scan.isVisible())
  await expect(scan).toHaveCount(1)
  await hands.press('F8')
  const check = page.getByRole('dialog', { name: /^Проверка листов акта/ })
  const accept = check.getByRole('button', { name: 'Принять и подписать' })
  await hands.wait(
    'check of the sheet',
    async () => (await isFocused(accept)) && (await accept.isEnabled()),
  )
  await expect(check.getByRole('img', { name: /^Подписанный акт, лист/ })).toBeVisible()
  await expect(accept).toBeFocused()
  await expect(accept).toBeEnabled()
  await hands.press('Enter')
  const signed = page.getByText('Подписан', { exact: true }).first()
  await hands.wait('signing', async () => (await signed.isVisible()) && (await check.count()) === 0)
}

/** Pays the open act and confirms it with the manager's PIN; answers how many keys there were until its last digit. */
export async function payByKeys(
  page: Page,
  hands: Hands,
  sum: string,
  name: string,
): Promise<number> {
  await hands.press('Control+Enter')
  // The act shows the same sum: only the button tells that the payment is what Ctrl + Enter speaks to.
  const send = page.getByRole('button', { name: 'Сохранить и отправить' })
  await hands.wait('payment', () => send.isEnabled({ timeout: 0 }))
  await expect(page).toHaveURL(/create_payment\/details/)
  await expect(page.getByText(sum).first()).toBeVisible()
  await hands.press('Control+Enter')
  const pin = page.getByRole('textbox', { name: 'Пин-код' })
  await hands.wait('question for the PIN', () => isFocused(pin))
  await hands.type(MANAGER_PIN)
  const presses = hands.count()
  await hands.wait('PIN', async () => (await pin.count()) === 0)
  await seePaid(page, name)
  return presses
}
