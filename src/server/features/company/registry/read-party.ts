import * as z from 'zod/mini'
import type { Party } from '#contract/company/party-registry.ts'
import * as s from '#contract/core/shapes.ts'
import { ownValue } from '#contract/core/own-value.ts'
import { kppProblem } from '#contract/requisites/kpp.ts'
import { ogrnipProblem, ogrnProblem } from '#contract/requisites/ogrn.ts'
import { okpoProblem } from '#contract/requisites/okpo.ts'

/** What is believed of an answer: the one record of the ИНН that was asked about, or a sentence why there is none. */
export type PartyAnswer =
  | { readonly party: Party; readonly warning: string | null }
  | { readonly said: string }

const told = z.nullish(z.string())
const named = z.nullish(z.object({ full_with_opf: told, short_with_opf: told }))
const person = z.nullish(z.object({ surname: told, name: told, patronymic: told }))

/** The parts of a suggestion of DaData's `findById/party` that are read; all others may be anything. */
const Suggestion = z.object({
  data: z.object({
    inn: z.string(),
    kpp: told,
    ogrn: told,
    okpo: told,
    type: z.enum(['LEGAL', 'INDIVIDUAL']),
    branch_type: told,
    name: named,
    fio: person,
    address: z.nullish(z.object({ value: told, unrestricted_value: told })),
    management: z.nullish(z.object({ name: told, post: told })),
    state: z.nullish(z.object({ status: told, liquidation_date: z.nullish(z.number()) })),
  }),
})
type Found = z.output<typeof Suggestion>['data']

const Answer = z.object({ suggestions: z.array(z.unknown()).check(z.maxLength(300)) })

/** Of several records of one ИНН the head office counts; branches share it. */
export function readParty(body: unknown, inn: string): PartyAnswer {
  const answer = z.safeParse(Answer, body)
  if (!answer.success) return { said: 'Ответ реестра не понят. Впишите реквизиты сами' }
  if (answer.data.suggestions.length === 0)
    return { said: `В реестре нет ИНН ${inn}. Сверьте его с документом` }
  const records = answer.data.suggestions.flatMap((one) => {
    const read = z.safeParse(Suggestion, one)
    return read.success ? [read.data.data] : []
  })
  if (records.length === 0) return { said: 'Ответ реестра не понят. Впишите реквизиты сами' }
  const own = records.filter((one) => one.inn === inn && isOfKind(one))
  if (own.length === 0) return { said: 'Реестр ответил о другом ИНН. Впишите реквизиты сами' }
  const found = own.find(({ branch_type: branch }) => branch !== 'BRANCH') ?? own[0]!
  return { party: presentParty(found), warning: warningOf(found) }
}

/** Firms have ten digits, people twelve. */
const isOfKind = ({ inn, type }: Found) => inn.length === (type === 'LEGAL' ? 10 : 12)

function presentParty(found: Found): Party {
  const isFirm = found.type === 'LEGAL'
  const { surname, name, patronymic } = found.fio ?? {}
  const person = [surname, name, patronymic].filter(Boolean).join(' ')
  const full = withAngleQuotes(found.name?.full_with_opf)
  return {
    kind: isFirm ? 'firm' : 'entrepreneur',
    inn: found.inn,
    kpp: isFirm ? numberOf(found.kpp, kppProblem) : null,
    ogrn: numberOf(found.ogrn, isFirm ? ogrnProblem : ogrnipProblem),
    okpo: numberOf(found.okpo, okpoProblem),
    full_name: textOf(full, 255),
    short_name: textOf(withAngleQuotes(found.name?.short_with_opf) ?? full, 60),
    last_name: isFirm ? null : textOf(surname, 100),
    first_name: isFirm ? null : textOf(name, 100),
    middle_name: isFirm ? null : textOf(patronymic, 100),
    address: textOf(found.address?.unrestricted_value ?? found.address?.value, 500),
    director_name: textOf(isFirm ? found.management?.name : person, 150),
    director_position: isFirm ? textOf(sentenceCase(found.management?.post), 100) : null,
  }
}

// No name or address of the registers has them; what does is written for a page or a program, not for a paper.
const MARKUP = /[<>{}\\`]|&#?\w+;/

/** As a person could type it into the field; anything else is left to a person. */
function textOf(text: string | null | undefined, most: number): string | null {
  if (text === null || text === undefined || MARKUP.test(text)) return null
  return z.safeParse(s.text(most), text).data ?? null
}

function numberOf(
  text: string | null | undefined,
  problemOf: (value: string) => string | undefined,
): string | null {
  return text && /^[0-9A-Z]+$/.test(text) && problemOf(text) === undefined ? text : null
}

/** The registers write straight quotes. */
const withAngleQuotes = (text: string | null | undefined) => text?.replaceAll(/"([^"]*)"/g, '«$1»')

/** The registers write posts in capitals. */
const sentenceCase = (text: string | null | undefined) =>
  text && text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()

const WARNINGS: Readonly<Record<string, string>> = {
  LIQUIDATING: 'По реестру ликвидируется: уточните, кто подписывает и кому платить',
  BANKRUPT: 'По реестру в банкротстве: платить можно только по указанию управляющего',
  REORGANIZING: 'По реестру идёт реорганизация: реквизиты могут смениться',
}

/** A state that is not known here is named to a person: silence would mean that all is well. */
function warningOf({ type, state }: Found): string | null {
  const status = state?.status
  if (status === 'ACTIVE') return null
  if (status === 'LIQUIDATED') {
    const since = dayOf(state?.liquidation_date)
    const what = type === 'LEGAL' ? 'Организация ликвидирована' : 'Предприниматель снят с учёта'
    return `По реестру ${what.toLowerCase()}${since ? ` ${since}` : ''}: покупать и платить нельзя, сверьте ИНН`
  }
  return (
    ownValue(WARNINGS, status ?? '') ??
    'Реестр не назвал состояние: проверьте его на egrul.nalog.ru'
  )
}

function dayOf(milliseconds: number | null | undefined): string | undefined {
  const moment = new Date(milliseconds ?? Number.NaN)
  return Number.isNaN(moment.getTime())
    ? undefined
    : moment.toLocaleDateString('ru-RU', { timeZone: 'Europe/Moscow' })
}
