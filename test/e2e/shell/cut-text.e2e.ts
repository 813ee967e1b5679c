import { expect, type Page } from '@playwright/test'
import { addVisit, ACT_FORM, issueAct } from '../support/act-steps.ts'
import { enterAs, leadAway, oneOfEachKind } from '../support/addresses.ts'
import { IS_LONG } from '../../support/sweep-size.ts'
import { drawScreen, test } from '../support/held-page.ts'

test.use({ onePage: true })

/** A phone, a tablet, and the smallest screen of a desk. */
const SIZES = [
  { width: 390, height: 844 },
  ...(IS_LONG ? [{ width: 1024, height: 768 }] : []),
  { width: 1366, height: 768 },
]

test('no text or number is cut or overlapped, on a phone, a tablet and a desktop @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  // An act of its own: other journeys may have paid everything that the suppliers of the demo had sold.
  const { id: act, supplier } = await issueAct(page.request)
  // With words of each that are there only when its data are.
  const paths: [path: string, words: string | RegExp][] = [
    ['/operator', 'Результат выплат уточняется'],
    ['/operator/acts', 'Выписан'],
    ['/operator/payments', 'Оплачен'],
    ['/operator/suppliers', 'Действует'],
    ['/operator/transactions', 'На территории'],
    ['/operator/weightacts', 'Включён в акт'],
    [`/operator/act/${act}`, 'Право собственности'],
    [`/operator/act/${await saveDraft(page)}`, 'Всё готово к выписке.'],
    [`/operator/create_payment/details/${supplier}`, 'Сохранить и отправить'],
    ['/operator/create_payment', 'К выплате'],
    ['/operator/search_supplier', 'Введите не меньше трёх знаков.'],
    ['/operator/weight', 'Номер машины (F2)'],
    ['/account', 'Вторметалл-Юг'],
  ]
  await page.goto('/operator/reports')
  await drawScreen(page)
  const chosen = new Set(oneOfEachKind(paths.map(([path]) => ({ path }))).map(({ path }) => path))
  for (const [path, words] of paths.filter(([one]) => chosen.has(one)))
    await test.step(path, async () => {
      await leadAway(page, path)
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await expect(page.locator('#content').getByText(words).first()).toBeVisible()
        await expectStill(page)
        // The frame follows a new width a moment later: what stays cut is a fault.
        await expect.poll(() => findCuts(page), `${path} at ${size.width}`).toEqual([])
      }
    })
})

/** A draft with one position over an unload: its row has all fields and all three buttons. */
async function saveDraft(page: Page): Promise<string> {
  const { operator, supplier, lineOf } = await addVisit(page.request)
  const { id } = await operator('post', 'act/update', {
    command: 'save',
    supplier_id: supplier,
    ...ACT_FORM,
    lines: [lineOf(0)],
    positions: [{ line: 0 }],
  })
  return id
}

