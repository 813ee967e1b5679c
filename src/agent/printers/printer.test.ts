import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import type { TicketOrder } from '#contract/device/relay.ts'
import { Refusal } from '#http/refusal.ts'
import { assertWithin } from '#test/support/promised-speed.ts'
import { printTicket, ticketBytes } from './print-ticket.ts'

const order: TicketOrder = {
  post: 1,
  host: '127.0.0.1',
  port: 9100,
  columns: 42,
  transaction_id: '019f3a52-7c00-7000-8000-000000000001',
  copy: 1,
  title: 'Отвес 261121-001',
  lines: [
    { name: 'Номер', value: 'А123ВС77' },
    { name: 'Нетто', value: '8 220 кг', strong: true },
  ],
  qr: 'https://x/t/1',
}

/** Written by hand from the printer's command set and code page 866, not by the encoder. */
const GOLDEN = `1b401c2e1b4d00${'20'.repeat(13)}1b45011b74118ee2a2a5e1203236313132312d3030311b45000a0d`

describe('the printed slip', () => {
  test('a slip begins with Cyrillic of code page 866 in bold', () => {
    const hex = Buffer.from(ticketBytes(order)).toString('hex')
    assert.ok(hex.startsWith(GOLDEN), hex.slice(0, 120))
    assert.ok(hex.endsWith('1d56010a0d') || hex.includes('1d5601'), 'no cut')
  })

  test('names are on the left, values on the right of the whole width, and a copy is marked', () => {
    const first = decode(ticketBytes(order))
    assert.ok(first.includes(`Номер${' '.repeat(42 - 5 - 8)}А123ВС77`), first)
    assert.ok(first.includes('https://x/t/1'))
    assert.equal(first.includes('КОПИЯ'), false)
    assert.ok(decode(ticketBytes({ ...order, copy: 2 })).includes('КОПИЯ'))
  })

  test('a long value is printed below its name, and no line is wider than narrow paper', () => {
    const lines = [{ name: 'Поставщик', value: 'ООО «Лом и металл северо-запада»' }]
    const paper = decode(ticketBytes({ ...order, columns: 33, lines }))
    assert.ok(paper.includes(`${'-'.repeat(32)}\n`) && !paper.includes('-'.repeat(33)), paper)
    assert.ok(paper.includes('Поставщик\n'), paper)
  })

  test('the printer gets every byte; one that is off or silent is reported within 3 s', async () => {
    const taken: Buffer[] = []
    const printer = createServer((socket) => {
      socket.on('data', (chunk: Buffer) => taken.push(chunk))
    })
    printer.listen(0, '127.0.0.1')
    await once(printer, 'listening')
    const { port } = printer.address() as AddressInfo
    await printTicket({ ...order, port }, true)
    assert.deepEqual(Buffer.concat(taken), Buffer.from(ticketBytes(order)))
    const closed = once(printer, 'close')
    printer.close()
    await closed
    await assert.rejects(printTicket({ ...order, port }, true), offline)

    const deaf = createServer({ allowHalfOpen: true })
    deaf.listen(0, '127.0.0.1')
    await once(deaf, 'listening')
    const at = performance.now()
    const deafPort = (deaf.address() as AddressInfo).port
    await assert.rejects(printTicket({ ...order, port: deafPort }, true), offline)
    assertWithin(performance.now() - at, 3500, 'a deaf printer')
    deaf.close()
  })

  test("no connection is made to a printer outside the yard's networks", async () => {
    await assert.rejects(printTicket({ ...order, host: '8.8.8.8' }, true), Refusal)
    await assert.rejects(printTicket(order, false), Refusal)
  })
})

function offline(error: unknown): boolean {
  return error instanceof Refusal && error.message === 'Принтер не отвечает'
}

/** What stands on the paper: commands dropped, letters of code page 866. */
function decode(bytes: Uint8Array): string {
  const text = new TextDecoder('ibm866').decode(bytes)
  return text.replaceAll('\r', '')
}
