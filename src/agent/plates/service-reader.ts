import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import * as z from 'zod/mini'
import { refuse } from '#http/refusal.ts'
import { allowedAddress } from '../site/allowed-address.ts'
import { readPlateText } from './events/plate-event.ts'
import type { PlateCandidate, PlateReader } from './plate-reader.ts'

// devices.md 6.1.
const DEADLINE_MS = 3000
const MAX_ANSWER = 65_536
const MAX_CANDIDATES = 5

const answerShape = z.object({
  results: z
    .array(z.object({ plate: z.string().check(z.maxLength(40)), score: z.number() }))
    .check(z.maxLength(100)),
})

/** Plates read by a service in the site's own network: POST of the JPEG, answer `{results: [{plate, score}]}`, score 0…1. */
export function servicePlateReader(
  connection: { url: string; password?: string | undefined },
  allowLoopback: boolean,
): PlateReader {
  const url = new URL(connection.url)
  return {
    async read(jpeg, { signal }) {
      try {
        const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])
        const answer = await post(url, connection.password, jpeg, allowLoopback, deadline)
        const { results } = answerShape.parse(JSON.parse(await textOf(answer)))
        return results
          .flatMap((result) => candidateOf(result.plate, result.score) ?? [])
          .toSorted((a, b) => b.confidence - a.confidence)
          .slice(0, MAX_CANDIDATES)
      } catch {
        return refuse('device.offline', { message: 'Служба распознавания номеров не отвечает' })
      }
    },
  }
}

function candidateOf(text: string, score: number): PlateCandidate | undefined {
  const read = readPlateText(text)
  if (!read || !(score >= 0)) return undefined
  const confidence = Math.min(1, score)
  const box = { x: 0, y: 0, width: 0, height: 0 }
  return { ...read, confidence, chars: [confidence], box, form: '' }
}

async function post(
  url: URL,
  password: string | undefined,
  jpeg: Uint8Array,
  allowLoopback: boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { host, lookup } = allowedAddress(url.hostname, allowLoopback)
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    request(
      {
        host,
        port: url.port || undefined,
        path: url.pathname + url.search,
        method: 'POST',
        lookup,
        signal,
        agent: false,
        headers: {
          'content-type': 'image/jpeg',
          'content-length': jpeg.length,
          ...(password ? { authorization: `Bearer ${password}` } : {}),
        },
      },
      resolve,
    )
      .on('error', reject)
      .end(jpeg)
  })
}

async function textOf(answer: IncomingMessage): Promise<string> {
  if (answer.statusCode !== 200) throw new Error(`Status ${answer.statusCode}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > MAX_ANSWER) throw new Error('Answer over 64 KB')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
