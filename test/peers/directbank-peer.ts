/**
 * A second 1C:DirectBank, written from the published standard 2.3: Logon, SendPack, GetPackList,
 * GetPack over a mailbox, and the notices of packs and documents. The bank executes an order once
 * for its document id; a notice is a letter, and letters may contradict each other.
 */
import { randomUUID } from 'node:crypto'
import { LOST, type Answering, type PeerAnswer, type PeerRequest } from './loopback.ts'

/** Of the table of states: 01 taken, 02 executed, 03 refused by the bank, 05 annulled; of the errors: 2205 a duplicate. */
type State = '01' | '02' | '03' | '05' | '2205'

export interface DirectbankOrder {
  readonly id: string
  readonly number: string
  readonly sum: string
  readonly payee: string
  moved: boolean
}

interface Letter {
  readonly id: string
  readonly at: number
  readonly document: string
  readonly kind: string
}

export interface DirectbankPeer {
  readonly answer: Answering
  readonly orders: DirectbankOrder[]
  /** The questions of state that it was asked, and the documents that they are about. */
  readonly questions: { readonly id: string; readonly about: string }[]
  /** The letters that follow an order at once, in this order; the first 02 moves the money. */
  notices: readonly State[]
  lost: number
  /** The document that an answer to a question of state names instead of the one asked about. */
  answersAbout: string | null
  /** Puts a notice about any document into the mailbox, as the answer to a question if one is named; 02 moves the money. */
  tell(id: string, state: State, answers?: string): void
  /** How many letters have ever lain in the mailbox. */
  letters(): number
  /** Whether any notice has told an end of it. */
  told(orderId: string): boolean
  /** Moves the money of an order, and writes to nobody. */
  execute(orderId: string): void
  movedFor(ourId: string): number[]
}

const NAMES: Record<State, string> = {
  '01': 'Принят',
  '02': 'Исполнен',
  '03': 'Отклонен банком',
  '05': 'Аннулирован',
  '2205': 'Повторный электронный документ',
}
const NS = 'xmlns="http://directbank.1c.ru/XMLSchema"'
const BANK = '<Sender><Bank bic="044525225" name="Банк"/></Sender>'
const BOM = '\uFEFF'

/** The bank's own time, which has no zone in the standard. */
const bankTime = (at: number): string => new Date(at + 3 * 3_600_000).toISOString().slice(0, 19)

/** «dd.MM.yyyy HH:mm:ss» of the mark in GetPackList, in the bank's time. */
const fromMark = (mark: string): number => {
  const parts = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)$/.exec(mark)
  return parts === null
    ? Number.NaN
    : Date.parse(`${parts[3] ?? ''}-${parts[2] ?? ''}-${parts[1] ?? ''}T${parts[4] ?? ''}+03:00`)
}

const xml = (body: string): PeerAnswer => ({
  status: 200,
  type: 'application/xml; charset=utf-8',
  body:
    `<?xml version="1.0" encoding="UTF-8"?>` +
    `<ResultBank ${NS} formatVersion="2.3.2" userAgent="peer">${body}</ResultBank>`,
})

const success = (body: string): PeerAnswer => xml(`<Success>${body}</Success>`)
const fault = (code: string, text: string): PeerAnswer =>
  xml(`<Error><Code>${code}</Code><Description>${text}</Description></Error>`)

const textOf = (source: string, name: string): string =>
  new RegExp(`<(?:\\w+:)?${name}[^>]*>([^<]*)<`).exec(source)?.[1]?.trim() ?? ''

const attribute = (source: string, element: string, name: string): string =>
  new RegExp(`<(?:\\w+:)?${element}\\b[^>]*?\\b${name}="([^"]*)"`).exec(source)?.[1] ?? ''

const head = (customer: string): string =>
  `id="${randomUUID()}" formatVersion="2.3.2" creationDate="${bankTime(Date.now())}">` +
  `${BANK}<Recipient><Customer id="${customer}"/></Recipient>`

