import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenHttp } from '../listen.ts'

/** What the service can do wrong, one thing at a time. */
export type RegistryFault =
  | 'silent'
  | 'slow'
  | 'huge'
  | 'garbage'
  | 'other_inn'
  | 'markup'
  | 'bad_numbers'
  | 'wrong_shape'
  | 'limited'
  | 'refuses'
  | 'down'

type State = 'ACTIVE' | 'LIQUIDATING' | 'LIQUIDATED' | 'BANKRUPT' | 'REORGANIZING'

export interface PartyRegistry {
  /** Where the question is posted. */
  readonly url: string
  readonly key: string
  /** The state of a party, active where none is set. */
  readonly states: Map<string, State>
  /** Parties that the register does not know. */
  readonly unknown: Set<string>
  fault: RegistryFault | null
  /** Questions so far, for a test. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

const PATH = '/suggestions/api/4_1/rs/findById/party'
const KEY = 'training-registry-key'
const MOST_BYTES = 3000
// Read in no time, and more than anybody has to say of a firm.
const HUGE = 600 * 1024
const LIQUIDATED_AT = Date.UTC(2024, 1, 5)

/** The two ИНН that a person tries in the demo: a firm that was liquidated, and one that the register does not know. */
const LIQUIDATED = '7801000012'
const UNKNOWN = '7802000015'

/** Requisites by ИНН as DaData's `findById/party` answers: any true ИНН is a firm or an entrepreneur of its own. */
export async function startPartyRegistry(host = '127.0.0.1', port = 0): Promise<PartyRegistry> {
  const asked: string[] = []
  const service = {
    key: KEY,
    states: new Map<string, State>([[LIQUIDATED, 'LIQUIDATED']]),
    unknown: new Set([UNKNOWN]),
    asked,
    fault: null as RegistryFault | null,
  }
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== PATH)
      return send(response, 404, { message: 'Not found' })
    if (request.headers.authorization !== `Token ${KEY}`)
      return send(response, 403, { family: 'CLIENT_ERROR', reason: 'Forbidden' })
    const inn = await readQuery(request)
    if (inn === null) return send(response, 400, { message: 'Bad request' })
    asked.push(inn)
    const { fault } = service
    if (fault === 'silent') return
    if (fault === 'slow') return dribble(response)
    if (fault === 'huge')
      return send(response, 200, { licences: 'x'.repeat(HUGE), suggestions: [suggestionOf(inn)] })
    if (fault === 'garbage') return send(response, 200, '<html>')
    if (fault === 'limited') return send(response, 429, { message: 'Too many requests' })
    if (fault === 'refuses') return send(response, 403, { message: 'Daily limit' })
    if (fault === 'down') return send(response, 503, { message: 'Service unavailable' })
    if (fault === 'wrong_shape')
      return send(response, 200, { suggestions: [{ data: { inn: [inn] } }, null] })
    const suggestions = service.unknown.has(inn) ? [] : [suggestionOf(inn)]
    send(response, 200, { suggestions })
  }

  function suggestionOf(inn: string) {
    const { fault } = service
    const party = inn.length === 10 ? firmOf(inn) : entrepreneurOf(inn)
    const status = service.states.get(inn) ?? 'ACTIVE'
    const liquidation_date = status === 'LIQUIDATED' ? LIQUIDATED_AT : null
    const data = {
      ...party,
      state: { status, liquidation_date },
      ...(fault === 'other_inn' && { inn: '7707083893' }),
      ...(fault === 'bad_numbers' && { kpp: '12', ogrn: '1027700132196', okpo: 'x' }),
      ...(fault === 'markup' && {
        name: {
          full_with_opf: 'ООО "<img src=x onerror=alert(1)>"',
          short_with_opf: 'ООО &lt;b&gt;',
        },
      }),
    }
    return { value: data.name.short_with_opf, unrestricted_value: data.name.short_with_opf, data }
  }

  const { port: own, close } = await listenHttp(server, port, host)
  return Object.assign(service, { url: `http://${host}:${own}${PATH}`, close })
}

const STREETS = ['Заводская', 'Литейная', 'Складская', 'Рельсовая', 'Механиков']
const NAMES = ['СТАЛЬ', 'ВТОРРЕСУРС', 'МЕТАЛЛОСБОРКА', 'ДЕМОНТАЖ', 'ПРОМБАЗА']
const PEOPLE = [
  ['Соколов', 'Андрей', 'Павлович'],
  ['Лебедева', 'Ирина', 'Олеговна'],
  ['Морозов', 'Глеб', 'Иванович'],
] as const

const pick = <T>(from: readonly T[], inn: string): T => from[Number(inn.slice(2, 8)) % from.length]!

function addressOf(inn: string) {
  const house = (Number(inn.slice(4, 8)) % 90) + 1
  const value = `г Ростов-на-Дону, ул ${pick(STREETS, inn)}, д ${house}`
  return { value, unrestricted_value: `344000, ${value}` }
}

function firmOf(inn: string) {
  const name = `${pick(NAMES, inn)}-${inn.slice(6, 9)}`
  return {
    inn,
    kpp: `${inn.slice(0, 4)}01001`,
    ogrn: withKey(`115${inn.slice(0, 2)}${inn.slice(2, 9)}`, 11n),
    okpo: inn.slice(1, 9),
    type: 'LEGAL',
    branch_type: 'MAIN',
    name: {
      full_with_opf: `ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ "${name}"`,
      short_with_opf: `ООО "${name}"`,
    },
    fio: null,
    management: { name: pick(PEOPLE, inn).join(' '), post: 'ГЕНЕРАЛЬНЫЙ ДИРЕКТОР' },
    address: addressOf(inn),
  }
}

function entrepreneurOf(inn: string) {
  const [surname, name, patronymic] = pick(PEOPLE, inn)
  const person = `${surname} ${name} ${patronymic}`
  return {
    inn,
    kpp: null,
    ogrn: withKey(`318${inn.slice(0, 11)}`, 13n),
    okpo: inn.slice(0, 10),
    type: 'INDIVIDUAL',
    branch_type: null,
    name: {
      full_with_opf: `Индивидуальный предприниматель ${person}`,
      short_with_opf: `ИП ${person}`,
    },
    fio: { surname, name, patronymic },
    management: null,
    address: addressOf(inn),
  }
}

const withKey = (digits: string, modulus: bigint) =>
  digits + String((BigInt(digits) % modulus) % 10n)

async function readQuery(request: IncomingMessage): Promise<string | null> {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > MOST_BYTES) return null
  }
  try {
    const { query } = JSON.parse(text) as Record<string, unknown>
    return typeof query === 'string' && /^(\d{10}|\d{12})$/.test(query) ? query : null
  } catch {
    return null
  }
}

/** A byte now and then, without an end. */
function dribble(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

function send(response: ServerResponse, status: number, body: object | string): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}
