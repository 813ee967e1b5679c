import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openTty } from '#agent/scales/transports/tty.ts'
import { findSocat } from '../../scripts/test-programs.ts'
import { listenOnLine as listen } from '../failures/line-peer.ts'
import { watchLine } from './scale-yard.ts'
import { until } from '#test/support/until.ts'
import { assertWithin } from '#test/support/promised-speed.ts'

const LIMITS = { max_g: 60_000_000, d_g: 20_000, presence_g: 200_000, decimals: 0 }
const TENSO = { driver: 'tenso-m', settings: {} } as const
const AND18 = { driver: 'ascii', settings: { format: 'and18' } } as const
const ANSWER = Buffer.from('ff01c3402301104cffff', 'hex')
const LINE = Buffer.from('ST,GS,+0012340kg\r\n')

describe('lines between agent and indicator', { concurrency: true }, () => {
  test('a half-open TCP line is reported at once and reopened within four seconds', async () => {
    let isSilent = false
    let silentAt = 0
    const peer = await listen((socket) => {
      // The first line goes silent without a word; the later ones stream.
      const isFirst = peer.connections.length === 1
      const timer = setInterval(() => {
        if (isFirst && isSilent) silentAt ||= Date.now()
        else socket.write(LINE)
      }, 50)
      socket.on('close', () => clearInterval(timer))
    })
    const line = await watchLine(AND18, peer.transport, LIMITS, 1)
    try {
      await until(() => line.readings.length > 5)
      isSilent = true
      await until(() => line.states.some(({ detail }) => detail === 'Весы не отвечают'))
      await until(() => peer.connections.length === 2)
      assertWithin(peer.connections[1]! - silentAt, 4000, 'a half-open line')
      await until(() => line.states.at(-1)?.status === 'online')
    } finally {
      await line.stop()
      await peer.close()
    }
  })

  test('the rest of a late answer is not joined to the next answer', async () => {
    let asked = 0
    const peer = await listen((socket) => {
      socket.on('data', () => {
        asked++
        if (asked === 1) socket.write(ANSWER.subarray(0, 5))
        // The second question shows that the first one was given up.
        if (asked === 2) socket.write(ANSWER.subarray(5))
      })
    })
    const line = await watchLine(TENSO, peer.transport, LIMITS, 1)
    try {
      await until(() => asked > 8)
      assert.deepEqual(line.readings, [])
    } finally {
      await line.stop()
      await peer.close()
    }
  })

  test('an echo before each answer, as on two-wire RS-485, does not disturb reading', async () => {
    const peer = await listen((socket) => {
      socket.on('data', (question) => {
        socket.write(question)
        setTimeout(() => socket.write(ANSWER), 5)
      })
    })
    const line = await watchLine(TENSO, peer.transport, LIMITS, 1)
    try {
      await until(() => line.readings.length > 15)
      assert.ok(line.readings.every(({ weight_g }) => weight_g === 12_340_000))
      assert.deepEqual(
        line.states.map(({ status }) => status),
        ['online'],
      )
    } finally {
      await line.stop()
      await peer.close()
    }
  })

  test('bytes without a frame for a second are reported with advice', async () => {
    const peer = await listen((socket) => {
      const timer = setInterval(() => socket.write('qwertyuiop'), 50)
      socket.on('close', () => clearInterval(timer))
    })
    const line = await watchLine(AND18, peer.transport, LIMITS, 1)
    try {
      await until(() => /непонятные данные/.test(line.states.at(-1)?.detail ?? ''))
      const piece = line.scale.terminal(0)[0]!
      assert.equal(piece.hex, Buffer.from('qwertyuiop').toString('hex'))
      assert.deepEqual([piece.way, piece.read], ['in', ''])
    } finally {
      await line.stop()
      await peer.close()
    }
  })

  test("a net display without its tare is refused, and the line's log shows what was read", async () => {
    const peer = await listen((socket) => {
      const timer = setInterval(() => socket.write('ST,NT,+0010500kg\r\n'), 50)
      socket.on('close', () => clearInterval(timer))
    })
    const line = await watchLine(AND18, peer.transport, LIMITS, 1)
    try {
      const said = 'Индикатор в режиме нетто: сбросьте тару на индикаторе'
      await until(() => line.states.at(-1)?.detail === said)
      assert.deepEqual(line.readings, [])
      assert.match(line.scale.terminal(0).at(-1)!.read, /^нетто 10\s500\sкг, стоит$/)
    } finally {
      await line.stop()
      await peer.close()
    }
  })
})

