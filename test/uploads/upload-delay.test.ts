import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { act } from '#contract/act/act.ts'
import { bikDirectory } from '#contract/bank/bik-directory.ts'
import { product } from '#contract/price/product.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { writeXlsx } from '#server/sheets/write-xlsx.ts'
import { addDeal, addDraft } from '#test/builders/act-forms.ts'
import { ED807_ZIP } from '#test/builders/ed807.ts'
import { connectYard, type FakeYard } from '#test/site/fake-yard.ts'
import { pdf, slowPdf } from '#test/builders/pictures.ts'
import { assertWithin } from '#test/support/promised-speed.ts'
import type { Upload } from './upload-sender.ts'
import { openWorld, type World } from '#test/support/world.ts'

/** The longest that other people's calls may wait for somebody's file. */
const LONGEST_MS = 100

let world: World
let yard: FakeYard
let base: string
let actId: string
const sender = new Worker(new URL('upload-sender.ts', import.meta.url))

before(async () => {
  world = await openWorld()
  yard = await connectYard(world, world.own)
  base = yard.url
  actId = (await addDraft(world.own, await addDeal(world.own))).id
})
after(async () => {
  await sender.terminate()
  await yard.disconnect()
  await world.close()
})

/** A picture of about eight megabytes, whose points no coder can shorten. */
async function noise(): Promise<Buffer> {
  const [width, height] = [2400, 1800]
  const raw = randomBytes(width * height * 3)
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}

async function form(path: string, files: readonly Uint8Array[], token: string): Promise<Upload> {
  const data = new FormData()
  for (const file of files) data.append('files[]', new Blob([new Uint8Array(file)]), 'file')
  const request = new Request('http://x/', { method: 'POST', body: data })
  const type = request.headers.get('content-type')!
  return upload('POST', path, type, new Uint8Array(await request.arrayBuffer()), token)
}

function upload(
  method: string,
  path: string,
  type: string,
  body: Uint8Array,
  token: string,
): Upload {
  const headers = { 'content-type': type, authorization: `Bearer ${token}` }
  return { url: base + path, method, headers, body: new Uint8Array(body) }
}

/** Sends all at once and answers what came back, with the longest that the event loop was held meanwhile. */
async function send(uploads: readonly Upload[]): Promise<{ answers: string[]; heldMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  sender.postMessage(uploads, [])
  delay.enable()
  const [answers] = (await once(sender, 'message')) as [string[]]
  delay.disable()
  return { answers, heldMs: delay.max / 1e6 }
}

const photo = `/api/v1/files/save?params=${encodeURIComponent(JSON.stringify({ kind: 'photo' }))}`

test('no kind of upload holds the event loop, hostile ones included', async () => {
  const { token } = world.own.operator.api as { token: string }
  const { token: supervisor } = world.supervisor.api as { token: string }
  const [picture, rows] = [await noise(), [] as string[][]]
  for (let i = 0; i < 9000; i++) rows.push([`Группа ${i % 90}`, `Товар ${i}`, 'кг', `${i}`])
  const columns = ['Группа', 'Наименование', 'Мера', 'Код'].map((header) => ({
    header,
    kind: 'text' as const,
  }))
  const sheet = await writeXlsx({ name: 'x', columns, rows })
  const scans = `${act.uploadScans.path}?actId=${actId}`
  const blob = async () =>
    upload('PUT', `/api/v1/agent/blob/${uuidv7()}`, 'image/jpeg', picture, await yard.token())
  // What looks like a boundary at every place.
  const boundaries = Buffer.from('\r\n------form'.repeat(700_000))
  const kinds: Record<string, { uploads: Upload[]; expected: RegExp }> = {
    'pictures of people': {
      uploads: Array.from({ length: 3 }, () => upload('POST', photo, 'image/jpeg', picture, token)),
      expected: /^200 /,
    },
    'pictures of an agent': {
      uploads: await Promise.all([blob(), blob(), blob()]),
      // Too large for an agent, or never asked for.
      expected: /^(404|413) /,
    },
    'sound scans': {
      uploads: [await form(scans, [picture, pdf(50), picture], token)],
      expected: /^200 /,
    },
    'crafted PDFs': {
      // A second of reading; on a slow machine it may be ended.
      uploads: [await form(scans, [slowPdf(300_000), slowPdf(300_000)], token)],
      expected: /^(200 |415 .*PDF слишком сложен)/,
    },
    'a form of almost boundaries': {
      uploads: [await form(scans, [boundaries], token)],
      expected: /^415 /,
    },
    'a sheet of products': {
      uploads: [await form(product.import.path, [sheet], token)],
      expected: /^(200|400|413) /,
    },
    'a directory of banks': {
      uploads: [await form(bikDirectory.upload.path, [await readFile(ED807_ZIP)], supervisor)],
      expected: /^(200|400|409) /,
    },
  }
  for (const [kind, { uploads, expected }] of Object.entries(kinds)) {
    const { answers, heldMs } = await send(uploads)
    for (const answer of answers) assert.match(answer.slice(0, 300), expected, kind)
    assertWithin(heldMs, LONGEST_MS, kind)
  }
})
