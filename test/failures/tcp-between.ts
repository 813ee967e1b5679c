import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A wire with a person's hand on it: passes bytes both ways, late, or not at all. */
export interface Between {
  readonly port: number
  /** Breaks what is open; while it is cut nothing new gets through. */
  cut(on: boolean): void
  /** Open connections stay open and carry nothing; what waited comes in one burst when it ends. */
  freeze(on: boolean): void
  /**
   * Packets are dropped from here on, as a firewall does: open connections stay open and carry nothing ever again, new ones
   * get no answer until it ends.
   */
  swallow(on: boolean): void
  close(): Promise<void>
}

interface Settings {
  /** One way. */
  delayMs?: number
  /** Hears what comes back from the far end at the moment it is passed on. */
  back?: (bytes: Buffer) => void
  /** Hears what is sent to the far end right before it is passed on. */
  there?: (bytes: Buffer) => void
}

/** A proxy in front of a port of this machine. */
export async function standBetween(port: number, settings: Settings = {}): Promise<Between> {
  const { delayMs = 0, back, there } = settings
  const sockets = new Set<Socket>()
  let isCut = false
  let frozen = false
  let swallows = false
  const dead = new WeakSet<Socket>()
  const pass = (from: Socket, to: Socket, hear?: (bytes: Buffer) => void) => {
    const later = (work: () => void) => (delayMs > 0 ? setTimeout(work, delayMs) : work())
    from.on('data', (bytes) => {
      if (dead.has(from)) return
      later(() => {
        hear?.(bytes as Buffer)
        if (to.writable) to.write(bytes)
      })
    })
    from.on('error', () => undefined)
    from.once('close', () => {
      sockets.delete(from)
      // The end of a connection is a packet like others.
      if (!dead.has(from)) later(() => to.destroy())
    })
  }
  const server = createServer({ noDelay: true }, (near) => {
    if (isCut || frozen) return void near.destroy()
    if (swallows) {
      dead.add(near)
      sockets.add(near.on('error', () => undefined).resume())
      return
    }
    const far = connect({ port, host: '127.0.0.1', noDelay: true })
    sockets.add(near).add(far)
    pass(near, far, there)
    pass(far, near, back)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut(on) {
      isCut = on
      if (on) for (const socket of sockets) socket.destroy()
    },
    freeze(on) {
      frozen = on
      for (const socket of sockets)
        if (on) socket.pause()
        else socket.resume()
    },
    swallow(on) {
      swallows = on
      if (on) for (const socket of sockets) dead.add(socket)
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
