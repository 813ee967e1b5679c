import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { BankState } from '../bank-state.ts'
import type { CallFacts, Operation, Strike } from '../faults.ts'
import { quirksOf } from '../faults.ts'
import { triggerOf } from '../triggers.ts'
import { type Answer, readText, send } from '../wire.ts'
import { cabinet } from './cabinet.ts'
import {
  failure,
  packetOf,
  settingsDocument,
  success,
  moment,
  type ErrorCode,
} from './documents.ts'
import { payeeAccountOf } from './order.ts'
import { type Pack, type PackDocument, readPack, textAt } from './read-pack.ts'
import { takePack } from './take-pack.ts'

type Call = {
  operation: Operation
  method: string
  headers: IncomingHttpHeaders
  query: URLSearchParams
  pack: Pack | ErrorCode | null
}

/** The standard 1C:DirectBank: sessions, packs in, a mailbox of packs out; and the cabinet in which a person confirms orders. */
export function directListener(desk: BankState) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://bank')
    const text = (await readText(request, 1_000_000)) ?? ''
    const name = url.pathname.slice('/directbank/'.length)
    desk.payouts.settleDue()
    if (name === 'cabinet') return send(response, cabinet(desk, request.method ?? '', text))
    const { method = '', headers } = request
    const entry = desk.requests.add({
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, ...(headers['otp'] && { otp: '***' }) },
      body: text,
    })
    response.on('close', () => {
      entry.status = response.headersSent ? response.statusCode : null
    })
    const call = routeCall(name, method, headers, url.searchParams, text)
    if (call === null)
      return send(response, { status: 404, text: 'no such resource', headers: TEXT })
    const facts = factsOf(desk, call)
    desk.counts.add(facts)
    const strike = desk.faults.strike(facts)
    entry.fault = strike?.name ?? null
    answer(desk, call, facts, strike, response)
  }
}

const TEXT = { 'content-type': 'text/plain; charset=utf-8' }
const XML = { 'content-type': 'application/xml; charset=utf-8' }
const VERBS: Record<string, string> = {
  Logon: 'POST',
  LogonOTP: 'POST',
  GetSettings: 'POST',
  SendPack: 'POST',
  GetPackList: 'GET',
  GetPack: 'GET',
}
const OPERATIONS: Record<string, Operation> = {
  Logon: 'logon',
  LogonOTP: 'logon',
  GetSettings: 'me',
  GetPackList: 'packs',
  GetPack: 'pack',
}
const KIND_OPERATIONS: Record<string, Operation> = {
  '03': 'status',
  '10': 'create',
  '14': 'statement',
}

function routeCall(
  name: string,
  verb: string,
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
  text: string,
): Call | null {
  if (VERBS[name] !== verb) return null
  const pack = name === 'SendPack' ? readPack(text) : null
  const kind = pack !== null && typeof pack === 'object' ? (pack.documents[0]?.kind ?? '') : ''
  const operation = OPERATIONS[name] ?? KIND_OPERATIONS[kind] ?? 'me'
  return { operation, method: name, headers, query, pack }
}

function factsOf(desk: BankState, { operation, pack }: Call): CallFacts {
  const document = pack !== null && typeof pack === 'object' ? pack.documents[0] : undefined
  const id = operation === 'create' ? (document?.id ?? null) : askedId(operation, document)
  const payout = id === null ? null : desk.store.payoutOfPayment(id)
  const account = document && operation === 'create' ? payeeAccountOf(document) : ''
  return {
    dialect: 'directbank',
    operation,
    payment_id: id,
    tail: account.slice(-4) || null,
    repeat: operation === 'create' && payout !== null,
    final: payout !== null && payout.status !== 'pending',
  }
}

/** The order that a question about a state names. */
function askedId(operation: Operation, document: PackDocument | undefined): string | null {
  if (operation !== 'status' || document === undefined) return null
  return textAt(document.content, 'ExtID') || null
}

function answer(
  desk: BankState,
  call: Call,
  facts: CallFacts,
  strike: Strike | null,
  response: ServerResponse,
): void {
  const hold = () => {
    const timer = setTimeout(() => send(response, broken(500)), desk.settings().hold_ms)
    response.on('close', () => clearTimeout(timer))
  }
  const instead = strike && insteadOfWork(desk, call, strike)
  if (instead === 'hold') return hold()
  if (instead) return send(response, instead)
  const text = carryOut(desk, call, quirksOf(strike))
  switch (strike?.name) {
    case 'timeout_after_accept':
      return hold()
    case 'reset_after_accept':
      response.socket?.resetAndDestroy()
      return
    case '500_after_accept':
      return send(response, broken(500))
    case 'garbage_json':
      return send(response, { status: 200, text: text.slice(0, -12), headers: XML })
    case '200_empty':
      return send(response, { status: 200, text: '', headers: XML })
    case 'entity_bomb':
      return send(response, { status: 200, text: bomb(text), headers: XML })
    default: {
      const trigger =
        facts.tail !== null && !facts.repeat
          ? triggerOf({ type: 'account', digits: facts.tail })
          : null
      if (strike === null && trigger === 'timeout_after_accept') return hold()
      send(response, { status: 200, text, headers: XML })
    }
  }
}

