import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { act } from '#contract/act/act.ts'
import { allCalls } from '#contract/calls.ts'
import type { Call } from '#contract/core/call.ts'
import { agent } from '#contract/device/device.ts'
import { MAX_AGENT_BLOB } from '#contract/device/agent-link.ts'
import { files } from '#contract/file/file.ts'
import { phone, phoneLinks } from '#contract/file/phone.ts'
import { bikDirectory } from '#contract/bank/bik-directory.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { product } from '#contract/price/product.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { writeXlsx } from '#server/sheets/write-xlsx.ts'
import { addDeal, addDraft } from '#test/builders/act-forms.ts'
import { inWindows, statementText } from '#test/builders/bank-files/bank-statement.ts'
import { ED807_ZIP } from '#test/builders/ed807.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { connectYard, type FakeYard } from '#test/site/fake-yard.ts'
import { pdf, slowPdf } from '#test/builders/pictures.ts'
import { pdfOf } from '#test/builders/pdf-sheet.ts'
import { actCode, sheet } from '#test/builders/sheets.ts'
import { assertWithin, promisedSize } from '#test/support/promised-speed.ts'
import { craftedDirectories, craftedWorkbooks, noisePicture, wideJpeg } from './crafted-files.ts'
import type { Upload } from './upload-sender.ts'
import { openWorld, type World } from '#test/support/world.ts'

/** The longest delay of other calls by an upload. */
const LONGEST_MS = 100

const STATEMENT_ACCOUNT = '40702810200000000001'

let world: World
let yard: FakeYard
let base: string
let actId: string
let supplierId: string
const sender = new Worker(new URL('upload-sender.ts', import.meta.url))

before(async () => {
  world = await openWorld()
  yard = await connectYard(world, world.own)
  base = yard.url
  await addFileAgreement(world.own, STATEMENT_ACCOUNT)
  const deal = await addDeal(world.own)
  supplierId = deal.supplier.id
  actId = (await addDraft(world.own, deal)).id
})
after(async () => {
  await sender.terminate()
  await yard.disconnect()
  await world.close()
})

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

interface UploadKind {
  readonly call: Call
  readonly what: string
  readonly make: () => Promise<readonly Upload[]> | readonly Upload[]
  readonly expected: RegExp
}

const savePath = (params: object) =>
  `${files.save.path}?params=${encodeURIComponent(JSON.stringify(params))}`

/** Pictures of people: a vehicle, and the signed consent whose code is read. */
function pictureKinds(token: string): UploadKind[] {
  const call = files.save
  const kind = (
    what: string,
    picture: () => Promise<Buffer>,
    params: object,
    expected = /^200 /,
  ): UploadKind => {
    const make = async () => {
      const body = await picture()
      return Array.from({ length: 3 }, () =>
        upload('POST', savePath(params), 'image/jpeg', body, token),
      )
    }
    return { call, what, make, expected }
  }
  const consent = { kind: 'consent', entity: 'supplier', entity_id: supplierId, text_version: '1' }
  const photo = { kind: 'photo' }
  const codeOf = (id: string) => sheet(`http://127.0.0.1:8080/?path=/print/consent/${id}`)
  const cutOff = async () => {
    const noise = await noisePicture()
    return noise.subarray(0, noise.length / 2)
  }
  return [
    kind('pictures of people', () => noisePicture(), photo),
    kind('pictures of forty million points', wideJpeg, photo),
    kind('pictures that are cut off', cutOff, photo, /^415 /),
    kind('signed consents', () => codeOf(supplierId), consent),
    kind('consents of noise', () => noisePicture(), consent),
    kind('consents of others', () => codeOf(uuidv7()), consent, /^409 .*other-sheet/),
  ]
}

/** Pages of an act; without a kind they are the signed act, whose code is read. */
function scanKinds(token: string): UploadKind[] {
  const call = act.uploadScans
  const path = `${call.path}?actId=${actId}`
  const kind = (what: string, pages: () => Promise<Buffer[]>, expected = /^200 /): UploadKind => ({
    call,
    what,
    expected,
    make: async () => [await form(path, await pages(), token)],
  })
  const scans = async () => [await noisePicture(), pdf(50), await noisePicture()]
  const signed = async () => [
    await sheet(actCode(actId)),
    pdfOf(await sheet(actCode(actId), { dpi: 300, turned: 7 })),
  ]
  const noises = async () => [await noisePicture(1600, 'png'), pdfOf(await noisePicture())]
  const slow = async () => [slowPdf(300_000), slowPdf(300_000)]
  // What looks like a boundary at every place.
  const boundaries = async () => [Buffer.from('\r\n------form'.repeat(700_000))]
  return [
    kind('sound scans', scans),
    kind('a signed sheet as picture and as PDF', signed),
    kind(
      'the sheet of another act',
      async () => [await sheet(actCode(uuidv7()))],
      /^409 .*other-sheet/,
    ),
    kind('a PNG and a PDF of noise', noises),
    // A second of reading; on a slow machine it may be ended.
    kind('crafted PDFs', slow, /^(200 |415 .*PDF слишком сложен)/),
    kind('a form of almost boundaries', boundaries, /^415 /),
  ]
}

/** Pages of a heap of scans, each for itself. */
function heapKind(token: string): UploadKind {
  const call = act.sortScan
  const one = async () =>
    form(`${call.path}?client_id=${uuidv7()}`, [await sheet(actCode(actId))], token)
  return { call, what: 'a heap', make: () => Promise.all([one(), one(), one()]), expected: /^200 / }
}

