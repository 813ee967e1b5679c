import { expect, type Page } from '@playwright/test'
import {
  addressesOf,
  enterAs,
  findRecords,
  leadAway,
  oneOfEachKind,
  type Role,
} from '../support/addresses.ts'
import { IS_LONG } from '../../support/sweep-size.ts'
import { drawDocuments, test } from '../support/held-page.ts'

test.use({ onePage: true })

/** Share of the view times share of the way: 0.01 is a line of text that moved by its height, and Lighthouse shows 0.0004 as 0. */
const MOST = 0.001

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Runs in the page: what moved by itself since the page began, with the elements that moved. */
function watchShifts() {
  const shifts: { value: number; moved: string }[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as Shift[]) {
      if (shift.hadRecentInput) continue
      const moved = shift.sources.map(({ node, previousRect: was, currentRect: now }) => {
        const element = node instanceof Element ? node : node?.parentElement
        const name = `${element?.localName}.${element?.className} «${element?.textContent.slice(0, 30)}»`
        return `${name} ${was.x},${was.y} ${was.width}x${was.height} → ${now.x},${now.y} ${now.width}x${now.height}`
      })
      shifts.push({ value: shift.value, moved: moved.join('; ') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const shiftsOf = (page: Page) =>
  page.evaluate(() => {
    const { shifts = [] } = globalThis as { shifts?: { value: number; moved: string }[] }
    return shifts.splice(0)
  })

/** The lists of a super administrator are those of an operator with other columns: on a phone the long sweep opens them. */
const VIEWS = [
  { role: 'operator', width: 1366, height: 768 },
  { role: 'operator', width: 390, height: 844 },
  { role: 'super', width: 1366, height: 768 },
  ...(IS_LONG ? ([{ role: 'super', width: 390, height: 844 }] as const) : []),
] as const

for (const { role, width, height } of VIEWS)
  test(`no screen of ${role} shifts while it loads, ${width} wide @web`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const paths = await pathsOf(page, role)
    await drawDocuments(page)
    await page.addInitScript(watchShifts)
    await page.goto(paths[0]!)
    const moved: string[] = []
    for (const [place, path] of paths.entries()) {
      if (place > 0) await leadAway(page, path)
      await loaded(page)
      const shifts = await shiftsOf(page)
      const whole = shifts.reduce((sum, { value }) => sum + value, 0)
      if (whole > MOST)
        moved.push(
          `${path} ${whole.toFixed(3)}: ${shifts.map(({ moved: what }) => what).join(' | ')}`,
        )
    }
    expect(moved).toEqual([])
  })

async function pathsOf(page: Page, role: Role): Promise<string[]> {
  const token = await enterAs(page, role)
  const operator = role === 'operator' ? token : await enterAs(page, 'operator')
  if (role === 'super') await enterAs(page, role)
  const records = await findRecords(page.request, operator)
  return (
    oneOfEachKind(addressesOf(records))
      .filter(({ guard, layout }) => guard === role && layout === 'main')
      // Trucks of the simulator change the content of a station while it is measured.
      .filter(({ path }) => !/\/weight\d?$/.test(path))
      .map(({ path }) => path)
  )
}

/** All that the screen asked for has come and is drawn. */
async function loaded(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[aria-busy=true], [class*=waiting]')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    // Two pictures later what came is drawn and measured.
    for (let pictures = 0; pictures < 2; pictures++)
      await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}
