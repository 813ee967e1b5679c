import {
  expect,
  test as base,
  type BrowserContext,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { IS_JUDGED } from '../../support/promised-speed.ts'
import { browserConfig } from './browser-config.ts'
import { PAGE_SEEN } from './failure-reporter.ts'
import { openOnePage, type OnePage } from './one-page.ts'
import { GivenAnswers } from './screens/given-answers.ts'
import { isOverAnswers } from './screens/over-answers.ts'
import { openScreenStage, type ScreenStage } from './screens/screen-stage.ts'
import { settleRoutes } from './settled-routes.ts'

interface Held {
  /** What the context did against the policy so far; a test that provokes something may empty it. */
  problems: string[]
  /** True for a file whose journeys use the page that a slot shares (`one-page.ts`): `test.use({ onePage: true })`. */
  onePage: boolean
  /** True for journeys about the start of a document: over recorded answers, too, each address is loaded. */
  loadsDocuments: boolean
  /** What the screens of this journey are answered where it runs over recorded answers. */
  answers: GivenAnswers
}

interface Shelf {
  /** What the journey of this moment did against the policy. */
  problems: string[]
  /** The page that the journeys of a slot share, opened for the first of them. */
  open(): Promise<OnePage>
  /** The page over recorded answers, which they share as well. */
  openStage(): Promise<ScreenStage>
}

/**
 * Playwright's `test` for every browser test of ours. Each page of it, its frames included, is held to screens.md 15: no
 * report of the content policy or of Trusted Types, no uncaught error, no style element, no address outside the
 * product, no words of a search in an address of the API, and nothing but `jwt` in local storage.
 */
export const test = base.extend<Held, { shelf: Shelf }>({
  onePage: [false, { option: true }],
  loadsDocuments: [false, { option: true }],
  shelf: [
    async ({ browser }, use) => {
      let kept: Promise<OnePage> | undefined
      let stage: Promise<ScreenStage> | undefined
      const tell = (problem: string) => shelf.problems.push(problem)
      const shelf: Shelf = {
        problems: [],
        open: () => (kept ??= openOnePage(browser, tell)),
        openStage: () =>
          (stage ??= openScreenStage(browser, tell).then((opened) => {
            alsoOurs(opened.address)
            return opened
          })),
      }
      await use(shelf)
      await (await kept)?.context.close()
      await (await stage)?.close()
    },
    { scope: 'worker' },
  ],
  problems: async ({ shelf }, use) => use((shelf.problems = [])),
  answers: async ({ shelf, problems, loadsDocuments }, use, info) => {
    const stage = isOverAnswers(info) ? await shelf.openStage() : undefined
    await use(
      stage
        ? await stage.begin(loadsDocuments)
        : new GivenAnswers((problem) => problems.push(problem)),
    )
  },
  context: async ({ browser, onePage, problems, shelf, answers: _answers }, use, info) => {
    const kept = isOverAnswers(info)
      ? await shelf.openStage()
      : onePage
        ? await shelf.open()
        : undefined
    const context = kept?.context ?? (await browser.newContext())
    if (!kept) await hold(context, (problem) => problems.push(problem))
    await use(context)
    // Before the page is cleared for the next journey: nothing else keeps what this one saw.
    if (info.status !== info.expectedStatus) await attachPages(context, info)
    // An answer that a test still holds or changes when it ends has no receiver any more.
    for (const one of [context, ...context.pages()])
      await one.unrouteAll({ behavior: 'ignoreErrors' })
    for (const page of context.pages())
      if (ours.has(new URL(page.url()).host))
        for (const key of await page.evaluate(() => Object.keys(localStorage)))
          if (key !== 'jwt') problems.push(`local storage: ${key}`)
    await kept?.restore()
    if (!kept) await context.close()
    else if ('leave' in kept) await kept.leave()
    expect(problems).toEqual([])
  },
  page: async ({ context, onePage, shelf }, use, info) => {
    if (isOverAnswers(info)) return use((await shelf.openStage()).page)
    return use(onePage ? (await shelf.open()).page : await context.newPage())
  },
})

/** Every open page by its address and as a reader of screens has it. */
async function attachPages(context: BrowserContext, info: TestInfo): Promise<void> {
  for (const page of context.pages()) {
    const seen = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String)
    await info.attach(PAGE_SEEN, { body: `${page.url()}\n${seen}` })
  }
}

