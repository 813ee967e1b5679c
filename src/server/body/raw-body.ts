import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { CallSpec } from '#contract/call.ts'
import { refuse } from '#http/refusal.ts'

// domain.md 8: 10 MB a picture, 20 files and 100 MB a call.
const MAX_FILE = 10 * 1024 * 1024
const MAX_FILES = 20
const MAX_TOTAL = 100 * 1024 * 1024

/** Bytes that came with a call, held within the bounds above; their kind is judged by the file feature. */
export interface RawFile {
  readonly name: string
  readonly bytes: Buffer
}

export interface RawForm {
  readonly files: readonly RawFile[]
  readonly fields: Readonly<Record<string, string>>
}

/** One picture as a Buffer, or the files and fields of a multipart body. */
export async function readRaw(call: CallSpec, request: FastifyRequest): Promise<Buffer | RawForm> {
  if (call.body === 'jpeg') return readPicture(request)
  if (!request.isMultipart()) refuse('common.unsupported-type')
  return readForm(request)
}

async function readPicture(request: FastifyRequest): Promise<Buffer> {
  if (!request.headers['content-type']?.startsWith('image/jpeg')) refuse('common.unsupported-type')
  return collect(request.body as Readable, MAX_FILE)
}

async function collect(stream: Readable, max: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > max) refuse('file.too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readForm(request: FastifyRequest): Promise<RawForm> {
  const files: RawFile[] = []
  const fields: Record<string, string> = {}
  let total = 0
  const limits = {
    fileSize: MAX_FILE,
    // One more is refused below, in words that name the bound.
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
    if (files.length === MAX_FILES)
      refuse('common.too-large', { message: `Не больше ${MAX_FILES} файлов за один раз` })
    const bytes = await part.toBuffer()
    total += bytes.length
    if (total > MAX_TOTAL)
      refuse('common.too-large', { message: 'Файлы вместе больше 100 МБ. Приложите их по частям' })
    files.push({ name: (part.filename ?? '').slice(0, 200), bytes })
  }
  return { files, fields }
}
