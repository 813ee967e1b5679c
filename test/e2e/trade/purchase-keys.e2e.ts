import { expect, type Page } from '@playwright/test'
import { ACT_FORM, addVisit } from '../support/act-steps.ts'
import { tokenOf } from '../support/addresses.ts'
import { isFocused, keyboardOf, tellWalk, type Hands } from '../support/hands.ts'
import { test } from '../support/held-page.ts'
import { highlighted, PASSWORD, shot, watch } from '../support/page.ts'
import {
  fullName,
  newSeller,
  payByKeys,
  signByKeys,
  type Seller,
} from '../support/purchase-steps.ts'
import { weigh, weighByKey } from '../support/weigh.ts'
import { arrive, clear, leave } from '../support/yard.ts'

test.use({ onePage: true })

/** screens.md 9: from the plate to the payment with a known supplier and one product. */
const MOST_PRESSES = 25
const PLATE = 'О417РС177'

test('a purchase is made by keyboard alone, from sign-in to the owner’s screens', async ({
  page,
}) => {
  const { problems } = watch(page)
  const hands = await keyboardOf(page)
  await clear()
  await page.goto('/')
  await enter(page, hands, 'operator')
  await sellLastTime(page)
  const presses = await purchase(page, hands)
  tellWalk(hands, 'from plate to payment', presses)
  expect(presses).toBeLessThanOrEqual(MOST_PRESSES)
  await seeOwner(page, hands)
  expect(hands.pointer).toEqual([])
  expect(problems).toEqual([])
})

