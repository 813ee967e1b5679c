import { expect, type Page } from '@playwright/test'
import { test } from '../support/held-page.ts'
import { shot, signIn } from '../support/page.ts'

const REASON = 'Индикатор был в поверке'

/** The names of the stored drafts; a form has looked for its own before this answers. */
const drafts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const open = indexedDB.open('priyomka')
        open.addEventListener('success', () => {
          const names = open.result.transaction('drafts').objectStore('drafts').getAllKeys()
          names.addEventListener('success', () => resolve(names.result.map(String)))
        })
      }),
  )

async function openForm(page: Page) {
  await page.goto('/operator/manual')
  const field = page.getByRole('textbox', { name: 'Почему не с весов' })
  await expect(field).toBeVisible()
  const notice = page.getByRole('status').filter({ hasText: 'Есть черновик от' })
  return { field, notice }
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page.getByLabel('Логин')).toBeVisible()
}

test('a form left by a crash is offered in another tab and after sign-out, to its author alone @web', async ({
  page,
  context,
}) => {
  await signIn(page, 'operator')
  const { field } = await openForm(page)
  await field.fill(REASON)
  await expect.poll(() => drafts(page)).toHaveLength(1)
  // The tab ends without a question, as in a crash.
  const tab = await context.newPage()
  await page.close()
  const reopened = await openForm(tab)
  await expect(reopened.notice).toBeVisible()
  await shot(tab, 'draft-offered')
  await signOut(tab)
  await signIn(tab, 'manager')
  const other = await openForm(tab)
  expect(await drafts(tab)).toHaveLength(1)
  await expect(other.notice).toHaveCount(0)
  await expect(other.field).toHaveValue('')
  await signOut(tab)
  await signIn(tab, 'operator')
  const again = await openForm(tab)
  await again.notice.getByRole('button', { name: 'Восстановить' }).click()
  await expect(again.field).toHaveValue(REASON)
  const third = await context.newPage()
  await tab.close()
  const last = await openForm(third)
  await last.notice.getByRole('button', { name: 'Не восстанавливать' }).click()
  await expect(last.notice).toHaveCount(0)
  await expect.poll(() => drafts(third)).toHaveLength(0)
  await expect(last.field).toHaveValue('')
})
