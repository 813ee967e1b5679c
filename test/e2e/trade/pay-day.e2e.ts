import { expect } from '@playwright/test'
import type { PlannedPayment } from '#contract/payment/pay-day.ts'
import { accessible } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'
import { givePin } from '../support/purchase-steps.ts'

test.use({ onePage: true })

test('unpaid acts of all days are paid at once: some are left out, a PIN comes late, and the rest arrives', async ({
  page,
}) => {
  const authorization = `Bearer ${await enterAs(page, 'operator')}`
  const planned = async () => {
    const answer = await page.request.get('/api/v1/payment/planDay', { headers: { authorization } })
    expect(answer.status(), await answer.text()).toBe(200)
    return ((await answer.json()) as { payments: PlannedPayment[] }).payments
  }
  const fitting = (await planned()).filter(
    ({ problem, method_kind: kind, supplier_name: name }) =>
      problem === null && kind === 'sbp' && !/отказ|отклон/i.test(name),
  )
  const [left, ...others] = fitting
  const wanted = others.slice(0, 2)
  expect(wanted, 'the demo has three people who are paid to a phone').toHaveLength(2)
  await page.goto('/operator/create_payment')
  await page.getByRole('link', { name: 'Оплатить день' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Оплатить день')
  await page.getByRole('button', { name: 'За всё время' }).click()
  const boxOf = ({ supplier_name: name, acts }: PlannedPayment) =>
    page.getByRole('checkbox', { name: `Платить: ${name}, акт ${acts[0]!.act_number}` })
  await test.step('only two are ticked, and the total of the account follows', async () => {
    await expect(boxOf(left!)).toBeChecked()
    await page.getByRole('checkbox', { name: 'Все выплаты' }).uncheck()
    for (const one of wanted) await boxOf(one).check()
    await expect(page.getByRole('status', { name: 'Итого по счетам' })).toContainText('2 выплаты')
    await shot(page, 'pay-day')
    await phoneShot(page, 'pay-day')
    await accessible(page, 'pay-day')
  })
  await test.step('a PIN that is not given leaves the payments saved, and the day goes on from there', async () => {
    await page.getByRole('button', { name: /^Сохранить и отправить: 2/ }).click()
    await expect(page.getByRole('textbox', { name: 'Пин-код' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alert')).toContainText('выплаты сохранены и ждут отправки')
    await expect(page.getByText('Сохранён', { exact: true })).toHaveCount(2)
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await givePin(page)
  })
  await test.step('they arrive without a reload, and the plan has them no more', async () => {
    await expect(page.getByText(/Готово\. Оплачено 2 из 2/)).toBeVisible()
    await shot(page, 'pay-day-done')
    await page.getByRole('button', { name: 'К плану дня' }).click()
    await page.getByRole('button', { name: 'За всё время' }).click()
    await expect(boxOf(left!)).toBeVisible()
    const gone = new Set(wanted.flatMap(({ acts }) => acts.map(({ act_id: id }) => id)))
    const now = (await planned()).flatMap(({ acts }) => acts.map(({ act_id: id }) => id))
    expect(now.filter((id) => gone.has(id))).toEqual([])
  })
})
