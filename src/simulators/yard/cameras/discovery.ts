import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Listening } from '../../listen.ts'
import type { Yard } from '../running-yard.ts'
import { probeMatch } from './onvif.ts'

/** Answers WS-Discovery probes on one loopback UDP port; a real network asks a multicast address. */
export async function startDiscovery(yard: Yard, port: number): Promise<Listening> {
  const socket = createSocket('udp4')
  socket.on('message', (message, { address, port: from }) => {
    const id = /<(?:\w+:)?MessageID[^>]*>([^<]{1,100})</.exec(message.toString('utf8'))?.[1]
    if (id) socket.send(probeMatch(yard, id), from, address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    async close() {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}
