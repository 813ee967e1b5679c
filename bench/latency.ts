import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser } from '@playwright/test'
import { standBetween, type Between } from '#test/failures/tcp-between.ts'
import { startProduct } from '#test/yard-day/running-product.ts'
import { worldPassword } from '#test/support/world.ts'
import { buildWebIfOld } from '../scripts/build-web.ts'
import { ensureChromium } from '../scripts/test-programs.ts'
import { percentile } from './percentile.ts'
import { tell } from './tell.ts'
import type { YardBench } from './yard-bench.ts'

const SECONDS = 30
/** The platform whose indicator streams text, so that its frames can be read on the way. */
const POST = 3
/** The fastest change that the simulator plays: about five new numbers a second on this scale. */
const DRIFT_KG_H = 1000
/** devices.md 2.4. */
const GOAL_MS = { loopback: 50, 'round trip of 100 ms': 200 }

/** From the frame on its way to the agent to the number painted in a browser: the whole product, one clock. */
export async function measureLatency(bench: YardBench): Promise<void> {
  await buildWebIfOld()
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await measureWay(browser, bench, 'loopback', 0)
    await measureWay(browser, bench, 'round trip of 100 ms', 50)
  } finally {
    await browser.close()
  }
}

async function measureWay(
  browser: Browser,
  { smoke, seconds = SECONDS, seed }: YardBench,
  way: keyof typeof GOAL_MS,
  delayMs: number,
): Promise<void> {
  const wires: Between[] = []
  const wire = async (port: number, settings: Parameters<typeof standBetween>[1] = {}) => {
    const between = await standBetween(port, settings)
    wires.push(between)
    return between.port
  }
  const sent = new Map<number, number>()
  const back = (bytes: Buffer) => noteFrames(bytes, sent)
  const product = await startProduct({
    speed: 1,
    seed,
    weight: { posts: { weight: POST, weight1: 2, weight2: 1 } },
    between: {
      server: (port) => wire(port, { delayMs }),
      scale: (post, port) => (post === POST ? wire(port, { back }) : Promise.resolve(port)),
    },
  })
  try {
    const screen = await wire(Number(new URL(product.url).port), { delayMs })
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${screen}/`)
    await page.getByLabel('Логин').fill(product.world.own.operator.login)
    await page.getByLabel('Пароль', { exact: true }).fill(worldPassword)
    await page.getByRole('button', { name: 'Войти', exact: true }).click()
    await page.waitForURL(/operator/)
    await page.goto(`http://127.0.0.1:${screen}/operator/weight`)
    await command(product.yardUrl, { do: 'load', post: POST, mass_kg: 20 })
    await page.getByTestId('weight').getByText('20').waitFor({ timeout: 60_000 })
    await command(product.yardUrl, { do: 'drift', post: POST, kg_an_hour: DRIFT_KG_H })
    await sleep(3000)
    sent.clear()
    const painted = await page.evaluate(watchWeight, (smoke ? 5 : seconds) * 1000)
    const delays = painted.flatMap(([kg, at]) => {
      const left = sent.get(Math.round(kg * 1000))
      return left === undefined ? [] : [at - left]
    })
    const facts = { numbers: delays.length, frames: sent.size, most: Math.max(...delays) }
    const unit = 'ms'
    tell({ name: `latency ${way} p50`, value: percentile(delays, 50), unit, ...facts })
    tell({ name: `latency ${way} p99`, value: percentile(delays, 99), unit, goal: GOAL_MS[way] })
    await page.close()
  } finally {
    await product.close()
    await Promise.all(wires.map((between) => between.close()))
  }
}

/** The first frame of each number, by when its last byte went on; grams by wall milliseconds. */
function noteFrames(bytes: Buffer, sent: Map<number, number>): void {
  const at = performance.timeOrigin + performance.now()
  for (const [, kg] of bytes.toString('latin1').matchAll(/GS,\+([\d.]+)kg\r\n/g)) {
    const grams = Math.round(Number(kg) * 1000)
    if (!sent.has(grams)) sent.set(grams, at)
  }
}

/** Runs in the page: each number that appears, with the first moment after the frame that drew it. */
function watchWeight(lastsMs: number): Promise<[number, number][]> {
  const face = document.querySelector('[data-testid="weight"]')!
  const painted: [number, number][] = []
  const seen = new Set<number>()
  const watch = new MutationObserver(() => {
    const kg = Number(face.textContent.replaceAll(/\s/g, '').replace(',', '.'))
    if (Number.isNaN(kg) || seen.has(kg)) return
    seen.add(kg)
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      painted.push([kg, performance.timeOrigin + performance.now()])
      port1.close()
    })
    port1.start()
    port2.postMessage(null)
  })
  watch.observe(face, { childList: true, characterData: true, subtree: true })
  return new Promise((resolve) =>
    setTimeout(() => {
      watch.disconnect()
      resolve(painted)
    }, lastsMs),
  )
}

async function command(yardUrl: string, order: object): Promise<void> {
  const answer = await fetch(`${yardUrl}/sim/command`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  if (!answer.ok) throw new Error(await answer.text())
}
