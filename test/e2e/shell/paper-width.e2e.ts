import { expect, type Page } from '@playwright/test'
import { accessible } from '../support/access.ts'
import { enterAs, findRecords } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

test('a printed form has the width of its paper on a phone, and its text stays on the sheet @web', async ({
  page,
}) => {
  const token = await enterAs(page, 'operator')
  const { act, supplier, weightAct, registry } = await findRecords(page.request, token)
  // In CSS pixels of 96 an inch: A4 upright and lying.
  const papers: [path: string, width: number][] = [
    [`/print/act/${act}`, 794],
    [`/print/ownership/${act}`, 794],
    [`/print/weight_act/${weightAct}`, 794],
    [`/print/consent/${supplier}`, 794],
    [`/print/registry/${registry}`, 1123],
  ]
  for (const [path, width] of papers)
    await test.step(path, async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(path)
      await expect(page.locator('html[data-print-ready="true"]')).toBeAttached()
      const sheet = await seeSheet(page)
      expect(Math.round(sheet.width)).toBe(width)
      expect(sheet.outside).toEqual([])
      expect(sheet.pageWidth).toBe(390)
      await accessible(page, path)
      const name = `paper-${path.split('/')[2]}`
      await phoneShot(page, name)
      await page.getByRole('region', { name: 'Печатный лист' }).evaluate((frame) => {
        frame.scrollLeft = frame.scrollWidth
      })
      await phoneShot(page, `${name}-end`)
      await shot(page, name)
    })
})

/** The sheet on the screen, and what of its words lies beside it. */
function seeSheet(page: Page) {
  return page.getByRole('region', { name: 'Печатный лист' }).evaluate((frame) => {
    const sheet = frame.firstElementChild!
    const { left, right, width } = sheet.getBoundingClientRect()
    const outside: string[] = []
    const walker = document.createTreeWalker(sheet.firstElementChild!.shadowRoot!, 4)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const isOut = [...range.getClientRects()].some(
        (box) => box.left < left - 1 || box.right > right + 1,
      )
      if (isOut) outside.push(node.textContent ?? '')
    }
    return { width, outside, pageWidth: document.scrollingElement!.scrollWidth }
  })
}
