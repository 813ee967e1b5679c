import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import type net from 'node:net'
import { jwtVerify } from 'jose'
import pg from 'pg'
import { uuidv7 } from '#server/db/uuid.ts'
import { filling, KIND_HEADER, type BarePlan, type Plan, type Rows, type Step } from './plan.ts'

// The least code that could answer the same requests: node:http, pg, the token check (signature and session row on each
// request), the same statements as ours, and the rows as they are. It validates nothing and checks no right.
const told = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BarePlan
const key = createPublicKey(told.publicKey)
const { INT8, TIMESTAMPTZ, DATE } = pg.types.builtins
// Text of instants and dates as it comes and numbers as numbers, so that parsing costs it no more than it costs us.
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [TIMESTAMPTZ, (text) => text],
  [DATE, (text) => text],
])
const pool = new pg.Pool({
  connectionString: told.databaseUrl,
  max: told.poolSize,
  types: {
    getTypeParser: (oid: number) => parsers.get(oid) ?? pg.types.getTypeParser(oid),
  },
})
const plans = new Map(told.plans.map((plan) => [plan.kind, wavesOf(plan)]))

const server = http.createServer((request, response) => {
  answer(request).then(
    (body) => send(response, body ? 200 : 401, body ?? '{}'),
    (error: unknown) => {
      console.error(error)
      send(response, 500, '{}')
    },
  )
})

async function answer(request: http.IncomingMessage): Promise<string | undefined> {
  if (!(await isSignedIn(request.headers.authorization ?? ''))) return undefined
  const url = new URL(request.url!, 'http://bare')
  const plan = plans.get(String(request.headers[KIND_HEADER]))!
  const input =
    request.method === 'POST'
      ? (JSON.parse(await bodyOf(request)) as Record<string, unknown>)
      : Object.fromEntries(url.searchParams)
  return JSON.stringify(await replay(plan, input))
}

async function isSignedIn(header: string): Promise<boolean> {
  const { payload } = await jwtVerify(header.slice('Bearer '.length), key, {
    algorithms: ['EdDSA'],
    typ: 'session+jwt',
    issuer: told.issuer,
    audience: 'priyomka',
  })
  const { rows } = await pool.query({
    ...(told.named && { name: 'session' }),
    text: `select s.user_id from session s join app_user u on u.id = s.user_id
      where s.jti = $1 and s.revoked_at is null and s.expires_at > now() and u.status = 'active'`,
    values: [payload.jti],
  })
  return rows.length === 1
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

interface Sent {
  readonly text: string
  readonly name: { name?: string }
  readonly values?: readonly ReturnType<typeof filling>[]
}

/** Statements that our server has under way together, the bare one sends together. */
function wavesOf({ steps }: Plan): Sent[][] {
  const waves = Map.groupBy(steps, (step) => step.wave)
  return [...waves.values()].map((wave) => wave.map(sentOf))
}

function sentOf({ name, text, values }: Step): Sent {
  return {
    text,
    name: told.named && name ? { name } : {},
    ...(values && { values: values.map(filling) }),
  }
}

/** A transaction keeps its connection; reads take any. */
async function replay(waves: Sent[][], input: Record<string, unknown>): Promise<Rows[]> {
  if (!waves[0]![0]!.text.startsWith('begin')) return walk(waves, input, pool)
  const client = await pool.connect()
  try {
    return await walk(waves, input, client)
  } finally {
    client.release()
  }
}

async function walk(
  waves: Sent[][],
  input: Record<string, unknown>,
  on: Pick<pg.Pool, 'query'>,
): Promise<Rows[]> {
  const found: Rows[] = []
  const fresh = new Map<string, string>()
  const meaning = (mark: string): unknown => {
    const [kind, name, column] = mark.split(':')
    if (kind === 'in') return lower(input[name!])
    if (kind === 'row') return found[Number(name)]![0]?.[column!]
    if (kind === 'rows') return found[Number(name)]!.map((row) => row[column!])
    if (!fresh.has(mark)) fresh.set(mark, uuidv7())
    return fresh.get(mark)
  }
  const send = ({ text, name, values }: Sent) =>
    values
      ? on.query({ ...name, text, values: values.map((fill) => fill(meaning)) })
      : on.query(text)
  for (const wave of waves) {
    const answers = await Promise.all(wave.map(send))
    found.push(...answers.map((result) => result.rows as Rows))
  }
  return found
}

/** Ids are in lower case anyway, and names are searched so. */
function lower(value: unknown): string {
  return String(value).toLowerCase()
}

function send(response: http.ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

const stop = () => process.exit(0)
process.on('SIGTERM', stop)
process.on('disconnect', stop)
server.listen(0, '127.0.0.1', () =>
  process.send!({ ready: true, port: (server.address() as net.AddressInfo).port }),
)
