import { expect, type Locator } from '@playwright/test'
import { payment } from '#contract/payment/payment.ts'
import { addDraft, addVisit, issueAct } from '../support/act-steps.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { highlighted, phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

/** The least screen that the product is made for. */
const SMALL = { width: 1366, height: 768 }

test('the window of acceptance keeps its sum and what is missing in sight @web', async ({
  page,
}) => {
  const { carnumber } = await addVisit(page.request)
  await page.setViewportSize(SMALL)
  await enterAs(page, 'operator')
  await page.goto('/operator/weight')
  await page.getByRole('button', { name: new RegExp(carnumber) }).click()
  await page.keyboard.press('F4')
  await page.keyboard.type('Кузнецов В')
  await expect(highlighted(page)).toHaveText(/^Кузнецов/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('F5')
  await page.keyboard.type('12А,')
  await page.keyboard.press('Enter')
  await page.keyboard.press('F10')
  const dialog = page.getByRole('dialog', { name: /^Приём: заезд/ })
  const outcome = dialog.getByRole('group', { name: 'Итог акта' })
  await expect(outcome).toContainText(/[1-9]\d{0,2}\s\d{3},\d\d\s₽/)
  await expect(outcome).toContainText(/радиационн/i)
  await expect(outcome).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: 'Выписать' })).toBeInViewport({ ratio: 1 })
  await shot(page, '95-accept-lacks')
  await phoneShot(page, '95-accept-lacks')
  await page.setViewportSize(SMALL)
  await dialog.getByLabel('Радиационный контроль проведён').check()
  await dialog.getByLabel('Взрывобезопасность проверена').check()
  await expect(outcome).toContainText('Можно выписывать')
  await dialog.getByText('Транспорт, приборы и примечание').click()
  await dialog.getByLabel('Водитель').focus()
  await expect(outcome).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
})

test('the button that sends a payment is never below the edge of the screen @screen', async ({
  page,
  answers,
}) => {
  answers.letThrough(payment.checkPayees)
  const { supplier } = await issueAct(page.request)
  await page.setViewportSize(SMALL)
  await enterAs(page, 'operator')
  await page.goto(`/operator/create_payment/details/${supplier}`)
  const send = page.getByRole('button', { name: 'Сохранить и отправить' })
  await expect(page.getByRole('status', { name: 'Сумма выплаты' })).toContainText('₽')
  await expect(send).toBeInViewport({ ratio: 1 })
  await shot(page, '96-pay')
  await phoneShot(page, '96-pay')
  await page.setViewportSize({ width: 1366, height: 560 })
  await expect(send).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(SMALL)
})

