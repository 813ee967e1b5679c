/**
 * Receives events of Priyomka and proves that they are from it: an example of the other side of a webhook. It needs Node.js 20 and
 * nothing else; libraries of Standard Webhooks (https://www.standardwebhooks.com) do the same for other languages.
 *
 *   WEBHOOK_SECRET=whsec_… node examples/receive-webhooks.mjs [port]
 *
 * Answer 2xx within ten seconds and do the work afterwards: anything else is sent again. The same event may come twice and events
 * may come in another order: `webhook-id` tells repeats, `data.version` tells which state of a record is the newer one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const [port = '8090'] = process.argv.slice(2)
const key = Buffer.from((process.env['WEBHOOK_SECRET'] ?? '').replace(/^whsec_/, ''), 'base64')

// An old request that somebody recorded is not believed.
const TOLERANCE_S = 300
const MAX_BODY = 64 * 1024
/** In a real program: a table, with the id written in the transaction that does the work. */
const seen = new Set()

/** Why a request is not believed, or undefined. `text` is the body as it came: parsed and written again it has other bytes. */
function doubt(headers, text) {
  const id = headers['webhook-id']
  const seconds = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) < TOLERANCE_S)) return 'the time is wrong'
  const right = createHmac('sha256', key).update(`${id}.${seconds}.${text}`).digest()
  // Several while a secret is changed, separated by spaces: one that fits is enough.
  const isOurs = String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
    .some((given) => given.length === right.length && timingSafeEqual(given, right))
  return isOurs ? undefined : 'the signature is wrong'
}

async function readText(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BODY) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

if (key.length === 0) {
  console.error('Set WEBHOOK_SECRET to the secret that was shown with the address')
  process.exit(1)
}

createServer(async (request, response) => {
  try {
    const text = await readText(request)
    const problem = doubt(request.headers, text)
    if (problem) {
      console.error(`refused: ${problem}`)
      response.writeHead(401).end(problem)
      return
    }
    response.writeHead(204).end()
    const id = request.headers['webhook-id']
    if (seen.has(id)) return
    seen.add(id)
    const { type, data } = JSON.parse(text)
    console.log([type, data.number ?? data.id ?? '', data.status ?? ''].join('\t'))
  } catch (error) {
    response.writeHead(400).end(error.message)
  }
}).listen(Number(port), '127.0.0.1', function () {
  console.log(`listening on ${this.address().port}`)
})
