import { randomInt } from 'node:crypto'
import net from 'node:net'

/**
 * Systems give ports from 32768 on to outgoing connections: one remembered there may be taken at the next start. A product
 * has a block of its own by its port, so that products that start at once do not find the same ports free.
 */
const LASTING = { from: 10_000, blocks: 625, size: 16 }
/** Browsers and `fetch` refuse this one (Fetch, "port blocking"); it is the only such port of the ranges here. */
const BLOCKED_PORT = 10_080
/** A product whose block is taken moves far away: the next block belongs to the next product. */
const STRIDE = 313
/** Far more tries than programs can hold ports. */
const MOST_TRIES = 200

/** Above the permanent ports, below those that systems give to outgoing connections, which would take one before its use. */
const PASSING = { from: 20_000, shares: 100, size: 120 }
/** A port is opened seconds after it was given: until then it is free for everybody else. */
const given = new Set<number>()

/** A port that is free at this moment, given once, from the share of this process: others that start at once have other shares. */
export async function freePort(): Promise<number> {
  const from = PASSING.from + (process.pid % PASSING.shares) * PASSING.size
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const port = randomInt(from, from + PASSING.size)
    if (given.has(port) || (await tryPort(port)) === null) continue
    given.add(port)
    return port
  }
  throw new Error(`Нет свободного порта от ${from} до ${from + PASSING.size}`)
}

/** A free port that may be remembered for later starts of the product on port `near`, none of `named`. */
export async function lastingPort(near: number, named: readonly number[]): Promise<number> {
  const { from, blocks, size } = LASTING
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const block = (near + STRIDE * Math.floor(tries / size)) % blocks
    const port = from + block * size + (tries % size)
    const isUsable = port !== BLOCKED_PORT && !named.includes(port)
    if (isUsable && (await tryPort(port)) !== null) return port
  }
  throw new Error(`Нет свободного порта от ${from} до ${from + blocks * size}`)
}

/** The port if it can be opened now, null if it is taken; 0 is any. */
export function tryPort(wanted: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(null) : reject(error),
    )
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