describe('a serial port of Linux, played by socat', () => {
  let dir: string
  let port: string
  let peer: Awaited<ReturnType<typeof listen>>
  let cable: ChildProcess | undefined
  const sent: number[] = []

  before(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-tty-'))
    // The contract knows ports under /dev alone, so the link is opened by the transport itself.
    port = path.join(dir, 'ttyUSB0')
    peer = await listen((socket) => {
      const timer = setInterval(() => {
        sent.push(performance.now())
        socket.write(LINE)
      }, 50)
      socket.on('close', () => clearInterval(timer))
    })
  })
  after(async () => {
    await unplug()
    await peer.close()
    await rm(dir, { recursive: true })
  })

  async function plug(): Promise<void> {
    // Rests of a previous cable would be taken for the new one.
    await unplug()
    await rm(port, { force: true })
    const pty = `pty,raw,echo=0,wait-slave,link=${port}`
    const address = `tcp:127.0.0.1:${peer.transport.port}`
    cable = spawn(findSocat()!, [pty, address], { stdio: 'ignore' })
    await until(() => existsSync(port))
  }

  async function unplug(): Promise<void> {
    const ended = cable?.exitCode === null && cable.signalCode === null && once(cable, 'exit')
    cable?.kill()
    await ended
  }

  test('nine of ten frames arrive within 20 ms', async () => {
    await plug()
    const line = { path: port, baud: 9600, bits: 8, parity: 'none', stop: 1 } as const
    const open = await openTty(line, new AbortController().signal)
    const delays: number[] = []
    for await (const chunk of open.chunks) {
      if (Buffer.from(chunk).includes(0x0a)) delays.push(performance.now() - sent.at(-1)!)
      if (delays.length === 60) break
    }
    open.close()
    await unplug()
    delays.sort((a, b) => a - b)
    assertWithin(delays[53]!, 20, 'nine of ten frames')
  })

  test('a port that is closed leaves no descriptor open', async () => {
    await plug()
    const line = { path: port, baud: 9600, bits: 8, parity: 'none', stop: 1 } as const
    const terminal = await readlink(port)
    const open = await openTty(line, new AbortController().signal)
    assert.ok((await descriptorsOf(terminal)) > 0)
    open.close()
    await until(async () => (await descriptorsOf(terminal)) === 0)
    open.write(Buffer.from('late'))
  })

  test('unplugging takes the scale offline, plugging it in brings it back within five seconds', async () => {
    await plug()
    const transport = {
      type: 'tty',
      path: port,
      baud: 9600,
      bits: 8,
      parity: 'none',
      stop: 1,
    } as const
    const line = await watchLine(AND18, transport, LIMITS, 1)
    try {
      await until(() => line.states.at(-1)?.status === 'online')
      await unplug()
      await until(() => line.states.at(-1)?.detail === 'Весы не отвечают')
      await plug()
      const plugged = performance.now()
      await until(() => line.states.at(-1)?.status === 'online')
      assertWithin(performance.now() - plugged, 5000, 'back on line')
    } finally {
      await line.stop()
    }
  })

  test('a request is sent through the port and its answer is read', async () => {
    const asking = await listen((socket) => socket.on('data', () => socket.write(ANSWER)))
    const before = peer
    peer = asking
    try {
      await plug()
      const transport = {
        type: 'tty',
        path: port,
        baud: 9600,
        bits: 8,
        parity: 'none',
        stop: 1,
      } as const
      const line = await watchLine(TENSO, transport, LIMITS, 1)
      try {
        await until(() => line.readings.length > 10)
      } finally {
        await line.stop()
      }
    } finally {
      peer = before
      await unplug()
      await asking.close()
    }
  })
})

/** How many descriptors of this process lead to a file. */
async function descriptorsOf(file: string): Promise<number> {
  const all = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    all.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')),
  )
  return targets.filter((target) => target === file).length
}