/** Workbooks of products and directories of banks. */
function tableKinds(token: string, supervisor: string): UploadKind[] {
  const table =
    (call: typeof product.import | typeof bikDirectory.upload, by: string) =>
    ([what, body]: [string, () => Uint8Array | Promise<Uint8Array>]): UploadKind => ({
      call,
      what,
      make: async () => [await form(call.path, [await body()], by)],
      expected: /^(200|400|409|413) /,
    })
  const sheets = { 'a sheet of products': wideSheet, ...craftedWorkbooks }
  const directories = { 'a directory of banks': () => readFile(ED807_ZIP), ...craftedDirectories }
  return [
    ...Object.entries(sheets).map(table(product.import, token)),
    ...Object.entries(directories).map(table(bikDirectory.upload, supervisor)),
  ]
}

function wideSheet(): Promise<Uint8Array> {
  const rows = Array.from({ length: promisedSize(90, 9000) }, (_, i) => [
    `Группа ${i % 90}`,
    `Товар ${i}`,
    'кг',
    `${i}`,
  ])
  const columns = ['Группа', 'Наименование', 'Мера', 'Код'].map((header) => ({
    header,
    kind: 'text' as const,
  }))
  return writeXlsx({ name: 'x', columns, rows })
}

/** Statements of banks: one of many lines, and files that look like one. */
function statementKinds(token: string): UploadKind[] {
  const call = paymentStatement.importBankFile
  const kind = (what: string, text: () => string, expected: RegExp): UploadKind => ({
    call,
    what,
    expected,
    make: async () => [await form(call.path, [inWindows(text())], token)],
  })
  const day = '2026-01-15'
  const lines = () =>
    Array.from({ length: promisedSize(500, 15_000) }, (_, i) => ({ kop: i + 1, day, number: i }))
  const whole = () =>
    statementText({ from: day, to: day, account: STATEMENT_ACCOUNT, lines: lines() })
  return [
    kind('a statement of many lines', whole, /^200 /),
    kind('a statement that is cut off', () => `${whole().slice(0, -20)} `, /^400 .*bad-file/),
    kind(
      'a statement of one endless line',
      () => `Кодировка=${'x'.repeat(8_000_000)}`,
      /^400 .*bad-file/,
    ),
  ]
}

/** Pictures that an agent sends without a request: read completely before they are refused, or too large for one. */
function agentKinds(): UploadKind[] {
  const kind = (what: string, picture: () => Promise<Buffer>, expected: RegExp): UploadKind => {
    const make = async () => {
      const body = await picture()
      const blob = async () =>
        upload('PUT', `/api/v1/agent/blob/${uuidv7()}`, 'image/jpeg', body, await yard.token())
      return Promise.all([blob(), blob(), blob()])
    }
    return { call: agent.putBlob, what, make, expected }
  }
  return [
    kind('pictures of an agent', () => noisePicture(promisedSize(400, 1600)), /^404 /),
    kind('large pictures of an agent', async () => Buffer.alloc(MAX_AGENT_BLOB + 1), /^413 /),
  ]
}

/** Pages that a telephone photographs for an open scanner. */
function phoneKinds(): UploadKind[] {
  const call = phone.sendPage
  const kind = (what: string, picture: () => Promise<Buffer>, expected: RegExp): UploadKind => {
    const make = async () => {
      const link = await world.own.operator.api.send(phoneLinks.create, { body: {} })
      const key = randomBytes(32).toString('base64url')
      await world.nobody.send(phone.open, { body: { token: link.address.split('#')[1]!, key } })
      const body = await picture()
      return Array.from({ length: 3 }, () =>
        upload('POST', `${call.path}?client_id=${uuidv7()}`, 'image/jpeg', body, key),
      )
    }
    return { call, what, make, expected }
  }
  return [
    kind('pages of a telephone', () => noisePicture(), /^200 /),
    kind('pages of forty million points', wideJpeg, /^200 /),
  ]
}

/** All kinds where their cost is measured; elsewhere the first of each call, which must succeed or be refused in words. */
function chosenKinds(kinds: readonly UploadKind[]): UploadKind[] {
  return [...new Set(kinds.map(({ call }) => call))].flatMap((call) =>
    kinds.filter((kind) => kind.call === call).slice(0, promisedSize(1, kinds.length)),
  )
}

test('no kind of upload blocks the event loop, including malicious ones', async () => {
  const { token } = world.own.operator.api as { token: string }
  const { token: supervisor } = world.supervisor.api as { token: string }
  const kinds = [
    ...pictureKinds(token),
    ...scanKinds(token),
    heapKind(token),
    ...tableKinds(token, supervisor),
    ...statementKinds((world.own.manager.api as { token: string }).token),
    ...agentKinds(),
    ...phoneKinds(),
  ]
  const uploadCalls = allCalls.filter(({ call }) => typeof call.body === 'string')
  const tried = new Set(kinds.map(({ call }) => call))
  // A new call with a body of bytes needs its own files here.
  const untried = uploadCalls.filter(({ call }) => !tried.has(call)).map(({ key }) => key)
  assert.deepEqual(untried, [])
  for (const { what, make, expected } of chosenKinds(kinds)) {
    const uploads = await make()
    const { answers, heldMs } = await send(uploads)
    for (const answer of answers) assert.match(answer.slice(0, 300), expected, what)
    assertWithin(heldMs, LONGEST_MS, what)
  }
})
