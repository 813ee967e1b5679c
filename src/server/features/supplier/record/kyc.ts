import { addDays, ageOn } from '#contract/requisites/calendar.ts'
import { birthDateProblem, passportExpiresOn } from '#contract/requisites/passport.ts'
import { innProblem } from '#contract/requisites/inn.ts'
import type { SupplierType } from '#contract/supplier/supplier-kinds.ts'
import type { IdentityDoc } from './identity.ts'

/** What the law and the company ask of a supplier before an act may be issued (domain.md I9). */
export interface KycFacts {
  readonly type: SupplierType
  /** People copied from an old base may have one unparsed name. */
  /** Or the document has one name. */
  readonly hasFirstName: boolean
  readonly hasDoc: boolean
  readonly docExpiresOn: string | null
  readonly birthDate: string | null
  readonly inn: string | null
  readonly kpp: string | null
  readonly ogrn: string | null
  readonly orgName: string | null
  readonly orgAddress: string | null
  readonly regAddress: string | null
  readonly consentSigned: boolean
  /** A scan of kind `consent`: what a guardian signs for a supplier of 14–17. */
  readonly hasConsentScan: boolean
}

export interface MissingField {
  readonly field: string
  readonly message: string
}

// domain.md 8: scrap is taken from fourteen, below eighteen with a guardian's consent.
const MIN_AGE = 14
const FULL_AGE = 18

/** Every reason why a supplier is not complete on a day of the company's time zone; empty = complete. */
export function missingFor(facts: KycFacts, today: string, consentDue: boolean): MissingField[] {
  const list = facts.type === 'company' ? ofCompany(facts) : ofPerson(facts, today)
  if (consentDue && facts.type !== 'company' && !facts.consentSigned)
    list.push({ field: 'consent', message: 'Нет подписанного согласия на обработку данных' })
  if (isExpired(facts, today))
    list.push({ field: 'doc_expires_on', message: 'Срок документа истёк. Внесите новый документ' })
  return list
}

/** `expired` when the document's term is the only obstacle. */
export function kycOf(
  facts: KycFacts,
  today: string,
  consentDue: boolean,
): 'complete' | 'expired' | 'incomplete' {
  const missing = missingFor(facts, today, consentDue)
  if (missing.length === 0) return 'complete'
  return missing.every(({ field }) => field === 'doc_expires_on') ? 'expired' : 'incomplete'
}

function ofCompany(facts: KycFacts): MissingField[] {
  return absent([
    ['org_name', facts.orgName, 'Укажите название организации'],
    ['inn', facts.inn, 'Укажите ИНН'],
    ['kpp', facts.kpp, 'Укажите КПП'],
    ['ogrn', facts.ogrn, 'Укажите ОГРН'],
    ['org_address', facts.orgAddress, 'Укажите адрес организации'],
  ])
}

function ofPerson(facts: KycFacts, today: string): MissingField[] {
  const list = absent([
    ['first_name', facts.hasFirstName ? 'есть' : null, 'Укажите имя'],
    ['inn', facts.inn, 'Укажите ИНН'],
    ['reg_address', facts.regAddress, 'Укажите адрес регистрации'],
    ...(facts.type === 'ip'
      ? ([['ogrn', facts.ogrn, 'Укажите ОГРНИП']] as const)
      : ([
          ['doc', facts.hasDoc ? 'есть' : null, 'Внесите документ, удостоверяющий личность'],
          ['birth_date', facts.birthDate, 'Укажите дату рождения'],
        ] as const)),
  ])
  if (facts.type !== 'ip' && facts.birthDate) list.push(...ofAge(facts, facts.birthDate, today))
  return list
}

function ofAge(facts: KycFacts, birth: string, today: string): MissingField[] {
  const problem = birthDateProblem(birth, today)
  if (problem) return [{ field: 'birth_date', message: problem }]
  const age = ageOn(birth, today)
  if (age < MIN_AGE)
    return [{ field: 'birth_date', message: `Лом принимают только с ${MIN_AGE} лет` }]
  if (age < FULL_AGE && !facts.hasConsentScan)
    return [{ field: 'scans', message: 'Нужен скан согласия законного представителя' }]
  return []
}

function absent(
  fields: readonly (readonly [field: string, value: string | null, message: string])[],
): MissingField[] {
  return fields.filter(([, value]) => !value).map(([field, , message]) => ({ field, message }))
}

function isExpired(facts: KycFacts, today: string): boolean {
  return facts.docExpiresOn !== null && facts.docExpiresOn < today
}

/**
 * The last day of a document: for a Russian passport it follows from birth and issue, for others it is entered; null =
 * without a term (domain.md 2.4).
 */
export function docExpiry(
  doc: IdentityDoc | null,
  birthDate: string | null,
  entered: string | null,
): string | null {
  if (!doc) return null
  if (doc.type !== 'rf_passport') return entered
  return (birthDate && passportExpiresOn(birthDate, doc.issued_at)) || null
}

/** ИНН by who owns it: ten digits for a company, twelve for a person (domain.md 8). */
export function innOwnerProblem(type: SupplierType, inn: string | null): string | undefined {
  return inn === null ? undefined : innProblem(inn, type === 'company' ? 10 : 12)
}

/** The day after which a consent of domain.md 3.7 no longer holds: five years. */
export function consentEnd(givenAt: string): string {
  const years = Number(givenAt.slice(0, 4)) + 5
  // 29 February has no fifth anniversary: the day before 1 March of that year.
  const sameDay = `${years}${givenAt.slice(4)}`
  return sameDay.endsWith('-02-29') ? addDays(`${years}-03-01`, -1) : sameDay
}
