import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const compress = promisify(gzip)

// Below it an answer fits into one packet anyway.
const MIN_BYTES = 1400
// Fifty acts of 42 KB become 4.6 KB for 0.2 to 0.4 ms of a processor, in a thread of zlib.
const LEVEL = 6

/**
 * Answers that carry a secret: sign-in, PINs, tokens of devices and agents. Sessions travel in a header that another site
 * cannot make a browser send, so the length of these answers cannot be probed; they stay uncompressed all the same (decision
 * 1).
 */
const SECRET =
  /^\/api\/v1\/(auth\/|modules\/|agent\/|device\/superCreateAgentCode|files\/createPhoneLink|phone\/|user\/(checkPCode|generatePCode|sendSetOfTemporaryLink|createUser))/

/** Compresses JSON answers of the API for browsers that take gzip, in the threads of zlib. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (
      !isCompressible(payload) ||
      !/^application\/json\b/.test(typeOf(reply.getHeader('content-type')))
    )
      return payload
    void reply.header('vary', 'accept-encoding')
    if (!takesGzip(request.headers['accept-encoding']) || SECRET.test(request.url)) return payload
    const packed = await compress(payload, { level: LEVEL })
    void reply.header('content-encoding', 'gzip').header('content-length', packed.length)
    return packed
  })
}

function isCompressible(payload: unknown): payload is string | Buffer {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false
  return payload.length >= MIN_BYTES
}

function typeOf(header: unknown): string {
  return typeof header === 'string' ? header : ''
}

/** Whether gzip is named and not refused by a weight of zero. */
function takesGzip(accepted: string | string[] | undefined): boolean {
  return /(^|[\s,])(gzip|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(accepted ?? ''))
}
