import * as z from 'zod/mini'
import { day } from '#contract/core/shapes.ts'
import { refuse } from '#http/refusal.ts'
import { decodeXml, readXml, XmlProblem } from '../../../unpack/read-xml.ts'
import type { BikDirectory, BikParticipant } from './bik-directory.ts'

// The directory has under two thousand participants and each few accounts; ten times that is no directory any more.
const MAX_PARTICIPANTS = 20_000
const MAX_ACCOUNTS = 2000
const MAX_RESTRICTIONS = 50
const FULL = 'FIRR'

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const restrictions = (name: string, since: string) =>
  z.pipe(
    z._default(z.array(z.record(z.string(), z.string())).check(z.maxLength(MAX_RESTRICTIONS)), []),
    z.pipe(
      z.transform((list: Record<string, string>[]) =>
        list.map((one) => ({ code: one[name], since: one[since] ?? null })),
      ),
      z.array(
        z.strictObject({
          code: z.string().check(z.regex(/^[A-Z]{4}$/)),
          since: z.nullable(day),
        }),
      ),
    ),
  )

const Account = z.object({
  Account: z.string().check(z.regex(/^\d{5}[\dАВСЕНКМРТХ]\d{14}$/)),
  RegulationAccountType: text(4),
  AccountCBRBIC: z.optional(z.string().check(z.regex(/^\d{9}$/))),
  DateIn: z.optional(day),
  DateOut: z.optional(day),
  AccountStatus: z.optional(text(4)),
  AccRstrList: restrictions('AccRstr', 'AccRstrDate'),
})

const Entry = z.object({
  BIC: z.string().check(z.regex(/^\d{9}$/)),
  ParticipantInfo: z.object({
    NameP: text(160),
    Rgn: z.optional(text(2)),
    Tnp: z.optional(text(5)),
    Nnp: z.optional(text(25)),
    Adr: z.optional(text(160)),
    DateIn: z.optional(day),
    DateOut: z.optional(day),
    PtType: text(2),
    ParticipantStatus: z.optional(text(4)),
    RstrList: restrictions('Rstr', 'RstrDate'),
  }),
  Accounts: z._default(z.array(Account).check(z.maxLength(MAX_ACCOUNTS)), []),
})

const Ed807 = z.object({
  BusinessDay: day,
  DirectoryVersion: z._default(z.string().check(z.regex(/^[1-9]\d?$/)), '1'),
  InfoTypeCode: text(4),
  BICDirectoryEntry: z.array(Entry).check(z.minLength(1), z.maxLength(MAX_PARTICIPANTS)),
})
type Ed807 = z.output<typeof Ed807>

/** The directory that an ED807 message holds; everything else, and a file of changes only, is refused in words. */
export function readEd807(bytes: Buffer): BikDirectory {
  const root = readRoot(bytes)
  if (root === undefined) bad('В файле нет сообщения ED807. Нужен справочник БИК Банка России')
  const message = z.safeParse(Ed807, root)
  if (!message.success) return bad(`Справочник записан неверно: ${whereOf(message.error.issues)}`)
  if (message.data.InfoTypeCode !== FULL)
    bad('Это файл изменений. Загрузите полный справочник БИК (ED807 full)')
  return toDirectory(message.data)
}

// The real directory: some six thousand elements of at most twelve attributes, five deep.
const BOUNDS = { elements: 200_000, attributes: 40, depth: 8 }

/** The ED807 of a file as objects; nothing when its root is another message. */
function readRoot(bytes: Buffer): unknown {
  try {
    const xml = decodeXml(bytes)
    if ('encoding' in xml)
      return bad(`Кодировка ${xml.encoding} не подходит: нужна windows-1251 или UTF-8`)
    const tree = new TreeReader()
    readXml(xml.text, tree, BOUNDS)
    return tree.roots.get('ED807')
  } catch (error) {
    if (error instanceof XmlProblem) return bad(saidOf(error))
    throw error
  }
}

function saidOf({ reason, line }: XmlProblem): string {
  if (reason === 'doctype')
    return 'В файле есть объявление типа документа: такие файлы не принимаются'
  if (reason === 'too-much') return `Файл устроен не как справочник БИК (строка ${line})`
  if (reason === 'encoding') return 'Файл не читается в своей кодировке. Скачайте его заново'
  return `Файл повреждён или обрезан (строка ${line}). Скачайте его заново`
}

const LISTS = new Set(['BICDirectoryEntry', 'Accounts', 'RstrList', 'AccRstrList'])

/**
 * Two descriptions of one bank: it would be unclear which one counts. Parts that are not read, such as SWIFT codes, may repeat.
 */
const ONCE = 'ParticipantInfo'

type Node = Record<string, unknown>

/** Elements as objects of their attributes and children; those that may repeat are lists. */
class TreeReader {
  readonly roots = new Map<string, Node>()
  private readonly stack: Node[] = []

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const node = Object.assign(Object.create(null) as Node, attributes)
    const parent = this.stack.at(-1)
    this.stack.push(node)
    if (!parent) this.roots.set(name, node)
    else if (LISTS.has(name)) listAt(parent, name).push(node)
    else if (name === ONCE && name in parent) throw new XmlProblem('broken')
    else parent[name] = node
  }

  close(): void {
    this.stack.pop()
  }
}

function listAt(parent: Node, name: string): Node[] {
  const list = Array.isArray(parent[name]) ? (parent[name] as Node[]) : []
  parent[name] = list
  return list
}

function toDirectory(message: Ed807): BikDirectory {
  const participants = message.BICDirectoryEntry.map(toParticipant)
  if (new Set(participants.map(({ bik }) => bik)).size < participants.length)
    bad('В справочнике повторяется БИК')
  return { day: message.BusinessDay, version: Number(message.DirectoryVersion), participants }
}

function toParticipant(entry: z.output<typeof Entry>): BikParticipant {
  const info = entry.ParticipantInfo
  const accounts = new Map(
    entry.Accounts.map((one) => [
      one.Account,
      {
        account: one.Account,
        kind: one.RegulationAccountType,
        cbr_bik: one.AccountCBRBIC ?? null,
        since: one.DateIn ?? null,
        until: one.DateOut ?? null,
        leaving: one.AccountStatus === 'ACDL',
        restrictions: one.AccRstrList,
      },
    ]),
  )
  return {
    bik: entry.BIC,
    name: info.NameP,
    kind: info.PtType,
    region: info.Rgn ?? null,
    place: [info.Tnp, info.Nnp].filter(Boolean).join(' ') || null,
    address: info.Adr ?? null,
    since: info.DateIn ?? null,
    until: info.DateOut ?? null,
    leaving: info.ParticipantStatus === 'PSDL',
    restrictions: info.RstrList,
    accounts: [...accounts.values()],
  }
}

/** The first wrong place, as far as a person can find it in the file: «запись 17, Account». */
function whereOf(issues: readonly z.core.$ZodIssue[]): string {
  const place = issues[0]?.path ?? []
  const entry = place.find((part) => typeof part === 'number')
  const field = place.findLast((part) => typeof part === 'string') ?? 'ED807'
  return entry === undefined ? field : `запись ${entry + 1}, ${field}`
}

function bad(message: string): never {
  return refuse('bik.bad-file', { message })
}
