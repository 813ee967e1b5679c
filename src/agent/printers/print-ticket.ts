import { once } from 'node:events'
import { connect } from 'node:net'
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import type { TicketOrder } from '#contract/device/relay.ts'
import { refuse } from '#http/refusal.ts'
import { allowedAddress } from '../site/allowed-address.ts'

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

/** Widths that the encoder knows; a paper of another width takes the next narrower. */
const WIDTHS = [32, 35, 42, 44, 48] as const
/** Thermal printers sold in Russia print Cyrillic by this page from the factory. */
const PAGE = 'cp866'

/** A weighing slip as ESC/POS for an 80 or 58 mm printer: names left, values right, the code of the record, a cut. */
export function ticketBytes(order: TicketOrder): Uint8Array {
  const columns = WIDTHS.findLast((width) => width <= order.columns) ?? WIDTHS[0]
  const paper = new ReceiptPrinterEncoder({ language: 'esc-pos', columns, feedBeforeCut: 3 })
  paper.initialize().codepage(PAGE).align('center').bold(true).line(order.title).bold(false)
  if (order.copy > 1) paper.line('КОПИЯ')
  paper.align('left').line('-'.repeat(columns))
  for (const { name, value, strong } of order.lines) {
    paper.bold(strong ?? false)
    for (const row of rowsOf(name, value, columns)) paper.line(row)
  }
  paper.bold(false).line('-'.repeat(columns)).align('center').qrcode(order.qr, { size: 5 })
  return paper.align('left').newline().cut('partial').encode()
}

/** One row when both fit, else the value below its name, cut into rows of the paper. */
function rowsOf(name: string, value: string, columns: number): string[] {
  const gap = columns - name.length - value.length
  if (gap >= 1) return [name + ' '.repeat(gap) + value]
  const below: string[] = []
  for (let at = 0; at < value.length; at += columns)
    below.push(value.slice(at, at + columns).padStart(columns))
  return name === '' ? below : [name, ...below]
}
