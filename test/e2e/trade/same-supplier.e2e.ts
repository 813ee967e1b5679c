import { expect } from '@playwright/test'
import { issueAct } from '../support/act-steps.ts'
import { enterAs, leadAway } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'

test.use({ onePage: true })

test('a supplier is paid for an act issued after the pay page was opened', async ({ page }) => {
  const first = await issueAct(page.request)
  await enterAs(page, 'operator')
  const pay = `/operator/create_payment/details/${first.supplier}`
  await page.goto(`${pay}?act=${first.id}`)
  await expect(page.getByLabel(`Платить за акт ${first.number}`)).toBeChecked()
  await leadAway(page, '/operator/acts')
  const second = await issueAct(page.request, first.supplier)
  await leadAway(page, `${pay}?act=${second.id}`)
  await expect(page.getByLabel(`Платить за акт ${second.number}`)).toBeChecked()
  await expect(page.getByLabel(`Платить за акт ${first.number}`)).not.toBeChecked()
})

test('an act issued while the pay page is open is shown there and does not change the sum by itself', async ({
  page,
}) => {
  const first = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/create_payment/details/${first.supplier}?act=${first.id}`)
  await expect(page.getByLabel(`Платить за акт ${first.number}`)).toBeChecked()
  const sum = page.getByLabel('Сумма выплаты')
  const before = await sum.textContent()
  const typed = page.getByLabel(`К выплате за акт ${first.number}`)
  await typed.click()
  await typed.fill('12,34')
  await expect(sum).not.toHaveText(before!)
  const second = await issueAct(page.request, first.supplier)
  const other = page.getByLabel(`Платить за акт ${second.number}`)
  await expect(other).not.toBeChecked()
  await expect(typed).toHaveValue('12,34')
  await expect(sum).toHaveText(/^12,34/)
  await other.check()
  await expect(sum).not.toHaveText(/^12,34/)
})
