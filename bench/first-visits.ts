import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { PASSWORD } from '#test/e2e/support/page.ts'
import { ensureChromium } from '../scripts/test-programs.ts'
import { withDemo } from './memory.ts'
import { tell } from './tell.ts'

/** The first is seen without a sign-in. */
const VISITS = [
  { path: '/', usable: 'input[type=password]' },
  { path: '/operator', usable: 'main h1' },
  { path: '/operator/acts', usable: 'main tbody tr td:nth-child(2)' },
] as const
/** A telephone of the middle: its width, and a processor four times slower than this one. */
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const SLOWER = 4
/** What a screen loads behind itself is there by then. */
const BEHIND_MS = 8000

interface Answered {
  readonly kind: string
  readonly from: number
  bytes: number
}

/** First visits of the built product on a telephone, with an empty cache. */
export async function measureFirstVisits(): Promise<void> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-screens-'))
  // Started by root, PostgreSQL's own user passes through.
  await chmod(dir, 0o711)
  const browser = await chromium.launch({ executablePath: ensureChromium() })
  try {
    await withDemo(dir, async ({ url }) => {
      const token = await signIn(url)
      for (const visit of VISITS) await measureVisit(browser, url, { ...visit, token })
    })
  } finally {
    await browser.close()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'operator', password: PASSWORD }),
  })
  return ((await answer.json()) as { token: string }).token
}

interface Visit {
  readonly path: string
  readonly usable: string
  readonly token: string
}

async function measureVisit(browser: Browser, url: string, visit: Visit): Promise<void> {
  const context = await browser.newContext(PHONE)
  if (visit.path !== '/')
    await context.addInitScript((token) => localStorage.setItem('jwt', token), visit.token)
  await context.addInitScript(noteMovedContent)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const answered = await watchAnswers(session, url)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(url + visit.path, { waitUntil: 'commit' })
  await page.locator(visit.usable).first().waitFor()
  const usableMs = await page.evaluate(() => performance.now())
  await pause(BEHIND_MS)
  const atFirst = answered().filter(({ from }) => from < usableMs)
  report(visit.path, 'until it is usable', atFirst, { usable_ms: Math.round(usableMs) })
  report(visit.path, 'in all', answered(), { moved: await movedContent(page) })
  await context.close()
}

function report(name: string, when: string, answers: Answered[], details: object): void {
  const kib = (list: Answered[]) =>
    Number((list.reduce((sum, { bytes }) => sum + bytes, 0) / 1024).toFixed(1))
  const kinds = Map.groupBy(answers, ({ kind }) => kind)
  const byKind = Object.fromEntries(
    [...kinds].map(([kind, list]) => [kind, { requests: list.length, kib: kib(list) }]),
  )
  const value = kib(answers)
  tell({
    name: `${name} ${when}`,
    value,
    unit: 'KiB',
    requests: answers.length,
    byKind,
    ...details,
  })
}

/** Each request to the server with the bytes that travelled for it, headers counted; times from the first one, ms. */
async function watchAnswers(session: CDPSession, url: string): Promise<() => Answered[]> {
  const answers = new Map<string, Answered>()
  let first: number | undefined
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    first ??= timestamp
    if (!request.url.startsWith(url)) return
    const kind = kindOf(new URL(request.url).pathname)
    answers.set(requestId, { kind, from: (timestamp - first) * 1000, bytes: 0 })
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId)
    if (answer) answer.bytes += encodedDataLength
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId)
    if (answer) answer.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  return () => [...answers.values()]
}

function kindOf(pathname: string): string {
  if (pathname.startsWith('/api/')) return 'calls'
  return /\.(js|css|woff2|svg)$/.exec(pathname)?.[1] ?? 'page'
}

/** Runs in the page: the sum of the layout shifts that no press caused. */
function noteMovedContent(): void {
  const place = globalThis as { moved?: number }
  place.moved = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) place.moved! += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

const movedContent = (page: Page): Promise<number> =>
  page.evaluate(() => Number((globalThis as { moved?: number }).moved!.toFixed(4)))