const ours = new Set([new URL(browserConfig.address).host])

/** Declares the address of a product that the test itself has started. */
export const alsoOurs = (address: string): void => void ours.add(new URL(address).host)

/** Writes down what a context does against the policy. */
export async function hold(
  context: BrowserContext,
  tell: (problem: string) => unknown,
): Promise<void> {
  await context.exposeBinding('tellProblem', (_, text: string) => void tell(text))
  settleRoutes(context)
  await context.addInitScript(watchDocument)
  if (!browserConfig.shots && !IS_JUDGED) await context.addInitScript(hideScreen)
  context.on('weberror', (error) => tell(`error: ${error.error().message}`))
  context.on('console', (message) => {
    // A refused call is written there by the browser itself; the tests expect their refusals on the screen.
    const own = message.type() === 'error' && !message.text().startsWith('Failed to load resource')
    if (own || /Content Security Policy|Trusted ?Type/i.test(message.text()))
      tell(`console: ${message.text()}`)
  })
  context.on('request', (request) => {
    const { protocol, host, pathname, searchParams } = new URL(request.url())
    if (protocol.startsWith('http') && !ours.has(host)) tell(`foreign: ${request.url()}`)
    // Proxies write addresses down: what a person typed goes as a body (security.md 2.1).
    const isTyped = searchParams.has('mask') || searchParams.get('filter')?.includes('"search":"')
    if (pathname.startsWith('/api/') && isTyped) tell(`typed words in an address: ${pathname}`)
  })
}

/** Every toast of the open document, also those that have gone: a busy machine may look too late for a toast of two seconds. */
export const allToasts = (page: Page): Promise<string> =>
  page.evaluate(() => (window as Window & { toasts?: string[] }).toasts!.join('\n'))

/** The open document says it in a toast, or has said it. */
export const expectToast = (page: Page, words: string): Promise<void> =>
  expect.poll(() => allToasts(page), words).toContain(words)

/**
 * Runs in the page before its own scripts. No test looks at the picture, and drawing it is a sixth of what Chromium does: layout
 * is computed and everything can be found and pressed, but nothing is painted.
 */
function hideScreen() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('@media screen { :root { opacity: 0 } }')
  document.adoptedStyleSheets.push(sheet)
  Object.assign(globalThis, { hiddenScreen: sheet })
}

/** Draws the open page, or hides it again, where a test reads colours, opacity or the picture itself. */
export const drawScreen = (page: Page, isDrawn = true): Promise<void> =>
  page.evaluate((drawn) => {
    const { hiddenScreen } = window as Window & { hiddenScreen?: CSSStyleSheet }
    if (hiddenScreen) hiddenScreen.disabled = drawn
  }, isDrawn)

/** Every document that the page loads from here on is drawn: what does not show is not counted as shifted. */
export const drawDocuments = (page: Page) =>
  page.addInitScript(() => {
    const { hiddenScreen } = window as Window & { hiddenScreen?: CSSStyleSheet }
    if (hiddenScreen) hiddenScreen.disabled = true
  })

/** Runs in the page before its own scripts. */
function watchDocument() {
  // A page of no origin is a bank's form of a card, which has a policy of its own and reaches nothing of ours.
  if (globalThis.origin === 'null') return
  const { tellProblem: tell } = window as typeof window & { tellProblem(text: string): void }
  document.addEventListener('securitypolicyviolation', (event) =>
    tell(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`),
  )
  const toasts: string[] = []
  Object.assign(globalThis, { toasts })
  const seen = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        if (node.matches('style') || node.querySelector('style'))
          tell(`style element: ${node.outerHTML.slice(0, 120)}`)
        for (const close of node.querySelectorAll('[aria-label="Закрыть сообщение"]'))
          toasts.push(close.parentElement!.textContent)
      }
  })
  seen.observe(document, { childList: true, subtree: true })
}
