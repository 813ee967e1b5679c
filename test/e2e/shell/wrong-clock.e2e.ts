import { expect } from '@playwright/test'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

const DAY_MS = 86_400_000

test('a browser whose clock is three days ahead says so, and takes no day from it @screen', async ({
  page,
}) => {
  await page.addInitScript((ahead) => {
    const { timeOrigin } = performance
    const Real = Date
    Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin + ahead })
    class Ahead extends Real {
      constructor(...given: []) {
        super(...((given.length === 0 ? [Real.now() + ahead] : given) as []))
      }
      static override now() {
        return Real.now() + ahead
      }
    }
    globalThis.Date = Ahead as DateConstructor
  }, 3 * DAY_MS)
  await enterAs(page, 'operator')
  await page.goto('/operator/create_payment?day')
  await expect(page.getByText('Часы компьютера спешат на 3 дня')).toBeVisible()
  await shot(page, 'wrong-clock')
  await phoneShot(page, 'wrong-clock-phone')
  const today = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow' }).format(new Date())
  await expect(page.getByLabel('Акты с')).toHaveValue(today)
  await expect(page.getByLabel('по', { exact: true })).toHaveValue(today)
})