async function expectStill(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[aria-busy=true], [class*=waiting]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/**
 * Words outside the window or outside a box that hides what is too much, hints longer than their fields, fields whose words run into
 * their arrow or unit, words over other words, and buttons of one row in two lines. A name may end in dots, a sum and a status may not; a list's
 * table may scroll sideways where it is no phone.
 */
function findCuts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK = 2
    const width = document.documentElement.clientWidth
    const faults: string[] = []
    const parents = (element: Element | null): Element[] =>
      element ? [element, ...parents(element.parentElement)] : []
    const scrolls = (element: Element) =>
      element.id !== 'content' &&
      /auto|scroll/.test(getComputedStyle(element).overflowX) &&
      element.scrollWidth > element.clientWidth &&
      element.matches(width > 640 ? ':has([role=grid]), [role=tablist]' : '[role=tablist]')
    const texts: { text: string; box: DOMRect; of: Element }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement!
      const text = node.nodeValue!.trim()
      if (!text || of.matches('script, style, option, title')) continue
      if (!of.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      const over = parents(of)
      const hidden = over.some((one) => {
        const { clipPath, position } = getComputedStyle(one)
        return (
          clipPath !== 'none' || (position === 'fixed' && one.getBoundingClientRect().right <= 0)
        )
      })
      if (box.width < 1 || hidden) continue
      const name = `«${text.slice(0, 40)}»`
      const inScroller = over.some(scrolls)
      if (!inScroller && (box.right > width + SLACK || box.left < -SLACK))
        faults.push(`${name} leaves the window: ${Math.round(box.left)}–${Math.round(box.right)}`)
      // What is seen of it: a list and a card hide lines for which they have no place.
      let { left, right, top, bottom } = box
      let by = ''
      for (const one of over) {
        const style = getComputedStyle(one)
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
        const edge = one.getBoundingClientRect()
        top = Math.max(top, edge.top)
        bottom = Math.min(bottom, edge.bottom)
        if (box.right > edge.right + SLACK || box.left < edge.left - SLACK)
          by ||= style.textOverflow === 'ellipsis' ? 'dots' : `${one.localName}.${one.className}`
        left = Math.max(left, edge.left)
        right = Math.min(right, edge.right)
      }
      if (bottom - top < 5 || right - left < 3) continue
      if (of.matches('tfoot td, td [data-tone] > span')) {
        const { paddingLeft, paddingRight } = getComputedStyle(of)
        const inner = of.getBoundingClientRect().width
        const room = inner - parseFloat(paddingLeft) - parseFloat(paddingRight)
        // Digits of another machine are a pixel wider.
        const spare = of.localName === 'td' ? 1 : -1
        if (box.width + spare > room) faults.push(`${name} ends in dots: ${box.width} of ${room}`)
      }
      if (by && by !== 'dots' && !inScroller) faults.push(`${name} is cut by ${by}`)
      texts.push({ text: name, box: new DOMRect(left, top, right - left, bottom - top), of })
    }
    for (const input of document.querySelectorAll<HTMLInputElement>('input')) {
      if (!input.checkVisibility() || !input.placeholder || input.value) continue
      // A field in use shows no dots.
      const dots =
        input !== document.activeElement && getComputedStyle(input).textOverflow === 'ellipsis'
      if (!dots && input.scrollWidth > input.clientWidth)
        faults.push(`hint «${input.placeholder}» is cut`)
    }
    const pen = document.createElement('canvas').getContext('2d')!
    for (const input of document.querySelectorAll<HTMLInputElement>('input')) {
      if (!input.checkVisibility() || !input.value) continue
      const { left, right } = input.getBoundingClientRect()
      const { paddingLeft, paddingRight, textAlign, font } = getComputedStyle(input)
      pen.font = font
      const room = right - parseFloat(paddingRight)
      const words = left + parseFloat(paddingLeft) + pen.measureText(input.value).width
      const end = textAlign === 'end' ? room : Math.min(words, room)
      for (const sign of input.parentElement!.querySelectorAll(
        '[data-position=right] :is(svg, span)',
      )) {
        const box = sign.getBoundingClientRect()
        if (box.width > 0 && sign.checkVisibility() && end > box.left + SLACK)
          faults.push(`«${input.value}» runs into its sign`)
      }
    }
    const layer = (element: Element) =>
      parents(element).find((one) => /fixed|sticky/.test(getComputedStyle(one).position))
    for (const [index, one] of texts.entries())
      for (const other of texts.slice(index + 1)) {
        const high =
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        const wide =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        // Wrapped words have a box around all their lines; what is scrolled lies under what stands still.
        const tall = one.box.height > 60 || other.box.height > 60
        if (high < 5 || wide < 3 || tall || layer(one.of) !== layer(other.of)) continue
        const apart = one.of.contains(other.of) || other.of.contains(one.of)
        if (!apart) faults.push(`${one.text} lies over ${other.text}`)
      }
    if (width > 640)
      for (const cell of document.querySelectorAll('td:has(> button + button)')) {
        const tops = [...cell.querySelectorAll(':scope > button')].map((one) =>
          Math.round(one.getBoundingClientRect().top),
        )
        if (new Set(tops).size > 1) faults.push(`buttons of ${cell.className} in several lines`)
      }
    return [...new Set(faults)]
  })
}
