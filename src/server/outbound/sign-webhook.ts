import { createHmac, randomBytes } from 'node:crypto'

// Standard Webhooks 1.0: the prefix tells people what they hold; the bytes behind it are the key.
const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A secret for an address, in the form that libraries of Standard Webhooks take. */
export function makeWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** The headers of one attempt; each secret signs, so that a reader who knows one of them is served. */
export function webhookHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  seconds: number,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Priyomka-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets
      .map((secret) => `v1,${signatureOf(secret, `${id}.${seconds}.${body}`)}`)
      .join(' '),
  }
}

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}
