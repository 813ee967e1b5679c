import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as z from 'zod/mini'
import { refuse } from '#http/refusal.ts'
import type { BikDirectory, BikParticipant } from './bik-directory.ts'

// The directory has under two thousand participants and each few accounts; ten times that is no directory any more.
const MAX_PARTICIPANTS = 20_000
const MAX_ACCOUNTS = 2000
const MAX_RESTRICTIONS = 50
const FULL = 'FIRR'

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
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
  DirectoryVersion: z._default(z.string().check(z.regex(/^\d{1,2}$/)), '1'),
  InfoTypeCode: text(4),
  BICDirectoryEntry: z.array(Entry).check(z.minLength(1), z.maxLength(MAX_PARTICIPANTS)),
})
type Ed807 = z.output<typeof Ed807>

/** The directory that an ED807 message holds; everything else, and a file of changes only, is refused in words. */
export function readEd807(bytes: Buffer): BikDirectory {
  const xml = decoded(bytes)
  // A directory needs no document type, and with it goes every way to make entities grow.
  if (xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY'))
    bad('В файле есть объявление типа документа: такие файлы не принимаются')
  const root = parsed(xml)
  if (root === undefined) bad('В файле нет сообщения ED807. Нужен справочник БИК Банка России')
  const message = z.safeParse(Ed807, root)
  if (!message.success) return bad(`Справочник записан неверно: ${whereOf(message.error.issues)}`)
  if (message.data.InfoTypeCode !== FULL)
    bad('Это файл изменений. Загрузите полный справочник БИК (ED807 full)')
  return toDirectory(message.data)
}

function decoded(bytes: Buffer): string {
  const head = bytes.subarray(0, 200).toString('latin1')
  const encoding = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1]
  const known = ['windows-1251', 'utf-8'].find(
    (name) => name === (encoding ?? 'utf-8').toLowerCase(),
  )
  if (!known) return bad(`Кодировка ${encoding} не подходит: нужна windows-1251 или UTF-8`)
  try {
    return new TextDecoder(known, { fatal: true }).decode(bytes)
  } catch {
    return bad('Файл не читается в своей кодировке. Скачайте его заново')
  }
}

const LISTS = new Set(['BICDirectoryEntry', 'Accounts', 'RstrList', 'AccRstrList'])
// The five characters that XML itself names; with the document type refused there can be no other entity.
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function parsed(xml: string): unknown {
  // The parser forgives what is cut off, so the text is judged first.
  const wellFormed = XMLValidator.validate(xml)
  if (wellFormed !== true)
    bad(`Файл повреждён или обрезан (строка ${wellFormed.err.line}). Скачайте его заново`)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    removeNSPrefix: true,
    maxNestedTags: 10,
    isArray: (name) => LISTS.has(name),
    attributeValueProcessor: (_name, value) =>
      value.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => NAMED[name]!),
  })
  try {
    return (parser.parse(xml) as { ED807?: unknown }).ED807
  } catch {
    return bad('Файл устроен не как справочник БИК')
  }
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
