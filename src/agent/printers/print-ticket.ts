import { once } from 'node:events'
import { connect } from 'node:net'
import type { TicketOrder } from '#contract/device/relay.ts'
import { refuse } from '#http/refusal.ts'
import { allowedAddress } from '../site/allowed-address.ts'
import { ticketBytes } from './ticket-bytes.ts'

/** devices.md 8. */
const PRINT_MS = 3000

/** Sends a slip to a printer's port 9100; refuses `device.offline` when the printer does not take it within 3 s. */
export async function printTicket(order: TicketOrder, allowLoopback: boolean): Promise<void> {
  const { host, lookup } = allowedAddress(order.host, allowLoopback)
  const signal = AbortSignal.timeout(PRINT_MS)
  const socket = connect({ host, port: order.port, lookup, noDelay: true, signal })
  try {
    await once(socket, 'connect', { signal })
    // A printer says nothing back: its end of the line is the proof that it took all.
    const ended = once(socket, 'end', { signal })
    socket.resume().end(ticketBytes(order))
    await ended
  } catch (error) {
    console.error('Printer failed', error)
    refuse('device.offline', { message: 'Принтер не отвечает' })
  } finally {
    socket.on('error', () => {}).destroy()
  }
}
