import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { Program } from '../scripts/child.ts'
import { KIND_HEADER } from './plan.ts'

/** One kind of request: its variable fields, and how they become a request. */
export interface Kind {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly inputs: readonly Record<string, string>[]
  query?(input: Record<string, string>): Record<string, string>
  body?(input: Record<string, string>): object
}

/** One of the two servers that are compared. */
export interface Side {
  readonly url: string
  readonly program: Program
  /** Before each of its rounds. */
  ready?(): Promise<void>
}

interface Shots {
  readonly token: string
  readonly ours: Side
  readonly bare: Side
  readonly rounds: number
  readonly seconds: number
}

const CONNECTIONS = 8
// Until then compilers of both servers are at work, longer on a busy machine.
const WARM_SECONDS = 3

export function requestOf(kind: Kind, input: Record<string, string>) {
  const query = new URLSearchParams(kind.method === 'GET' ? (kind.query?.(input) ?? input) : {})
  const address = `${kind.path}${query.size > 0 ? `?${query.toString()}` : ''}`
  const body = kind.body && JSON.stringify(kind.body(input))
  return { method: kind.method, path: address, ...(body && { body }) }
}

/** Rounds in turns, so that other work of the machine falls on both; medians are reported. */
export async function measure(kind: Kind, shots: Shots): Promise<void> {
  const found = { ours: [] as Shot[], bare: [] as Shot[] }
  for (const side of ['ours', 'bare'] as const)
    await shoot(kind, shots.token, shots[side], Math.min(WARM_SECONDS, 2 * shots.seconds))
  for (let round = 0; round < shots.rounds; round++)
    for (const side of round % 2 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const))
      found[side].push(await shoot(kind, shots.token, shots[side], shots.seconds))
  const rate = (side: 'ours' | 'bare') => round(median(found[side].map((shot) => shot.rate)), 1)
  const [value, baseline] = [rate('ours'), rate('bare')]
  const ratio = round(value / baseline, 3)
  console.log(JSON.stringify({ name: kind.name, value, unit: 'requests/s', baseline, ratio }))
  for (const side of ['ours', 'bare'] as const)
    console.error(`  ${side}: ${told(found[side], shots[side].program.pid)}`)
}

function told(shots: readonly Shot[], pid: number): string {
  const cpu = round(median(shots.map((shot) => shot.cpuMs)), 2)
  const bytes = Math.round(median(shots.map((shot) => shot.bytes)))
  return `${cpu} ms of CPU and ${bytes} bytes a request, ${memoryMb(pid)} MB of memory`
}

interface Shot {
  readonly rate: number
  /** Of the server's own process, without PostgreSQL's. */
  readonly cpuMs: number
  /** As they travel, headers counted. */
  readonly bytes: number
}

/** Requests per second; one bad answer makes the figure worthless and ends the run. */
async function shoot(kind: Kind, token: string, side: Side, seconds: number): Promise<Shot> {
  await side.ready?.()
  const before = cpuMs(side.program.pid)
  const result = await autocannon({
    url: side.url,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: 50,
    headers: {
      authorization: `Bearer ${token}`,
      [KIND_HEADER]: kind.name,
      ...(kind.method === 'POST' && { 'content-type': 'application/json' }),
    },
    requests: kind.inputs.map((input) => requestOf(kind, input)),
  })
  const bad = result.non2xx + result.errors + result.timeouts
  if (bad > 0) throw new Error(`${kind.name} at ${side.url}: ${bad} requests failed`)
  const count = result['2xx']
  return {
    rate: count / result.duration,
    cpuMs: (cpuMs(side.program.pid) - before) / count,
    bytes: result.throughput.total / count,
  }
}

// USER_HZ of Linux: one tick of the process clock is 10 ms everywhere.
const TICK_MS = 10

/** CPU time that a process has used up; NaN where there is no /proc. */
export function cpuMs(pid: number): number {
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ')
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : Number.NaN
}

/** Of real memory; NaN where there is no /proc. */
export function memoryMb(pid: number): number {
  const kb = /^VmRSS:\s*(\d+)/m.exec(readProc(pid, 'status'))?.[1]
  return Math.round(Number(kb ?? Number.NaN) / 1024)
}

function readProc(pid: number, file: string): string {
  return process.platform === 'linux' ? readFileSync(`/proc/${pid}/${file}`, 'utf8') : ''
}

function median(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
