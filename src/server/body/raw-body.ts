import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { MAX_AGENT_BLOB } from '#contract/device/agent-link.ts'
import type { CallSpec } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../db/handle.ts'
import { incomingDir, receiveFile, type ReceivedFile } from './receive-file.ts'
import { scanUpload } from '../outbound/scan-upload.ts'
import type { UploadSlots } from './upload-slots.ts'

// 10 MB a picture, 20 files and 100 MB a call.
export const MAX_FILE = 10 * 1024 * 1024
const MAX_FILES = 20
const MAX_TOTAL = 100 * 1024 * 1024
// Boundaries and heads of parts, and the fields beside the files.
const FORM_OVERHEAD = 64 * 1024

export interface RawForm {
  readonly files: readonly ReceivedFile[]
  readonly fields: Readonly<Record<string, string>>
}

type Receive = (stream: Readable, name: string, max: number) => Promise<ReceivedFile>

/**
 * Holds the bytes of an authorized request on the disk while `work` runs: one picture, or the files and fields of a form. They
 * are removed afterwards in any case; `work` moves away what it stores.
 */
export async function withRawBody<T>(
  lanes: UploadSlots,
  call: CallSpec,
  request: FastifyRequest,
  work: (body: ReceivedFile | RawForm) => Promise<T>,
): Promise<T> {
  const db = request.handle as Db
  const isPicture = call.body === 'jpeg'
  refuseByHead(call, request)
  const leave = lanes.take(call.access === 'agent' ? 'agents' : 'people', db.companyId)
  const receivedFiles: ReceivedFile[] = []
  const { dataDir, deadlines, clamd } = db.services.config
  const receive: Receive = (stream, name, max) =>
    receiveFile(stream, { dir: incomingDir(dataDir), name, max }, deadlines.silentUploadMs)
  // An agent sends pictures of cameras, which are decoded and encoded anew.
  const scanner = call.access === 'agent' ? undefined : clamd
  try {
    if (!isPicture) {
      const form = await readForm(request, receive, receivedFiles)
      await scanAll(scanner, receivedFiles)
      return await work(form)
    }
    const max = maxOfPicture(call)
    receivedFiles.push(await receive(request.body as Readable, '', max))
    await scanAll(scanner, receivedFiles)
    return await work(receivedFiles[0]!)
  } finally {
    await Promise.all(receivedFiles.map((file) => rm(file.path, { force: true })))
    leave()
  }
}

async function scanAll(scanner: string | undefined, files: readonly ReceivedFile[]) {
  if (scanner === undefined) return
  for (const file of files) await scanUpload(scanner, file.path)
}

function maxOfPicture(call: CallSpec): number {
  return call.access === 'agent' ? MAX_AGENT_BLOB : MAX_FILE
}

/** What the head of the request tells already is refused before a byte of the body is taken. */
function refuseByHead(call: CallSpec, request: FastifyRequest): void {
  const length = Number(request.headers['content-length'] ?? 0)
  if (call.body === 'jpeg') {
    if (!request.headers['content-type']?.startsWith('image/jpeg'))
      refuse('common.unsupported-type')
    if (length > maxOfPicture(call)) refuse('file.too-large')
    return
  }
  if (!request.isMultipart()) refuse('common.unsupported-type')
  if (length > MAX_TOTAL + FORM_OVERHEAD) refuseTotal()
}

function refuseTotal(): never {
  return refuse('common.too-large', {
    message: 'Файлы вместе больше 100 МБ. Приложите их по частям',
  })
}

async function readForm(
  request: FastifyRequest,
  receive: Receive,
  receivedFiles: ReceivedFile[],
): Promise<RawForm> {
  const fields: Record<string, string> = {}
  let total = 0
  const limits = {
    // Our own bound is reached first and refused in words.
    fileSize: MAX_FILE + 1,
    // One file more is refused below, in words that name the bound.
    files: MAX_FILES + 1,
    fields: 10,
    fieldSize: 2000,
    parts: MAX_FILES + 10,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value)
      continue
    }
    if (receivedFiles.length === MAX_FILES)
      refuse('common.too-large', { message: `Не больше ${MAX_FILES} файлов за один раз` })
    const name = (part.filename ?? '').slice(0, 200)
    const file = await receive(part.file, name, MAX_FILE)
    receivedFiles.push(file)
    total += file.size
    if (total > MAX_TOTAL) refuseTotal()
  }
  return { files: receivedFiles, fields }
}