const status = (state: State): string =>
  state === '2205'
    ? `<Result><Error><Code>${state}</Code><Description>${NAMES[state]}</Description></Error></Result>`
    : `<Result><Status><Code>${state}</Code><Name>${NAMES[state]}</Name></Status></Result>`

/** `ExtIDStatusRequest` ends a notice that answers a question. */
const docNotice = (customer: string, extId: string, result: string, asked = ''): string =>
  `<StatusDocNotice ${NS} ${head(customer)}<ExtID>${extId}</ExtID>${result}${asked}` +
  `</StatusDocNotice>`

const answering = (question: string): string =>
  `<ExtIDStatusRequest>${question}</ExtIDStatusRequest>`

const packNotice = (customer: string, taken: string, packId: string): string =>
  `<StatusPacketNotice ${NS} ${head(customer)}` +
  `<IDResultSuccessResponse>${taken}</IDResultSuccessResponse>${status('01')}` +
  `<ExtIDPacket>${packId}</ExtIDPacket></StatusPacketNotice>`

interface PackDocument {
  readonly id: string
  readonly kind: string
  readonly source: string
}

const documentsOf = (pack: string): PackDocument[] =>
  [...pack.matchAll(/<(?:\w+:)?Document\b[\s\S]*?<\/(?:\w+:)?Document>/g)].map(([one]) => ({
    id: attribute(one, 'Document', 'id'),
    kind: attribute(one, 'Document', 'dockind'),
    source: Buffer.from(textOf(one, 'Data').replaceAll(/\s/g, ''), 'base64').toString('utf8'),
  }))

class Mailbox {
  readonly letters: Letter[] = []

  readonly customer: string

  constructor(customer: string) {
    this.customer = customer
  }

  put(kind: string, document: string): void {
    this.letters.push({ id: randomUUID(), at: Date.now(), document, kind })
  }

  list(mark: string | null): PeerAnswer {
    const from = mark === null ? 0 : fromMark(mark)
    if (Number.isNaN(from)) {
      return fault('2101', 'Некорректный формат отметки времени')
    }
    const since = this.letters.filter((one) => Math.floor(one.at / 1000) * 1000 >= from)
    const last = since.at(-1)
    const stamp = last === undefined ? '' : ` TimeStampLastPacket="${bankTime(last.at)}"`
    const ids = since.map((one) => `<PacketID>${one.id}</PacketID>`).join('')
    return success(`<GetPacketListResponse${stamp}>${ids}</GetPacketListResponse>`)
  }

  read(id: string | null): PeerAnswer {
    const letter = this.letters.find((one) => one.id === id)
    if (letter === undefined) {
      return fault('2102', 'Транспортный контейнер не найден')
    }
    const data = Buffer.from(`${BOM}${letter.document}`).toString('base64')
    return success(
      `<GetPacketResponse id="${letter.id}" formatVersion="2.3.2"` +
        ` creationDate="${bankTime(letter.at)}">${BANK}` +
        `<Recipient><Customer id="${this.customer}"/></Recipient>` +
        `<Document id="${randomUUID()}" dockind="${letter.kind}" formatVersion="2.3.2">` +
        `<Data>${data}</Data></Document></GetPacketResponse>`,
    )
  }
}

const NOT_FOUND =
  '<Result><Error><Code>2207</Code>' +
  '<Description>Отсутствует электронный документ с запрашиваемым ИД</Description></Error></Result>'

const answerQuestion = (peer: DirectbankPeer, mailbox: Mailbox, one: PackDocument): void => {
  const asked = textOf(one.source, 'ExtID')
  const question = attribute(one.source, 'StatusRequest', 'id')
  peer.questions.push({ id: question, about: asked })
  const order = peer.orders.find((known) => known.id === asked)
  const result = order === undefined ? NOT_FOUND : status(order.moved ? '02' : '01')
  const answered = peer.answersAbout === null ? result : status('02')
  mailbox.put(
    '02',
    docNotice(mailbox.customer, peer.answersAbout ?? asked, answered, answering(question)),
  )
}

