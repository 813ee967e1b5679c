import type { InjectOptions } from 'fastify'
import type { Call } from '#contract/core/call.ts'
import * as z from 'zod/mini'
import { picture, type Input } from './samples/samples.ts'

// A number that JavaScript cannot hold travels as this text and is written bare into the JSON.
const BARE = /"‹(-?[\d.e+]+)›"/g
/** A JSON number spelt by its digits, however long. */
export const bare = (digits: string) => `‹${digits}›`

const jsonOf = (value: unknown) => JSON.stringify(value)?.replaceAll(BARE, '$1')

/** A request exactly as the given values spell it: nothing is checked, completed or encoded by the contract. */
export function wire(
  call: Call,
  input: Input,
  headers: Record<string, string> = {},
): InjectOptions {
  const url = call.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    escaped(String(input.params?.[name] ?? '')),
  )
  const query = Object.entries(input.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${escaped(key)}=${escaped(inQuery(value))}`)
    .join('&')
  const request = { method: call.method, url: query ? `${url}?${query}` : url }
  if (call.body === 'jpeg')
    return { ...request, payload: picture, headers: { 'content-type': 'image/jpeg', ...headers } }
  if (call.body === 'files')
    return { ...request, ...formOf(Buffer.from(input.file ?? picture), headers) }
  if (input.body === undefined) return { ...request, headers }
  return {
    ...request,
    payload: jsonOf(input.body),
    headers: { 'content-type': 'application/json', ...headers },
  }
}

function inQuery(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/[‹›]/g, '') : jsonOf(value)
}

/** Percent-encoded; a lone surrogate becomes the three bytes that a careless program would send. */
function escaped(text: string): string {
  return Array.from(text, (c) => (c.isWellFormed() ? encodeURIComponent(c) : '%ED%A0%80')).join('')
}

const BOUNDARY = 'priyomka-boundary'

/** A form with one file, as a browser writes it. */
export function formOf(bytes: Buffer, headers: Record<string, string> = {}, name = 'files[]') {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="page"\r\n`
  return {
    payload: Buffer.concat([
      Buffer.from(`${head}content-type: application/octet-stream\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  }
}

/** What the contract's shapes say of such a request, read from the very text that travels. */
export function fitsShape(call: Call, input: Input): boolean {
  const parts: [unknown, unknown][] = [
    [call.params, texts(input.params)],
    [call.query, texts(input.query)],
    [call.body, input.body === undefined ? undefined : JSON.parse(jsonOf(input.body))],
  ]
  return parts.every(([schema, value]) => {
    if (schema === undefined || typeof schema === 'string') return true
    return z.safeParse(schema as z.ZodMiniType, value).success
  })
}

function texts(values: Record<string, unknown> = {}): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([key, value]) => [key, inQuery(value).toWellFormed()]))
}