function insteadOfWork(
  desk: BankState,
  call: Call,
  { name, rule }: Strike,
): Answer | 'hold' | null {
  switch (name) {
    case 'timeout_before':
      return 'hold'
    case '500_before':
      return broken(500)
    case '429':
      return {
        ...broken(429),
        ...(rule.retry_after !== undefined && {
          headers: { ...TEXT, 'retry-after': String(rule.retry_after) },
        }),
      }
    case '401_from_now':
      return broken(401)
    case '403_from_now':
      return broken(403)
    case '4xx_on_repeat':
      return said('2001')
    case 'duplicate_pack':
      return said('2002')
    case 'refused_login':
      return said('1201')
    case 'locked_login':
      return said('1203', 'Слишком много попыток')
    case 'session_over':
      desk.sessions.end(String(call.headers['sid']))
      return said('1006')
    default:
      return null
  }
}

const broken = (status: number): Answer => ({ status, text: 'result unknown', headers: TEXT })
const said = (code: ErrorCode, more?: string): Answer => ({
  status: 200,
  text: failure(code, more),
  headers: XML,
})

/** The answer with a type of document before it, whose entities would grow without end. */
function bomb(text: string): string {
  const laughs = Array.from(
    { length: 9 },
    (_, i) => `<!ENTITY l${i + 1} "&l${i};&l${i};&l${i};&l${i};&l${i};&l${i};&l${i};&l${i};">`,
  )
  const type = `<!DOCTYPE ResultBank [<!ENTITY l0 "ha">${laughs.join('')}]>`
  return text.replace('?>', `?>${type}`).replace('</ResultBank>', '<x>&l9;</x></ResultBank>')
}

function carryOut(desk: BankState, call: Call, quirks: string[]): string {
  const { headers, method } = call
  const missing = ['customerid', 'apiversion'].find((name) => !headers[name])
  if (missing !== undefined) return failure('1002', missing)
  const { direct_customer: own } = desk.settings()
  const isNew =
    headers['customerid'] === '0' && ['Logon', 'LogonOTP', 'GetSettings'].includes(method)
  if (headers['customerid'] !== own && !isNew) return failure('1003')
  if (method === 'Logon') return logOn(desk, headers)
  const sid = String(headers['sid'] ?? '')
  if (method === 'LogonOTP') return authorise(desk, sid, String(headers['otp'] ?? ''))
  if (!desk.sessions.use(sid)) return failure(sid === '' ? '1007' : '1006')
  if (method === 'GetSettings') return settings(desk, headers)
  if (method === 'GetPackList') return packList(desk, call.query.get('date'))
  if (method === 'GetPack') {
    const mail = desk.store.mail(call.query.get('id') ?? '')
    return mail === null ? failure('2102') : packetOf(mail)
  }
  if (call.pack === null || typeof call.pack === 'string') return failure(call.pack ?? '2001')
  const taken = takePack(desk, call.pack, quirks)
  return typeof taken === 'string'
    ? failure(taken)
    : success(`<SendPacketResponse><ID>${taken.id}</ID></SendPacketResponse>`)
}

function logOn(desk: BankState, headers: IncomingHttpHeaders): string {
  const { direct_login: login, direct_password: password, direct_otp: otp } = desk.settings()
  const pair = Buffer.from(`${login}:${password}`).toString('base64')
  if (headers.authorization !== `Basic ${pair}`) return failure('1201')
  const { sid, short_code: code } = desk.sessions.open(otp === 1)
  const extra =
    code === null ? '' : `<ExtraAuth><OTP phoneMask="+*********85" code="${code}"/></ExtraAuth>`
  return success(`<LogonResponse><SID>${sid}</SID>${extra}</LogonResponse>`)
}

function authorise(desk: BankState, sid: string, code: string): string {
  const done = desk.sessions.authorise(sid, code)
  if (done === 'over') return failure('1006')
  if (done === 'wrong') return failure('1204')
  return success(`<LogonResponse><SID>${sid}</SID></LogonResponse>`)
}

function settings(desk: BankState, headers: IncomingHttpHeaders): string {
  const now = desk.settings()
  if (headers['account'] !== now.transfer_account) return failure('1013')
  const data = Buffer.from(settingsDocument(now, desk.now())).toString('base64')
  return success(
    `<GetSettingsResponse id="${now.direct_customer}" formatVersion="2.3.2" creationDate="${moment(desk.now())}"><Data dockind="06">${data}</Data></GetSettingsResponse>`,
  )
}

function packList(desk: BankState, date: string | null): string {
  const since = date === null ? 0 : readMoment(date)
  if (since === null) return failure('2101')
  const mails = desk.store.mailSince(since)
  const last = mails.at(-1)
  const stamp = last === undefined ? '' : ` TimeStampLastPacket="${moment(last.at)}"`
  const ids = mails.map(({ id }) => `<PacketID>${id}</PacketID>`).join('')
  return success(`<GetPacketListResponse${stamp}>${ids}</GetPacketListResponse>`)
}

/** `dd.MM.yyyy HH:mm:ss` of the bank's clock. */
function readMoment(text: string): number | null {
  const [, day, month, year, time] = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)$/.exec(text) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${time}Z`)
  return Number.isNaN(at) ? null : at
}
