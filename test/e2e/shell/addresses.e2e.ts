import { expect, type Page } from '@playwright/test'
import { payment } from '#contract/payment/payment.ts'
import { IS_LONG } from '../../support/sweep-size.ts'
import { accessible } from '../support/access.ts'
import {
  addressesOf,
  enterAs,
  findRecords,
  lead,
  leadAway,
  oneOfEachKind,
  tokenOf,
  type Address,
  type Role,
} from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true, loadsDocuments: true })

const THEMES = IS_LONG ? (['light', 'dark'] as const) : (['light'] as const)

for (const role of ['operator', 'super'] as const)
  test(`every address of the specification opens for ${role}, without a serious accessibility fault @axe @screen`, async ({
    page,
    problems,
    answers,
  }) => {
    // A screen of payments asks the bank about the payees by itself.
    answers.letThrough(payment.checkPayees)
    const addresses = await tableFor(page)
    const audited = new Set(oneOfEachKind(addresses))
    await enterAs(page, role)
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`)
    })
    for (const address of addresses) {
      if (address.guard !== role && (role === 'super' || address.guard === 'super')) continue
      await test.step(address.path, async () => {
        await open(page, address)
        for (const theme of THEMES) {
          if (audited.has(address)) await accessible(page, address.path, theme)
          await shot(page, `address${address.path.replaceAll('/', '-')}-${theme}`)
        }
      })
    }
  })

/** The first address is loaded, and so is one of the same kind of screen; the open page navigates to the others. */
async function open(page: Page, { path, h1, layout }: Address): Promise<void> {
  // The printed paper in its shadow root has headings of its own.
  const headings = () =>
    page.evaluate(() => [...document.querySelectorAll('h1')].map((one) => one.textContent))
  const [now] = await headings()
  if (now === undefined || h1.test(now)) await page.goto(path)
  else {
    // Typed into the browser it is answered with the product as well.
    const typed = await page.request.get(path)
    expect(await typed.text(), path).toContain('<title>Приёмка')
    await leadAway(page, path)
  }
  const often = { message: path, intervals: [50] }
  await expect.poll(headings, often).toHaveLength(1)
  await expect.poll(async () => (await headings())[0], often).toMatch(h1)
  expect(new URL(page.url()).pathname).toBe(path)
  await expect(page).toHaveTitle(/ — Приёмка$/)
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.getByRole('banner')).toHaveCount(layout === 'main' ? 1 : 0)
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toHaveCount(
    layout === 'main' ? 1 : 0,
  )
  // The parts of the screen have their data once nothing says «Загрузка».
  await expect(page.getByRole('main').getByText('Загрузка', { exact: true })).toHaveCount(0)
}

async function tableFor(page: Page): Promise<Address[]> {
  const token = await tokenOf(page.request, 'operator')
  return addressesOf(await findRecords(page.request, token))
}

test('a guest is sent to sign-in and continues at the wanted address @screen', async ({ page }) => {
  const guarded = (await tableFor(page)).filter(({ guard }) => guard !== 'none')
  const areas = new Set<Address['guard']>()
  for (const { path, guard } of guarded) {
    const address = `${path}?tab=scans&page=2`
    // The first of each area is loaded; the open page navigates to the others.
    if (areas.has(guard)) await lead(page, address)
    else await page.goto(address)
    areas.add(guard)
    const asked = () => {
      const { pathname, searchParams } = new URL(page.url())
      return { pathname, ...Object.fromEntries(searchParams) }
    }
    await expect
      .poll(asked, { message: path, intervals: [50] })
      .toEqual({ pathname: '/', path, tab: 'scans', page: '2' })
    await expect(page.getByLabel('Логин'), path).toBeVisible()
  }
})

const REFUSED: Record<Role, Address['guard']> = { operator: 'super', super: 'operator' }

for (const role of ['operator', 'super'] as const)
  test(`${role} gets «Нет доступа» in the other area @screen`, async ({ page }) => {
    const addresses = await tableFor(page)
    await enterAs(page, role)
    const [first, ...others] = addresses.filter(({ guard }) => guard === REFUSED[role])
    await page.goto(first!.path)
    await toldClosed(page, first!)
    for (const address of others) {
      await lead(page, address.path)
      await toldClosed(page, address)
    }
  })

/** Sections whose word is another than the heading of their screen. */
const SECTIONS: Record<string, RegExp> = {
  '/operator/create_payment': /^Новая выплата$/,
  '/operator/month': /^Месяц$/,
}

/** The word names the section that was asked for, not the one before it. */
async function toldClosed(page: Page, { path, h1 }: Address): Promise<void> {
  const here = () => new URL(page.url()).pathname
  await expect.poll(here, { message: path, intervals: [50] }).toBe('/')
  const told = page.getByRole('alert').filter({ hasText: /Нет доступа к разделу «.+»/ })
  const section = async () => /«(.+)»/.exec(await told.innerText())?.[1]
  await expect.poll(section, { message: path, intervals: [50] }).toMatch(SECTIONS[path] ?? h1)
}

test('an unknown address and an unknown record have different pages @screen', async ({ page }) => {
  const login = 'operator'
  await page.goto('/nope')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Страница не найдена')
  await enterAs(page, login)
  for (const path of ['/nope', '/operator/nope', '/super/nope/1', '/print/act']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Страница не найдена')
    expect(new URL(page.url()).pathname).toBe(path)
  }
  for (const id of ['0190b8f0-0000-7000-8000-000000000000', 'abc']) {
    await lead(page, `/operator/act/${id}`)
    await expect(page.getByRole('heading', { level: 1 }), id).toHaveText('Запись не найдена')
  }
})
