import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A payout as YooKassa shows it. */
export interface LiedPayout {
  id: string
  status: string
  amount: { value: string; currency: string }
  payout_destination: Record<string, unknown>
  metadata: Record<string, string>
}

interface Sent {
  amount: { value: string; currency: string }
  payout_destination_data: Record<string, unknown>
  metadata: { payment_id: string }
}

/**
 * A bank that says of payouts what a test tells it: YooKassa under `/v3`, T-API under `/api`, 1C:DirectBank under `/directbank`.
 * Written from the papers of the three protocols and with nothing of the simulator, so that both are witnesses.
 */
export async function openLyingBank() {
  const sent: LiedPayout[] = []
  const mail: { id: string; about: string; result: string; answers: string }[] = []
  const questions: { id: string; about: string }[] = []
  const lies = {
    /** Cuts the line of the next send, after it was taken. */
    cutsSend: false,
    status: (payout: LiedPayout): object => payout,
    search: (found: LiedPayout[]): object[] => found,
    list: (all: LiedPayout[]): object[] => all,
    transfer: (id: string): object => ({ status: 'EXECUTED', paymentId: id }),
  }

  function yookassa(method: string, url: URL, body: string): object {
    const name = url.pathname.slice('/v3/payouts'.length)
    if (method === 'POST') {
      const { payout_destination_data: to, ...order } = JSON.parse(body) as Sent
      const payout = {
        id: `po-${randomUUID()}`,
        status: 'pending',
        payout_destination: to,
        ...order,
      }
      sent.push(payout)
      return payout
    }
    if (name === '') return { type: 'list', items: lies.list(sent) }
    if (name !== '/search') return lies.status(sent.find(({ id }) => `/${id}` === name)!)
    const asked = url.searchParams.get('metadata[payment_id]')
    const items = sent.filter(({ metadata }) => metadata['payment_id'] === asked)
    return { type: 'list', items: lies.search(items) }
  }

  function directbank(url: URL, body: string): string {
    const name = url.pathname.slice('/directbank/'.length)
    if (name === 'Logon') return '<LogonResponse><SID>s-1</SID></LogonResponse>'
    if (name === 'SendPack') {
      const [, data] = /<Data[^>]*>([^<]+)<\/Data>/.exec(body)!
      const document = Buffer.from(data!, 'base64').toString('utf8')
      const about = /<ExtID>([^<]+)</.exec(document)?.[1]
      if (about !== undefined) questions.push({ id: / id="([^"]+)"/.exec(document)![1]!, about })
      return `<SendPacketResponse><ID>pack-${randomUUID()}</ID></SendPacketResponse>`
    }
    if (name === 'GetPackList')
      return `<GetPacketListResponse>${mail.map(({ id }) => `<PacketID>${id}</PacketID>`).join('')}</GetPacketListResponse>`
    const { id, about, result, answers } = mail.find(
      (one) => one.id === url.searchParams.get('id'),
    )!
    const asked = answers && `<ExtIDStatusRequest>${answers}</ExtIDStatusRequest>`
    const notice = `<StatusDocNotice xmlns="http://directbank.1c.ru/XMLSchema" id="${id}"><ExtID>${about}</ExtID><Result>${result}</Result>${asked}</StatusDocNotice>`
    return `<GetPacketResponse id="${id}"><Document id="n-${id}" dockind="02"><Data>${Buffer.from(notice).toString('base64')}</Data></Document></GetPacketResponse>`
  }

  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const body = Buffer.concat(parts).toString('utf8')
      const url = new URL(request.url!, 'http://bank')
      const isSend = request.method === 'POST' && !url.pathname.endsWith('/Logon')
      const json = (value: object) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(value))
      }
      if (url.pathname.startsWith('/directbank/')) {
        const text = directbank(url, body)
        if (isSend && lies.cutsSend) return void request.socket.resetAndDestroy()
        response.end(
          `<?xml version="1.0" encoding="UTF-8"?><ResultBank xmlns="http://directbank.1c.ru/XMLSchema"><Success>${text}</Success></ResultBank>`,
        )
      } else if (url.pathname.startsWith('/v3/')) {
        const answer = yookassa(request.method!, url, body)
        if (isSend && lies.cutsSend) return void request.socket.resetAndDestroy()
        json(answer)
      } else if (isSend) {
        if (lies.cutsSend) return void request.socket.resetAndDestroy()
        response.statusCode = 201
        response.end()
      } else json(lies.transfer(url.pathname.split('/').at(-1)!))
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const honest = { ...lies }

  return {
    api: `${origin}/v3`,
    lies,
    sent,
    questions,
    /** The truth again. */
    repent: () => Object.assign(lies, honest),
    /** Puts a notice into the mailbox of DirectBank: a status of the standard's table, or an error. */
    tell(about: string, code: string, answers = ''): void {
      const isError = code.length === 4
      const result = isError
        ? `<Error><Code>${code}</Code><Description>Ошибка</Description></Error>`
        : `<Status><Code>${code}</Code><Name>${WORDS[code] ?? 'Состояние'}</Name></Status>`
      mail.push({ id: `m-${mail.length}-${randomUUID()}`, about, result, answers })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const WORDS: Record<string, string> = {
  '01': 'Принят',
  '02': 'Исполнен',
  '03': 'Отклонен банком',
  '05': 'Аннулирован',
}
