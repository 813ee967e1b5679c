import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenHttp } from '../listen.ts'

/** What the service can do wrong, one thing at a time. */
export type TaxFault =
  | 'silent'
  | 'other_inn'
  | 'wrong_date'
  | 'contradicts'
  | 'garbage'
  | 'limited'
  | 'refuses'
  | 'down'

export interface TaxService {
  /** Where the question is posted. */
  readonly url: string
  /** People of whom it says «не является»; all others pay the tax. */
  readonly notPayers: Set<string>
  fault: TaxFault | null
  /** Questions a minute of one address; the real service takes two. */
  perMinute: number
  /** Questions so far, for a test. */
  readonly asked: readonly { inn: string; requestDate: string }[]
  close(): Promise<void>
}

const PATH = '/api/v1/tracker/taxpayer_status'
const MOST_BYTES = 10_000
const MINUTE_MS = 60_000

/** The public check of self-employed people at the Federal Tax Service, as its description says: one question, one answer, two a minute. */
export async function startTaxService(host = '127.0.0.1', port = 0): Promise<TaxService> {
  const notPayers = new Set<string>()
  const asked: { inn: string; requestDate: string }[] = []
  const moments: number[] = []
  const service = { notPayers, asked, fault: null as TaxFault | null, perMinute: 2 }
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== PATH)
      return send(response, 404, { message: 'Not found' })
    const body = await readBody(request)
    if (body === null) return send(response, 400, { message: 'Bad request' })
    asked.push(body)
    const { fault } = service
    if (fault === 'silent') return
    if (fault === 'down') return send(response, 503, { message: 'Service unavailable' })
    const now = Date.now()
    while (moments.length > 0 && moments[0]! <= now - MINUTE_MS) moments.shift()
    if (fault === 'limited' || moments.length >= service.perMinute)
      return send(response, 422, {
        code: 'taxpayer.status.service.limited.error',
        message: 'Превышено количество запросов. Попробуйте позже',
      })
    moments.push(now)
    if (fault === 'refuses' || !/^\d{12}$/.test(body.inn))
      return send(response, 422, { code: 'validation.failed', message: 'Указан некорректный ИНН' })
    if (fault === 'garbage') return send(response, 200, '<html>')
    send(response, 200, answerOf(body))
  }

  function answerOf({ inn, requestDate }: { inn: string; requestDate: string }) {
    const { fault } = service
    const status = !notPayers.has(inn)
    const about = fault === 'other_inn' ? '770708389312' : inn
    const says = (fault === 'contradicts' ? !status : status) ? 'является' : 'не является'
    const date = fault === 'wrong_date' ? '2020-01-01' : requestDate
    const message = `${about} ${says} плательщиком налога на профессиональный доход`
    return { status, message, ...(fault === 'wrong_date' && { requestDate: date }) }
  }

  const { port: own, close } = await listenHttp(server, port, host)
  return Object.assign(service, { url: `http://${host}:${own}${PATH}`, close })
}

async function readBody(
  request: IncomingMessage,
): Promise<{ inn: string; requestDate: string } | null> {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > MOST_BYTES) return null
  }
  try {
    const { inn, requestDate } = JSON.parse(text) as Record<string, unknown>
    return typeof inn === 'string' && typeof requestDate === 'string' ? { inn, requestDate } : null
  } catch {
    return null
  }
}

function send(response: ServerResponse, status: number, body: object | string): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}
