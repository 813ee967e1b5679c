import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { stepsOf } from '../support/act-steps.ts'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { isFocused, keyboardOf, tellWalk, type Hands } from '../support/hands.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'
import { payByKeys, signByKeys } from '../support/purchase-steps.ts'
import { weighByKey } from '../support/weigh.ts'
import { arrive, clearScale, leave } from '../support/yard.ts'

test.use({ onePage: true })

test.afterEach(() => clearScale())

/**
 * screens.md 9: from the truck's second weight to the issued act with two positions. The walk takes 15 presses. By the
 * keystroke-level model that is 15 × 0.28 s, and 1.35 s to think at each of six places: accept, both checks, the second product,
 * its weight, issue. 4.2 s + 8.1 s = 12.3 s of a practised operator's work, where 20 s are allowed.
 */
const MOST_PRESSES = 25
const LOAD_KG = 5000
// Another vehicle in each run over the same data.
const PLATE = `У${String(100 + (Math.floor(Date.now() / 1000) % 900))}НК77`

/** screens.md 9: the whole walk, from the plate to the payment. */
const MOST_TO_MONEY = 35

test('a load of two products of a known vehicle is bought and paid by few keys @keys @web', async ({
  page,
}) => {
  const hands = await keyboardOf(page)
  await makeKnown(page.request)
  await enterAs(page, 'operator')
  await page.goto('/operator/weight')
  const atPlate = hands.count()
  const repeated = await weighKnown(page, hands)
  const before = hands.count()
  await hands.press('F10')
  const dialog = page.getByRole('dialog')
  const radiation = dialog.getByLabel('Радиационный контроль проведён')
  await hands.wait('F10', () => isFocused(radiation))
  await check(hands, dialog)
  await addSecond(hands, dialog)
  await shot(page, '72-keys-two-products')
  await hands.press('Control+Enter')
  const title = page.getByRole('heading', { name: /Акт № \d{4}-\d{6}/ })
  await hands.wait('issue', () => title.isVisible())
  const presses = hands.count() - before
  tellWalk(hands, 'from weight to act', presses)
  expect(presses).toBeLessThanOrEqual(MOST_PRESSES)
  await seeTwoPositions(page)
  await signByKeys(page, hands)
  const after = await payByKeys(page, hands, '83 818,50', '74-keys-two-paid')
  const whole = after - atPlate - repeated
  tellWalk(hands, 'of two products from plate to payment', whole)
  expect(whole).toBeLessThanOrEqual(MOST_TO_MONEY)
  await leave()
  expect(hands.pointer).toEqual([])
})

/** The vehicle was here before, with a supplier whose last act the demo has. */
async function makeKnown(request: APIRequestContext): Promise<void> {
  const read = await readerOf(request)
  const [seller] = await read<{ id: string }[]>('supplier/findSupplier?mask=Кузнецов Виктор')
  const price = await read<{ rows: { product: { id: string; name: string } }[] }>('price/getPrice')
  const before = price.rows.find(({ product }) => product.name.includes('12А,'))
  const operator = await stepsOf(request, 'operator')
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  await operator('put', 'transactions/update', {
    command: 'manual',
    carnumber: PLATE,
    supplier_id: seller!.id,
    product_id: before!.product.id,
    in_g: 9_400_000,
    out_g: 4_780_000,
    in_at: ago(180),
    out_at: ago(140),
    reason: 'Индикатор в поверке',
  })
}

async function readerOf(request: APIRequestContext) {
  const headers = { authorization: `Bearer ${await tokenOf(request, 'operator')}` }
  return async <Answer>(path: string): Promise<Answer> => {
    const answer = await request.get(`/api/v1/${path}`, { headers })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()) as Answer
  }
}

/** Both passes over the scale; at the first one Enter in the field of the plate says «as then». Answers how often F8 was repeated. */
async function weighKnown(page: Page, hands: Hands): Promise<number> {
  await expect(page.getByTestId('weight')).toHaveText('0')
  await arrive(PLATE, 9780)
  await expect(page.getByLabel('Номер машины (F2)')).toHaveValue(PLATE)
  await expect(page.getByRole('note', { name: 'Знакомая машина' })).toContainText('Кузнецов')
  await hands.press('F2')
  await hands.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Поставщик (F4)' })).toHaveValue(/Кузнецов/)
  const repeated = await weighByKey(page, hands, 9780)
  await leave()
  await arrive(PLATE, 9780 - LOAD_KG)
  const repeatedEmpty = await weighByKey(page, hands, 9780 - LOAD_KG)
  await expect(page.getByText('5 000 кг').first()).toBeVisible()
  return repeated + repeatedEmpty
}

/** Both checks are a person's own in each act. */
async function check(hands: Hands, dialog: Locator): Promise<void> {
  await hands.press('Space')
  await hands.press('Tab')
  await hands.press('Space')
  await expect(dialog.getByLabel('Взрывобезопасность проверена')).toBeChecked()
}

/** The first product is that of last time and takes what the second one leaves of the load. */
async function addSecond(hands: Hands, dialog: Locator): Promise<void> {
  await hands.press('Insert')
  await expect(dialog.getByRole('combobox', { name: 'Товар позиции 2' })).toBeFocused()
  await hands.type('3А,')
  await hands.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Товар позиции 2' })).toHaveValue(/3А,/)
  await hands.press('Enter')
  await expect(dialog.getByLabel('Вес позиции 2')).toBeFocused()
  const outcome = dialog.getByRole('group', { name: 'Итог акта' })
  await expect(outcome).toContainText('Позиция 2: впишите вес')
  await expect(dialog.getByText('Всё готово к выписке')).toHaveCount(0)
  await hands.type('1500')
  await expect(dialog.getByLabel('Вес позиции 1')).toHaveAttribute('placeholder', /^3\s500$/)
  await expect(dialog.getByText('Всё готово к выписке')).toBeVisible()
}

interface IssuedAct {
  status: string
  total_kop: number
  positions: { phys_g: number; amount_kop: number; price_source: string }[]
}

async function seeTwoPositions(page: Page): Promise<void> {
  const read = await readerOf(page.request)
  const act = await read<IssuedAct>(`act/getAct?id=${page.url().split('/').at(-1)!}`)
  const sum = (of: (position: IssuedAct['positions'][number]) => number) =>
    act.positions.reduce((total, position) => total + of(position), 0)
  expect(act.status).toBe('issued')
  expect(act.positions.map(({ price_source }) => price_source)).toEqual(['list', 'list'])
  expect(sum(({ phys_g }) => phys_g)).toBe(LOAD_KG * 1000)
  // 3 500 kg less 7 % at 16 900 ₽ and 1 500 kg less 3 % at 19 800 ₽.
  expect(act.positions.map(({ amount_kop }) => amount_kop)).toEqual([5_500_950, 2_880_900])
  expect(sum(({ amount_kop }) => amount_kop)).toBe(act.total_kop)
  for (const figure of ['55 009,50', '28 809,00', '83 818,50'])
    await expect(page.getByText(figure).first()).toBeVisible()
  await shot(page, '73-keys-two-issued')
}
