import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { browserConfig } from './browser-config.ts'

export const PASSWORD = 'vesy-tara-netto-7'

/** A day inside the demo month on every date, `2026-11-08`: the year and month in it begin the numbers of many records. */
export const demoDay = new Date(Date.now() - 14 * 86_400_000).toISOString().slice(0, 10)
/** The year of that day: a period over it has records. */
export const demoYear = demoDay.slice(0, 4)

/** Every page is held to the policy: no report of it and no uncaught error may come up. */
export function watch(page: Page): { problems: string[] } {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted ?Type/i.test(message.text()))
      problems.push(`policy: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(browserConfig.address).host)
      problems.push(`foreign: ${request.url()}`)
  })
  return { problems }
}

export async function signIn(page: Page, login: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Логин').fill(login)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page).toHaveURL(/\/(operator|super)/)
}

/** The option of an open list that Enter takes; while the list is searched there is none. */
export const highlighted = (page: Page): Locator =>
  page.locator('[role=option][data-combobox-selected]')

/** Keeps a picture of a step at both sizes when SHOTS names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  if (!browserConfig.shots) return
  mkdirSync(browserConfig.shots, { recursive: true })
  for (const [width, height] of [
    [1920, 1080],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(250)
    await page.screenshot({ path: path.join(browserConfig.shots, `${name}-${width}.png`) })
  }
}

/** The same on a phone, from the given part on; the page keeps its usual size afterwards. */
export async function phoneShot(page: Page, name: string, part?: Locator): Promise<void> {
  if (!browserConfig.shots) return
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForTimeout(250)
  await part?.evaluate((element) => element.scrollIntoView())
  await page.screenshot({ path: path.join(browserConfig.shots, `${name}-390.png`) })
  if (usual) await page.setViewportSize(usual)
}
