import { expect } from '@playwright/test'
import { IS_LONG } from '../../support/sweep-size.ts'
import { enterAs, leadAway, type Role } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'

test.use({ onePage: true })

/** Every screen that is a list; beside the other tests a plain one, one with tabs and one of files, drawn by the same parts. */
const ALL_LISTS: Record<Role, readonly string[]> = {
  operator: [
    '/operator/acts',
    '/operator/suppliers',
    '/operator/payments',
    '/operator/transactions',
    '/operator/weightacts',
    '/operator/documents',
    '/operator/reports',
  ],
  super: [
    '/super/companies',
    '/super/accounts',
    '/super/operators',
    '/super/banks',
    '/super/reports',
  ],
}

const LISTS: Record<Role, readonly string[]> = IS_LONG
  ? ALL_LISTS
  : {
      operator: ['/operator/acts', '/operator/transactions', '/operator/reports'],
      super: ['/super/companies'],
    }

for (const role of ['operator', 'super'] as const)
  test(`order, size and search of each list of ${role} are in the address, and Back undoes them @web`, async ({
    page,
  }) => {
    await enterAs(page, role)
    for (const [place, path] of LISTS[role].entries())
      await test.step(path, async () => {
        await (place === 0 ? page.goto(path) : leadAway(page, path))
        const address = () => Object.fromEntries(new URL(page.url()).searchParams)
        const heads = page.getByRole('columnheader').getByRole('button')
        const size = page.getByRole('combobox', { name: 'Строк на странице' })
        const search = page.getByRole('searchbox')
        await expect(heads.first()).toBeVisible()
        // By the heads that have an order: what the account keeps of the columns may come after the rows.
        const sorted = async () =>
          (
            await page
              .getByRole('columnheader')
              .evaluateAll((all) =>
                all.flatMap(({ ariaSort, textContent }) =>
                  ariaSort && ariaSort !== 'none' ? `${textContent} ${ariaSort}` : [],
                ),
              )
          ).join()
        const before = await sorted()
        await heads.first().click()
        await expect.poll(address, path).toHaveProperty('sort')
        const { sort } = address()
        await expect.poll(sorted, path).not.toBe(before)
        const after = await sorted()
        await size.selectOption('100')
        await expect.poll(address, path).toEqual({ sort, size: '100' })
        await search.fill('ничего такого')
        await expect.poll(address, path).toEqual({ sort, size: '100', q: 'ничего такого' })
        await page.reload()
        await expect(search, path).toHaveValue('ничего такого')
        await expect(size, path).toHaveValue('100')
        await expect.poll(sorted, path).toBe(after)
        await page.goBack()
        await expect.poll(address, path).toEqual({ sort })
        await expect(search, path).toHaveValue('')
        await expect(size, path).toHaveValue('50')
        await page.goBack()
        await expect.poll(address, path).toEqual({})
        await expect.poll(sorted, path).toBe(before)
        await page.goForward()
        await expect.poll(address, path).toEqual({ sort })
        await expect.poll(sorted, path).toBe(after)
      })
  })
