import { expect, type Page } from '@playwright/test'
import { issueAct } from '../support/act-steps.ts'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'
import { givePin } from '../support/purchase-steps.ts'

/** Of him the training tax service says that he pays its tax no more (`LOST_STATUS` of the demo). */
const LOST_INN = '772531004699'

async function findSelfEmployed(page: Page) {
  const authorization = `Bearer ${await tokenOf(page.request, 'operator')}`
  const filter = JSON.stringify({ type: ['self_employed'], with: ['rows'] })
  const answer = await page.request.get(
    `/api/v1/supplier/getAllSuppliers?filter=${encodeURIComponent(filter)}`,
    { headers: { authorization } },
  )
  return ((await answer.json()) as { items: { id: string; inn: string; name: string }[] }).items
}

test('a self-employed payee who lost his status is held, one who pays his tax is paid, and his cheque is kept @web', async ({
  page,
}) => {
  const people = await findSelfEmployed(page)
  const lost = people.find(({ inn }) => inn === LOST_INN)!
  const payer = people.find(({ inn }) => inn !== LOST_INN)!
  for (const { id } of [lost, payer]) await issueAct(page.request, id)
  await enterAs(page, 'operator')
  const badge = page.getByRole('tabpanel', { name: 'Статус НПД' })

  await test.step('the tax service is asked on the card, and the plan of the day holds who lost the status', async () => {
    // As a report or an exception names a supplier.
    await page.goto(`/operator/suppliers?id=${lost.id}`)
    await page.getByRole('tab', { name: 'Статус НПД' }).click()
    await page.getByRole('button', { name: 'Спросить налоговую' }).click()
    await expect(badge).toContainText('Не плательщик')
    await expect(badge).toContainText(`${LOST_INN} не является плательщиком`)
    await shot(page, 'npd-lost')
    await phoneShot(page, 'npd-lost')
    await page.goto('/operator/create_payment?day')
    const row = page.getByRole('row').filter({ hasText: lost.name })
    await expect(row).toContainText('налоговым агентом')
    await expect(row.getByRole('checkbox')).toBeDisabled()
    await shot(page, 'npd-day')
    await phoneShot(page, 'npd-day', row)
  })
  await test.step('one payment to him is held in the same words, which lead to what helps', async () => {
    await page.goto(`/operator/create_payment/details/${lost.id}`)
    await expect(page.getByText(/налоговым агентом/).first()).toBeVisible()
    await shot(page, 'npd-held')
    await phoneShot(page, 'npd-held')
  })
  await test.step('a payer is asked about by the payment itself, and is paid by another PIN', async () => {
    await page.goto(`/operator/create_payment/details/${payer.id}`)
    await page.getByRole('button', { name: 'Сохранить и отправить' }).click()
    await givePin(page)
    await expect(page.getByText('Оплачена').first()).toBeVisible()
  })
  await test.step('his cheque is missing until its number is written down', async () => {
    await expect(page.getByText('Нет чека')).toBeVisible()
    await page.getByRole('button', { name: 'Вписать номер' }).click()
    const number = crypto.randomUUID().replaceAll('-', '').slice(0, 12)
    await page.getByRole('textbox', { name: 'Номер чека' }).fill(number)
    await page.getByRole('button', { name: 'Записать' }).click()
    await expect(page.getByText(number)).toBeVisible()
    await expect(page.getByText('Нет чека')).toHaveCount(0)
    await shot(page, 'npd-cheque')
    await phoneShot(page, 'npd-cheque')
  })
  await test.step('cheques that are still missing stand on the workplace and lead to their list', async () => {
    await page.goto('/operator')
    await page.getByRole('link', { name: /Нет чеков самозанятых/ }).click()
    await expect(page).toHaveURL(/receipt=missing/)
    await expect(page.getByRole('row').nth(1)).toContainText('Оплачена')
  })
})