const takeDocument = (peer: DirectbankPeer, mailbox: Mailbox, one: PackDocument): void => {
  if (one.kind === '10') {
    const id = attribute(one.source, 'PayDocRu', 'id') || one.id
    if (peer.orders.some((order) => order.id === id)) {
      return
    }
    const payee = /<(?:\w+:)?Payee>[\s\S]*<\/(?:\w+:)?Payee>/.exec(one.source)?.[0] ?? ''
    peer.orders.push({
      id,
      number: textOf(one.source, 'DocNo'),
      sum: textOf(one.source, 'Sum'),
      payee: textOf(payee, 'Account'),
      moved: false,
    })
    for (const state of peer.notices) {
      peer.tell(id, state)
    }
    return
  }
  if (one.kind === '03') {
    answerQuestion(peer, mailbox, one)
    return
  }
  mailbox.put('02', docNotice(mailbox.customer, one.id, status('01')))
}

const takePack = (
  peer: DirectbankPeer,
  mailbox: Mailbox,
  packs: Set<string>,
  request: PeerRequest,
): PeerAnswer | typeof LOST => {
  const packId = attribute(request.body, 'Packet', 'id')
  if (packId === '') {
    return fault('2001', 'Некорректный формат транспортного контейнера')
  }
  if (packs.has(packId)) {
    return fault('2002', 'Дубль транспортного контейнера')
  }
  packs.add(packId)
  const taken = randomUUID()
  mailbox.put('01', packNotice(mailbox.customer, taken, packId))
  for (const one of documentsOf(request.body)) {
    takeDocument(peer, mailbox, one)
  }
  if (peer.lost > 0) {
    peer.lost -= 1
    return LOST
  }
  return success(`<SendPacketResponse><ID>${taken}</ID></SendPacketResponse>`)
}

export const openDirectbankPeer = (access: {
  readonly customer_id: string
  readonly login: string
  readonly password: string
}): DirectbankPeer => {
  const { customer_id: customer } = access
  const basic = `Basic ${Buffer.from(`${access.login}:${access.password}`).toString('base64')}`
  const mailbox = new Mailbox(customer)
  const sessions = new Set<string>()
  const packs = new Set<string>()
  const ended = new Set<string>()
  const peer: DirectbankPeer = {
    orders: [],
    questions: [],
    notices: ['01', '02'],
    lost: 0,
    answersAbout: null,
    answer: (request) => {
      const method = request.url.pathname.split('/').at(-1)
      if (method === 'Logon') {
        if (request.headers.authorization !== basic) {
          return fault('1201', 'Некорректные данные для аутентификации')
        }
        const sid = randomUUID()
        sessions.add(sid)
        return success(`<LogonResponse><SID>${sid}</SID></LogonResponse>`)
      }
      if (!sessions.has(String(request.headers['sid']))) {
        return fault('1007', 'Некорректный идентификатор сессии')
      }
      if (request.headers['customerid'] !== customer) {
        return fault('1003', 'Идентификатор клиента не найден')
      }
      if (method === 'SendPack') {
        return takePack(peer, mailbox, packs, request)
      }
      return method === 'GetPackList'
        ? mailbox.list(request.url.searchParams.get('date'))
        : mailbox.read(request.url.searchParams.get('id'))
    },
    execute: (orderId) => {
      for (const order of peer.orders.filter((one) => one.id === orderId)) order.moved = true
    },
    letters: () => mailbox.letters.length,
    told: (orderId) => ended.has(orderId),
    tell: (id, state, answers) => {
      if (state !== '01') ended.add(id)
      if (state === '02') peer.execute(id)
      const asked = answers === undefined ? '' : answering(answers)
      mailbox.put('02', docNotice(customer, id, status(state), asked))
    },
    movedFor: (ourId) =>
      peer.orders
        .filter((one) => one.moved && one.id === ourId)
        .map((one) => Math.round(Number(one.sum) * 100)),
  }
  return peer
}