test('what is typed in a filled list replaces its choice, and an unknown word issues nothing @screen', async ({
  page,
}) => {
  const { goods, draft } = await addDraft(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${draft.id}`)
  await expect(page.getByText('Всё готово к выписке')).toBeVisible()
  const product = page.getByRole('combobox', { name: 'Товар позиции 1' })
  await expect(product).toHaveValue(goods[0]!.name)
  await test.step('Enter in an untouched one goes on to the weight', async () => {
    await product.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Вес позиции 1', { exact: true })).toBeFocused()
  })
  await test.step('the same once more stays chosen', async () => {
    await product.click()
    await page.getByRole('option', { name: goods[0]!.name, selected: true }).click()
    await expect(product).toHaveValue(goods[0]!.name)
  })
  await test.step('a word that is in no list stays in the field and sends nothing', async () => {
    await expect(product).toBeFocused()
    await page.keyboard.type('нет такого')
    await expect(product).toHaveValue('нет такого')
    await page.keyboard.press('Enter')
    await expect(product).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'Товар позиции 1: выберите из списка')
    await expect(product).toBeFocused()
    await shot(page, '97-unchosen')
    await expect(page.getByRole('heading', { name: 'Черновик акта' })).toBeVisible()
  })
  await test.step('the name of another takes its place', async () => {
    await page.keyboard.press('Control+a')
    await page.keyboard.type(goods[1]!.name)
    await page.keyboard.press('Enter')
    await expect(product).toHaveValue(goods[1]!.name)
  })
})

test('Tab goes from a weight to its contamination, past the remainder @screen', async ({
  page,
}) => {
  const { goods, draft } = await addDraft(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${draft.id}`)
  await expect(page.getByText('Всё готово к выписке')).toBeVisible()
  await page.keyboard.press('Insert')
  await page.keyboard.type(goods[1]!.name)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Вес позиции 2', { exact: true })).toBeFocused()
  await page.keyboard.type('1000')
  const remainder = page.getByRole('button', { name: 'Остаток' })
  await expect(remainder).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Засор позиции 2, %' })).toBeFocused()
  await test.step('what is typed after a click into a grouped amount replaces it, after a second one it does not', async () => {
    const price = page.getByLabel('Цена позиции 1', { exact: true })
    await price.click()
    await page.keyboard.type('19000')
    await page.keyboard.press('Tab')
    await expect(price).toHaveValue(/^19\s000,00$/)
    await price.click()
    await price.click()
    await page.keyboard.press('Home')
    await page.keyboard.type('2')
    await page.keyboard.press('Tab')
    await expect(price).toHaveValue(/^219\s000,00$/)
  })
})

test('a refusal goes when what it refused is corrected @web', async ({ page }) => {
  const { draft } = await addDraft(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${draft.id}`)
  await expect(page.getByText('Всё готово к выписке')).toBeVisible()
  const contamination = page.getByRole('textbox', { name: /^Засор .*, %$/ })
  await contamination.fill('9')
  await expect(page.getByText(/^740\s?кг/)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: 'Засор не обычный' })).toBeVisible()
  await page.keyboard.press('Escape')
  const alert = page.getByRole('alert').filter({ hasText: /асор/ })
  await expect(alert).toBeVisible()
  await shot(page, '98-refused')
  await contamination.fill('3')
  await expect(alert).toHaveCount(0)
})

test('a wrong field is named in its own words, be it stored in two parts @screen', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/suppliers?mode=create')
  const dialog = page.getByRole('dialog', { name: 'Новый поставщик' })
  await dialog.getByLabel(/^Фамилия/).fill('Онежский')
  await dialog.getByLabel('Дата рождения').fill('31.02.1980')
  await dialog.getByLabel('Серия и номер').fill('45')
  await dialog.getByLabel('Выдан', { exact: true }).fill('когда-то')
  await page.keyboard.press('Control+Enter')
  const problems = dialog.getByRole('alert')
  await expect(problems).toContainText('Дата рождения: Такой даты нет: напишите день, месяц и год')
  await expect(problems).toContainText('Серия и номер: ')
  await expect(problems).toContainText('Выдан: Такой даты нет: напишите день, месяц и год')
  await expect(problems).not.toContainText('ГГГГ')
  for (const line of await problems.getByRole('listitem').allInnerTexts())
    expect(line).toMatch(/^[А-ЯЁ][^:]+: /)
  await shot(page, '99-named')
  await leaveForm(dialog)
})

test('a reloaded form of a supplier comes back open @web', async ({ page }) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/suppliers')
  await page.getByRole('button', { name: 'Новый поставщик' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новый поставщик' })
  await dialog.getByLabel(/^Фамилия/).fill('Вернувшийся')
  await expect(page).toHaveURL(/mode=create/)
  page.on('dialog', (asked) => void asked.accept())
  await page.reload()
  await expect(dialog.getByLabel(/^Фамилия/)).toBeVisible()
  await shot(page, '99-reloaded')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).not.toHaveURL(/mode=create/)
})

async function leaveForm(dialog: Locator): Promise<void> {
  const page = dialog.page()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Закрыть без сохранения' }).click()
  await expect(dialog).toHaveCount(0)
}
