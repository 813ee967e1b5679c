import * as z from 'zod/mini'
import { resolveName } from '../../../outbound/outside-address.ts'
import { postOutside, type PostAnswer } from '../../../outbound/post-outside.ts'

/** The tax service's answer for one ИНН on one day; after a passing failure it is asked again. */
export interface TaxAnswer {
  readonly outcome: 'payer' | 'not_payer' | 'no_answer'
  readonly said: string
  readonly isPassing?: true
}

const MOST_BYTES = 8192

/** One question to the public check of the Federal Tax Service, at the address that the server's configuration names. */
export async function askTaxService(
  url: string,
  { inn, day }: { readonly inn: string; readonly day: string },
  deadlineMs: number,
): Promise<TaxAnswer> {
  const answer = await postOutside(url, {
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ inn, requestDate: day }),
    deadlineMs,
    maxAnswer: MOST_BYTES,
    // The address is the administrator's, who may lead it through a program of the same machine.
    allowLoopback: true,
    resolve: resolveName,
    // The setting is the list.
    hosts: undefined,
  })
  return readTaxAnswer(answer, inn, day)
}

const Refused = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })
const Told = z.object({
  status: z.boolean(),
  message: z.string(),
  requestDate: z.optional(z.string()),
})

/** Believed only when it names the ИНН that was asked about, no other day, and says one thing. */
function readTaxAnswer(answer: PostAnswer, inn: string, day: string): TaxAnswer {
  if ('failed' in answer) {
    const isLate = answer.failed === 'timeout'
    return passing(isLate ? 'Налоговая не ответила вовремя' : 'Нет связи со службой налоговой')
  }
  const body = parseBody(answer.text)
  if (answer.status === 429 || answer.status >= 500) return passing('Служба налоговой занята')
  if (answer.status !== 200) {
    const { code = '', message = '' } = z.safeParse(Refused, body).data ?? {}
    return /limited|unavailable/.test(code)
      ? passing('Служба налоговой занята: она отвечает на два запроса в минуту')
      : unclear(`Налоговая отказала: ${message.slice(0, 200) || answer.status}`)
  }
  const told = z.safeParse(Told, body)
  if (!told.success) return unclear('Ответ налоговой не понят')
  const { status, message, requestDate = '' } = told.data
  const named = message.match(/\d{10,12}/g) ?? []
  if (named.length === 0 || named.some((one) => one !== inn))
    return unclear('Налоговая ответила о другом ИНН')
  if (daysIn(`${requestDate} ${message}`).some((one) => one !== day))
    return unclear('Налоговая ответила на другую дату')
  if (/не\s+(?:является|зарегистрирован|состоит)/iu.test(message) === status)
    return unclear('Ответ налоговой противоречит сам себе')
  return { outcome: status ? 'payer' : 'not_payer', said: message.slice(0, 300) }
}

function daysIn(text: string): string[] {
  const iso = text.match(/\d{4}-\d{2}-\d{2}/g) ?? []
  const written = [...text.matchAll(/(\d{2})\.(\d{2})\.(\d{4})/g)]
  return [...iso, ...written.map(([, day, month, year]) => `${year}-${month}-${day}`)]
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const passing = (said: string): TaxAnswer => ({ outcome: 'no_answer', said, isPassing: true })
const unclear = (said: string): TaxAnswer => ({ outcome: 'no_answer', said })
