import { expect } from '@playwright/test'
import { accessibleInBothThemes } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

test('a month opens from the home, adds up, leads to its records and to the month before @web', async ({
  page,
}) => {
  await enterAs(page, 'owner')
  await page.goto('/operator?period=month')
  await page.getByRole('link', { name: 'Месяц подробно' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^Месяц: [а-я]+ \d{4}$/)
  await expect(page).toHaveURL(/month\?month=\d{4}-\d\d$/)
  await expect(page.getByRole('button', { name: 'Следующий месяц' })).toBeDisabled()
  // Without a name the page is of the last month that has something to tell, on the first days the one before.
  await page.goto('/operator/month')
  const now = await heading.innerText()
  const sums = page.getByRole('region', { name: 'Итоги месяца' })
  for (const title of ['Принято', 'На сумму', 'Актов', 'Выплачено', 'Долг на конец'])
    await expect(sums.getByText(title, { exact: true })).toBeVisible()
  const acts = await sums
    .getByRole('link', { name: /^Актов/ })
    .locator('b')
    .innerText()
  const days = page.getByRole('table').filter({ hasText: 'Выплачено' }).getByRole('row')
  await expect(days.nth(1)).toBeVisible()
  await shot(page, 'month')
  await phoneShot(page, 'month')
  await accessibleInBothThemes(page, 'a month')
  await test.step('a figure opens its acts', async () => {
    await sums.getByRole('link', { name: /^Актов/ }).click()
    await expect(page).toHaveURL(/operator\/acts\?status=issued&status=signed&from=/)
    await expect(page.getByText(new RegExp(`из ${acts}$`)).first()).toBeVisible()
    await page.goBack()
  })
  await test.step('the month before is a bookmark', async () => {
    await page.getByRole('button', { name: 'Предыдущий месяц' }).click()
    await expect(heading).not.toHaveText(now)
    await expect(page).toHaveURL(/month\?month=\d{4}-\d\d$/)
    await page.reload()
    await expect(heading).not.toHaveText(now)
    await page.getByRole('button', { name: 'Следующий месяц' }).click()
    await expect(heading).toHaveText(now)
  })
})
