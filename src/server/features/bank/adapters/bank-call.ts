import type { BankAnswer } from './adapter.ts'

/** What came back, or why nothing did: `not_sent` is proven, everything doubtful is `ambiguous`. */
export type Reply =
  | { readonly status: number; readonly body: unknown; readonly retryAfter: number | undefined }
  | { readonly failed: 'not_sent' | 'ambiguous'; readonly why: string }

// The provider may hold a connection for 30 s before it answers 500, so less would lose answers (payments.md 4.1).
const DEADLINE_MS = 35_000
const MAX_BYTES = 1_048_576
// Codes under which no request byte can have left: the name, the connection or the handshake failed.
const NEVER_LEFT =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

/** One HTTP call: no redirect is followed, nothing is repeated, at most 35 s and 1 MB. */
export async function bankCall(
  url: string,
  init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
): Promise<Reply> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    const text = await bounded(response)
    const after = Number(response.headers.get('retry-after') ?? Number.NaN)
    return {
      status: response.status,
      body: parsed(text),
      // payments.md 3.4: a bank is not waited for longer than ten minutes.
      retryAfter: Number.isFinite(after) ? Math.min(Math.max(after, 1), 600) : undefined,
    }
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name?: string }
    const why = cause?.code ?? name ?? 'unknown'
    return { failed: NEVER_LEFT.test(why) ? 'not_sent' : 'ambiguous', why }
  }
}

async function bounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error('answer too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A call that brought no answer at all. */
export function noAnswer(failed: 'not_sent' | 'ambiguous', why: string): BankAnswer {
  return { outcome: failed, payouts: [], errorCode: why.slice(0, 60) }
}
