import type { Browser, Page } from '@playwright/test'
import { browserConfig } from '../browser-config.ts'
import { openOnePage, type OnePage } from '../one-page.ts'
import { startAnsweringServer } from './answering-server.ts'
import { GivenAnswers } from './given-answers.ts'
import { emptyScreen } from './empty-screen.ts'

/** A page over recorded answers, which stays open: its document goes from screen to screen by the router. */
export interface ScreenStage extends Omit<OnePage, 'leave'> {
  readonly address: string
  /** Begins a journey, which gives its own answers. */
  begin(loadsDocuments: boolean): Promise<GivenAnswers>
  close(): Promise<void>
}

interface Stage {
  /** Signs in at the next address. */
  token: string | undefined
}

const stages = new WeakMap<Page, Stage>()

/** On a page over recorded answers: has the next screen opened with this token. False on any other page. */
export function signInOnStage(page: Page, token: string): boolean {
  const stage = stages.get(page)
  if (stage) stage.token = token
  return stage !== undefined
}

export async function openScreenStage(
  browser: Browser,
  tell: (problem: string) => unknown,
): Promise<ScreenStage> {
  let given = new GivenAnswers(tell)
  const server = await startAnsweringServer({
    product: browserConfig.address,
    given: () => given,
    onMissing: tell,
  })
  const onePage = await openOnePage(browser, tell, server.address)
  const { context, page } = onePage
  const stage: Stage = { token: undefined }
  stages.set(page, stage)
  // The open document, by the token that it began with.
  let shown: { readonly token: string | undefined } | undefined
  let isFirst = true
  let loadsDocuments = false
  let signIn: { dispose(): Promise<void> } | undefined
  const { addInitScript } = Object.getPrototypeOf(context) as typeof context
  const goto = page.goto.bind(page)

  page.goto = async (path, options) => {
    const isSame = stage.token !== undefined && stage.token === shown?.token
    const wasFirst = isFirst
    isFirst = false
    const isOpen = isSame && !loadsDocuments && !onePage.isChanged()
    if (path.startsWith('/') && isOpen && !options)
      if (await page.evaluate(emptyScreen, { path, token: stage.token!, isNew: wasFirst }))
        return null
    if (wasFirst && shown) await onePage.leave()
    await signIn?.dispose()
    const { token } = stage
    signIn = token
      ? await addInitScript.call(context, { content: `(${storeToken})(${JSON.stringify(token)})` })
      : undefined
    const answer = await goto(path, options)
    shown = { token }
    return answer
  }

  return {
    context,
    page,
    address: server.address,
    isChanged: () => onePage.isChanged(),
    async begin(loads) {
      loadsDocuments = loads
      // Before the journey hears what its document asks.
      if (loads) await onePage.leave()
      if (loads) shown = undefined
      stage.token = undefined
      isFirst = true
      return (given = new GivenAnswers(tell))
    },
    async restore() {
      // What a journey has added to the page itself only goes with the document.
      if (onePage.isChanged() || context.pages().length > 1) {
        shown = undefined
        await onePage.leave()
      }
      await onePage.restore()
    },
    async close() {
      await context.close()
      await server.close()
    },
  }
}

const storeToken = (jwt: string) => {
  // Of the files of a document the browser remembers the first 250.
  performance.setResourceTimingBufferSize(10_000)
  if (location.protocol.startsWith('http') && origin !== 'null') localStorage.setItem('jwt', jwt)
}
