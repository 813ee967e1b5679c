import { expect, type APIRequestContext, type Page } from '@playwright/test'
import type { PlannedPayment } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { accessibleInBothThemes } from '../support/access.ts'
import { ACT_FORM, addVisit, issueAct, stepsOf, type Saved } from '../support/act-steps.ts'
import { enterAs, takeFromOwners, tokenOf } from '../support/addresses.ts'
import { loseAnswers, refuseOnce } from '../support/answers.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'
import { givePin } from '../support/purchase-steps.ts'

test.use({ onePage: true })

/** The training bank names another owner of this supplier's phone. */
const OTHERS_PHONE = 'Жуков Юрий Павлович'

/** Paid to a phone, the training bank says yes, and limits do not divide it: what they divide is one again when others are unticked. */
const isUsual = (one: PlannedPayment, _: number, all: readonly PlannedPayment[]) =>
  one.problem === null &&
  one.method_kind === 'sbp' &&
  !/отказ|отклон|^Жуков Юрий/i.test(one.supplier_name) &&
  all.filter(({ supplier_id: id }) => id === one.supplier_id).length === 1

/** Asks as the operator; the answer of a call whose filter is JSON. */
async function readerOf(request: APIRequestContext) {
  const authorization = `Bearer ${await tokenOf(request, 'operator')}`
  return async <T>(call: string, filter: object): Promise<T> => {
    const query = encodeURIComponent(JSON.stringify(filter))
    const answer = await request.get(`/api/v1/${call}?filter=${query}`, {
      headers: { authorization },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()) as T
  }
}

/** A draft whose position has its own price, or that of the day. */
const draftOf = (
  { goods, lineOf }: Awaited<ReturnType<typeof addVisit>>,
  supplierId: string,
  price = {},
) => ({
  command: 'save',
  supplier_id: supplierId,
  ...ACT_FORM,
  lines: [lineOf(0, { product_id: goods[0]!.id })],
  positions: [{ line: 0, ...price }],
})

/** 822 000 ₽ for the visit: one payment of the demo's bank is at most 500 000 ₽. */
const LARGE = { price_kop: 10_000_000, override_reason: 'Цена по договорённости' }

const boxOf = (page: Page, { supplier_name: name, acts }: PlannedPayment) =>
  page.getByRole('checkbox', { name: `Платить: ${name}, акт ${acts[0]!.act_number}` })

const rowOf = (page: Page, one: PlannedPayment) =>
  page.getByRole('row').filter({ has: boxOf(page, one) })

test('unpaid acts of all days are paid at once: what is wrong is told, an answer is lost, a PIN comes late, the rest arrives', async ({
  page,
}) => {
  // What the demo owes to whom depends on the day of the week.
  const filter = { search: OTHERS_PHONE, with: ['rows'] }
  const find = await readerOf(page.request)
  const found = await find<{ items: { id: string }[] }>('supplier/getAllSuppliers', filter)
  const { supplier } = await issueAct(page.request, found.items[0]!.id)
  const [first, second] = [await addVisit(page.request), await addVisit(page.request)]
  // After these: a person has five sign-ins at once, and the page keeps its own to the end.
  await enterAs(page, 'operator')
  const operator = await stepsOf(page.request, 'operator')
  const read = await readerOf(page.request)
  const planned = async () =>
    (await read<{ payments: PlannedPayment[] }>('payment/planDay', {})).payments
  const fitting = (await planned()).filter(isUsual)
  // A firm would have to show papers of the scrap for the large act below.
  const ids = fitting.map(({ supplier_id: id }) => id)
  const { items: people } = await read<{ items: { id: string; type: string }[] }>(
    'supplier/getAllSuppliers',
    { ids, limit: 200, with: ['rows'] },
  )
  const isPerson = (id: string) => people.some((one) => one.id === id && one.type === 'person')
  const left = fitting.find(({ supplier_id: id }) => isPerson(id))
  const [bare, ...others] = fitting.filter((one) => one !== left)
  const wanted = others.slice(0, 2)
  expect(wanted, 'the demo has four people who are paid to a phone').toHaveLength(2)
  const wantedActs = wanted.flatMap(({ acts }) => acts)
  const countOf = async ({ act_id }: { act_id: string }) =>
    (await read<{ items: object[] }>('payment/getAllPayments', { act_id })).items.length
  const paymentCounts = () => Promise.all(wantedActs.map(countOf))
  const counted = await paymentCounts()
  const setMethod = (new_status: string) =>
    operator(
      'put',
      `supplier/setPaymentMethodStatus?supplierId=${bare!.supplier_id}&paymentMethodId=${bare!.payment_method_id}`,
      { new_status },
    )
  await setMethod('disabled')
  const issue = ({ id, version }: Saved) =>
    operator('post', 'act/update', { command: 'issue', id, version })
  const save = (draft: object) => operator('post', 'act/update', draft)
  const large = await issue(await save(draftOf(first, left!.supplier_id, LARGE)))
  const grown = wanted.find(({ supplier_id: id }) => isPerson(id))
  expect(grown, 'one of the two is a person').toBeDefined()
  const waiting = await save(draftOf(second, grown!.supplier_id))

  await page.goto('/operator/create_payment')
  await page.getByRole('link', { name: 'Оплатить день' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Оплатить день')
  await test.step('a day that does not exist is named, and nothing is offered for it', async () => {
    await page.getByRole('textbox', { name: 'Акты с' }).fill('31.02')
    await expect(page.getByText('Исправьте дни')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Сохранить и отправить/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'За всё время' }).click()
  })
  await test.step('who cannot be paid cannot be ticked, and the reason stands beside', async () => {
    await expect(boxOf(page, left!)).toBeChecked()
    const refused = (await planned()).find(({ acts }) => acts[0]!.act_id === large.id)!
    await expect(rowOf(page, refused)).toContainText('Предел одной выплаты: 500 000,00 ₽')
    await expect(rowOf(page, bare!)).toContainText('Нет действующего способа выплаты')
    for (const one of [refused, bare!]) {
      await expect(boxOf(page, one)).toBeDisabled()
      await expect(boxOf(page, one)).not.toBeChecked()
    }
  })
  await test.step('only two are ticked by keyboard, and the total of the account follows', async () => {
    await page.getByRole('checkbox', { name: 'Все выплаты' }).uncheck()
    for (const one of wanted) {
      await boxOf(page, one).focus()
      await page.keyboard.press('Space')
    }
    await expect(page.getByRole('status', { name: 'Итого по счетам' })).toContainText('2 выплаты')
    await setMethod('active')
    await expect(rowOf(page, bare!)).toContainText('Новая')
    await expect(boxOf(page, bare!)).toBeEnabled()
    await expect(boxOf(page, bare!)).not.toBeChecked()
    await expect(page.getByRole('status', { name: 'Итого по счетам' })).toContainText('2 выплаты')
    await shot(page, 'pay-day')
    await phoneShot(page, 'pay-day')
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(page, 'pay-day-dark')
    await phoneShot(page, 'pay-day-dark')
    await accessibleInBothThemes(page, 'pay-day')
  })
  await test.step('what grows under a tick loses it, which is told above the button and ticked again by a press', async () => {
    const added = await issue(waiting)
    const lost = page.getByRole('alert').filter({ hasText: 'Отметка снята: 1 выплата' })
    await expect(lost).toBeVisible()
    await expect(boxOf(page, grown!)).not.toBeChecked()
    await expect(rowOf(page, grown!)).toContainText('Было ')
    await expect(rowOf(page, grown!)).toContainText(added.number)
    await expect(page.getByRole('status', { name: 'Итого по счетам' })).toContainText('1 выплата')
    await shot(page, 'pay-day-grown')
    await phoneShot(page, 'pay-day-grown')
    await lost.getByRole('button', { name: 'Отметить снова' }).click()
    await expect(lost).toHaveCount(0)
    await expect(boxOf(page, grown!)).toBeChecked()
    await expect(page.getByRole('status', { name: 'Итого по счетам' })).toContainText('2 выплаты')
  })
  await test.step('an answer that is lost stops the day, which goes on under the same ids', async () => {
    const line = await loseAnswers(page, `**${payment.save.path}`)
    await page.keyboard.press('Control+Enter')
    await line.lost
    await expect(page.getByRole('alert')).toContainText('Повтор ничего не задвоит')
    await line.mend()
    await page.keyboard.press('Control+Enter')
  })
  await test.step('a PIN that is not given leaves the payments saved, and the day goes on from there', async () => {
    await expect(page.getByRole('textbox', { name: 'Пин-код' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('alert')).toContainText('выплаты сохранены и ждут отправки')
    await expect(page.getByText('Сохранена', { exact: true })).toHaveCount(2)
    await shot(page, 'pay-day-stopped')
    await phoneShot(page, 'pay-day-stopped')
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await givePin(page)
  })
  await test.step('they arrive without a reload, each once, and the plan has them no more', async () => {
    await expect(page.getByText(/Готово\. Оплачено 2 из 2/)).toBeVisible()
    await shot(page, 'pay-day-done')
    await page.getByRole('button', { name: 'К плану дня' }).click()
    await expect(boxOf(page, left!)).toBeVisible()
    expect(await paymentCounts()).toEqual(counted.map((count) => count + 1))
    for (const { act_number } of wantedActs)
      await expect(page.getByRole('link', { name: act_number! })).toHaveCount(0)
  })
  await test.step('acts that are chosen in their list are planned without the others', async () => {
    await page.goto('/operator/acts?payment_state=due&size=25')
    const boxes = page.locator('tbody input[type=checkbox]')
    await boxes.nth(0).click()
    await boxes.nth(1).click()
    const bar = page.getByRole('toolbar', { name: 'Действия с выбранными' })
    await bar.getByRole('button', { name: 'К выплате' }).click()
    await expect(page.getByText('Выбрано: 2 акта')).toBeVisible()
    await expect(page.getByRole('link', { name: /^\d{4}-\d{6} от / })).toHaveCount(2)
    await shot(page, 'pay-day-chosen')
  })
  await test.step('another name in the words of the bank is seen, explained and confirmed', async () => {
    await page.goto(`/operator/create_payment/details/${supplier}`)
    const told = 'Банк назвал другого получателя: Нина Павловна Г.'
    await expect(page.getByText(told)).toBeVisible()
    await shot(page, 'payee-differs')
    await page.getByRole('button', { name: 'Сохранить и отправить' }).click()
    const window = page.getByRole('dialog')
    await expect(window).toContainText(told)
    await page.getByLabel('Почему выплата верна').fill('Это телефон жены поставщика')
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await expect(window).toContainText('объяснение: Это телефон жены поставщика')
    await shot(page, 'payee-differs-pin')
    await givePin(page)
    await expect(page.getByText(/просмотрел: .+Это телефон жены поставщика/)).toBeVisible()
  })
  await test.step('the money of today shows what left, and leads to its payments by one key', async () => {
    await page.goto('/operator/money')
    const table = page.getByRole('table', { name: 'Деньги за период' })
    const left = table.getByRole('row', { name: /^Итого/ }).locator('[data-stage=paid] a')
    await expect(left).toBeVisible()
    await expect(page.getByText('Компания на сегодня')).toBeVisible()
    await shot(page, 'money')
    await phoneShot(page, 'money')
    await accessibleInBothThemes(page, 'money')
    const sum = (await left.textContent())!.split('₽')[0]!
    await left.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Выплаты')
    await expect(page.locator('tfoot')).toContainText(sum)
  })
  // The company of the demo is shared by all journeys.
  const { id, version } = large
  await operator('post', 'act/update', { command: 'void', id, version, reason: 'Пробный акт' })
})

test('whose PIN each payment takes is said before the press: a mixed selection goes in the part that somebody may confirm @screen', async ({
  page,
  answers,
}) => {
  answers.letThrough(payment.register, userAccess.checkPCode)
  const read = await readerOf(page.request)
  const { payments } = await read<{ payments: PlannedPayment[] }>('payment/planDay', {})
  const [theirs, mine] = payments.filter(isUsual)
  expect(mine, 'the demo has two people who are paid to a phone').toBeDefined()
  const ids: string[] = []
  for (const [login, one] of [
    ['operator', theirs!],
    ['manager', mine!],
  ] as const) {
    const save = await stepsOf(page.request, login)
    const id = crypto.randomUUID()
    const { supplier_id, payment_method_id, acts, amount_kop } = one
    const parts = acts.map(({ act_id, amount_kop: kop }) => ({ act_id, amount_kop: kop }))
    const row = { id, supplier_id, payment_method_id, acts: parts, amount_kop }
    ids.push((await save('post', 'payment/savePayments', { payments: [row] })) && id)
  }
  const giveBack = await takeFromOwners(page.request)
  await enterAs(page, 'manager')
  await test.step('a list selection names both parts, sends one, and cuts no reason off', async () => {
    await page.goto('/operator/payments?status=saved&size=200')
    for (const { supplier_name: name } of [theirs!, mine!])
      await page.getByRole('row').filter({ hasText: name }).first().getByRole('checkbox').click()
    const bar = page.getByRole('toolbar', { name: 'Действия с выбранными' })
    const press = bar.getByRole('button', { name: 'Отправить выбранные' })
    const window = page.getByRole('dialog')
    await refuseOnce(page, '**/payment/getApprovers*')
    await press.click()
    await expect(window).toContainText('Выплаты не отправлены')
    await page.keyboard.press('Escape')
    await press.click()
    await expect(window).toContainText('Вашим пин-кодом: 1 выплата')
    await expect(window).toContainText('Не пойдут: 1 выплата')
    await expect(window).toContainText('Подтвердить некому: право «Подтверждать выплаты»')
    await shot(page, 'send-mixed')
    await phoneShot(page, 'send-mixed')
    await window.getByRole('button', { name: 'Отправить 1 выплату' }).click()
    await givePin(page)
    await expect(page.getByText('1 выплата: передано на отправку')).toBeVisible()
  })
  await test.step('the plan of a day and the form of one payment say that nobody may confirm, and offer only what goes', async () => {
    await page.goto('/operator/create_payment?day')
    await page.getByRole('button', { name: 'За всё время' }).click()
    await expect(page.getByText(/^Не пойдут: .+Подтвердить некому/)).toBeVisible()
    await shot(page, 'pay-day-nobody')
    await phoneShot(page, 'pay-day-nobody')
    const held = page.getByRole('row').filter({ hasText: 'Подтвердить некому:' }).first()
    await expect(held.getByRole('checkbox')).toBeDisabled()
    await held.getByRole('link').first().click()
    const send = page.getByRole('button', { name: 'Сохранить и отправить' })
    await expect(send).toHaveAttribute('title', /Подтвердить некому/)
    await expect(page.getByRole('button', { name: 'Сохранить', exact: true })).toBeEnabled()
    await shot(page, 'payment-nobody')
    await phoneShot(page, 'payment-nobody')
  })
  await giveBack()
  const manager = await stepsOf(page.request, 'manager')
  await manager('post', 'payment/cancelPayments', { ids: [ids[1]!], reason: 'Учебный шаг' })
})