test('a supplier is made and found, and a weight act made, by keyboard alone @web', async ({
  page,
}) => {
  const { problems } = watch(page)
  const hands = await keyboardOf(page)
  await clear()
  await page.goto('/')
  await enter(page, hands, 'operator')
  await expect(page.getByRole('heading', { level: 1, name: 'Рабочее место' })).toBeVisible()
  await makeSupplier(page, hands, newSeller('Онежский'))
  await makeWeightAct(page, hands)
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

/** Any screen by the palette: a word of its name and Enter. */
async function go(page: Page, hands: Hands, word: string, title: string): Promise<void> {
  await hands.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Найти или сделать' })).toBeFocused()
  await hands.type(word)
  await expect(page.locator('#palette-list').getByRole('option').first()).toContainText(title)
  await hands.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** The last act of the supplier whom the walk finds is one of 12А, whatever other journeys have bought of them. */
async function sellLastTime(page: Page): Promise<void> {
  const { operator, goods, lineOf } = await addVisit(page.request)
  const headers = { authorization: `Bearer ${await tokenOf(page.request, 'operator')}` }
  const found = await page.request.get('/api/v1/supplier/findSupplier?mask=Куз', { headers })
  const [seller] = (await found.json()) as { id: string }[]
  const draft = await operator('post', 'act/update', {
    command: 'save',
    supplier_id: seller!.id,
    ...ACT_FORM,
    lines: [lineOf(goods.findIndex(({ name }) => name.includes('12А,')))],
    positions: [{ line: 0 }],
  })
  const { id, version } = draft
  await operator('post', 'act/update', { command: 'issue', id, version })
}

/** The station's whole path; gives how many keys it took from the first weighing on. */
async function purchase(page: Page, hands: Hands): Promise<number> {
  await expect(page.getByRole('heading', { level: 1, name: 'Рабочее место' })).toBeVisible()
  await hands.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Взвешивание' })).toBeVisible()
  await arrive(PLATE, 9780)
  await expect(page.getByLabel('Номер машины (F2)')).toHaveValue(PLATE)
  const before = hands.count()
  const repeated = await weighByKey(page, hands, 9780)
  await leave()
  await arrive(PLATE, 4780)
  const repeatedEmpty = await weighByKey(page, hands, 4780)
  await expect(page.getByText('5 000 кг').first()).toBeVisible()
  await hands.press('F4')
  await hands.type('Куз')
  await hands.wait('search of the supplier', () => highlighted(page).isVisible())
  await expect(highlighted(page)).toHaveText(/^Кузнецов/)
  await hands.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Поставщик (F4)' })).toHaveValue(/Кузнецов/)
  // The product of the supplier's last act is offered and not filled in.
  const product = page.getByRole('combobox', { name: 'Товар (F5)' })
  await hands.wait('product of last time', async () => {
    const offered = await product.getAttribute('placeholder')
    return !!offered?.startsWith('Enter: ')
  })
  await expect(product).toBeFocused()
  await expect(product).toHaveAttribute('placeholder', /^Enter: .+12А/)
  await expect(product).toHaveValue('')
  await hands.press('Enter')
  await hands.wait('product', async () => (await product.inputValue()) !== '')
  await expect(product).toHaveValue(/12А/)
  await hands.press('F10')
  await issue(page, hands)
  await signByKeys(page, hands)
  const after = await payByKeys(page, hands, '78 585,00', '80-keys-paid')
  await leave()
  return after - before - repeated - repeatedEmpty
}

/** 5 000 kg less 7 % is 4 650 kg at 16 900 ₽; the basis is that of the supplier's last act. */
async function issue(page: Page, hands: Hands): Promise<void> {
  const dialog = page.getByRole('dialog')
  const radiation = dialog.getByLabel('Радиационный контроль проведён')
  await hands.wait('F10', () => isFocused(radiation))
  await expect(dialog.getByRole('group', { name: /^Фото заезда/ })).toContainText(/Въезд.+Выезд/)
  await hands.press('Space')
  await hands.press('Tab')
  await hands.press('Space')
  await hands.wait('checks', () => dialog.getByText('Всё готово к выписке').isVisible())
  await expect(dialog.getByText('Всё готово к выписке')).toBeVisible()
  await expect(dialog.getByText('78 585,00').first()).toBeVisible()
  await shot(page, '70-keys-accept')
  await hands.press('Control+Enter')
  const title = page.getByRole('heading', { name: /Акт № \d{4}-\d{6}/ })
  await hands.wait('issue', () => title.isVisible())
}

/** Insert on the search screen; Enter moves from field to field. */
async function makeSupplier(page: Page, hands: Hands, seller: Seller): Promise<void> {
  await go(page, hands, 'поиск', 'Поиск поставщика')
  await expect(page.getByLabel('Кого ищем')).toBeFocused()
  await hands.type(seller.phone)
  await expect(page.getByText('Никого не нашлось.')).toBeVisible()
  await hands.press('Insert')
  const dialog = page.getByRole('dialog', { name: 'Новый поставщик' })
  await expect(dialog.getByLabel(/^Фамилия/)).toBeFocused()
  const walk = [
    [seller.last, seller.first, seller.middle, seller.birth, 'г. Тверь', '', seller.inn, ''],
    ['г. Тверь, ул. Набережная, д. 1', '', '', seller.passport, '20.05.2011', '690001'],
    // The phone that was searched for stands there already.
    ['УМВД России по Тверской области', ''],
  ].flat()
  for (const value of walk) {
    await hands.type(value)
    await hands.press('Enter')
  }
  await expect(dialog.getByLabel('Эл. почта')).toBeFocused()
  await shot(page, '81-keys-supplier')
  await hands.press('Control+Enter')
  await expect(dialog.getByText('Способ выплаты', { exact: true })).toBeVisible()
  await dialogMethod(page, hands)
  await expect(dialog.getByText(/916.*Сбербанк/)).toBeVisible()
  await hands.press('Control+p')
  await expect.poll(() => hands.prints.at(-1)).toMatch(/\/print\/consent\//)
  await hands.press('F10')
  await expect(page.getByRole('heading', { name: 'Новый акт' })).toBeVisible()
  await go(page, hands, 'поиск', 'Поиск поставщика')
  await hands.type(seller.phone.slice(-4))
  await expect(page.getByRole('row', { name: fullName(seller) })).toBeVisible()
  await hands.press('F2')
  await expect(page.getByRole('dialog')).toBeVisible()
  await shot(page, '82-keys-card')
  await hands.press('Escape')
  await expect(page.getByLabel('Кого ищем')).toBeFocused()
}

async function dialogMethod(page: Page, hands: Hands): Promise<void> {
  const bank = page.getByRole('combobox', { name: 'Банк получателя' })
  // The window's second step begins at the kind of the method; telephone and bank follow it.
  await expect(page.getByRole('radio', { name: 'СБП по телефону' })).toBeFocused()
  await hands.press('Tab', 2)
  await expect(bank).toBeFocused()
  await hands.type('Сбер')
  await hands.press('Enter')
  await expect(bank).toHaveValue('Сбербанк')
  await hands.press('Control+Enter')
}

/** A weighed vehicle of the list becomes a weight act, which is read on its print page. */
async function makeWeightAct(page: Page, hands: Hands): Promise<void> {
  await arrive(PLATE, 7000)
  await go(page, hands, 'взвеш', 'Взвешивание')
  await expect(page.getByLabel('Номер машины (F2)')).toHaveValue(PLATE)
  await weigh(page, 7000, () => hands.press('F8'))
  await leave()
  await arrive(PLATE, 4780)
  await weigh(page, 4780, () => hands.press('F8'))
  await expect(page.getByText('2 220 кг').first()).toBeVisible()
  await leave()
  await go(page, hands, 'заезд', 'Заезды')
  await expect(page.getByRole('row', { name: PLATE }).first()).toBeVisible()
  await hands.press('ArrowDown')
  await hands.press('Control+Space')
  await hands.press('F8')
  const dialog = page.getByRole('dialog', { name: 'Весовой акт' })
  await expect(dialog.getByRole('combobox', { name: 'Товар строки 1' })).toBeFocused()
  await hands.type('12А,')
  await hands.press('Enter')
  await expect(dialog.getByText('2 065 кг').first()).toBeVisible()
  await hands.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await go(page, hands, 'весовые', 'Весовые акты')
  await expect(page.getByRole('row', { name: PLATE }).first()).toContainText('2 065 кг')
  await hands.press('ArrowDown')
  await hands.press('Enter')
  await expect(page).toHaveURL(/\/print\/weight_act\//)
  await expect(page.getByRole('button', { name: 'Печать' })).toBeVisible()
  await hands.press('Control+p')
  await expect.poll(() => hands.prints.at(-1)).toMatch(/\/print\/weight_act\//)
  await shot(page, '83-keys-weight-act')
  await page.goBack()
}

async function seeOwner(page: Page, hands: Hands): Promise<void> {
  await hands.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Найти или сделать' })).toBeFocused()
  await hands.type('выйти')
  await expect(page.getByRole('option', { name: 'Выйти' })).toBeVisible()
  await hands.press('Enter')
  await enter(page, hands, 'super')
  await expect(page.getByRole('heading', { name: 'Все компании сегодня' })).toBeVisible()
  await go(page, hands, 'компани', 'Компании')
  await expect(page.getByText('Вторметалл-Юг').first()).toBeVisible()
}
