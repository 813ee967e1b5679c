import type { MethodKind } from './method-kinds.ts'

/** Codes of providers: what a bank's `adapter` holds. */
export const providerCodes = [
  'sandbox',
  'yookassa',
  'tbank',
  'directbank',
  'file_1c',
  'file_iso20022',
] as const
export type ProviderCode = (typeof providerCodes)[number]

/** How the text of a file of orders is written; a setting of the agreement. */
export const fileEncodings = ['windows-1251', 'utf-8'] as const
export type FileEncoding = (typeof fileEncodings)[number]

/** Versions of the customer credit transfer of ISO 20022 that banks take; a setting of the agreement. */
export const painVersions = ['pain.001.001.09', 'pain.001.001.03'] as const
export type PainVersion = (typeof painVersions)[number]

/** What calls, screens and files know of a provider; everything else is the server's part (`BankProvider`). */
interface ProviderFacts {
  readonly title: string
  /** Which kinds of method it pays (domain.md 2.2). */
  readonly methods: readonly MethodKind[]
  /** A simulator: everything paid through it is marked «УЧЕБНЫЙ БАНК». */
  readonly training?: true
  /** Paid by a file that a person takes to the bank: no test payment proves an agreement. */
  readonly byFile?: true
  /** It has sessions, which a person may have to open with a code, and a mailbox, through which statements come. */
  readonly mailbox?: true
}

const providers: Record<ProviderCode, ProviderFacts> = {
  sandbox: { title: 'Учебный банк', methods: ['card', 'sbp', 'account'], training: true },
  yookassa: { title: 'ЮKassa', methods: ['card', 'sbp'] },
  tbank: { title: 'Т-Банк', methods: ['account'] },
  directbank: { title: '1С:ДиректБанк', methods: ['account'], mailbox: true },
  file_1c: { title: 'Файл 1С', methods: ['account'], byFile: true },
  file_iso20022: { title: 'Файл ISO 20022', methods: ['account'], byFile: true },
}

export interface ProviderDescription extends Omit<
  ProviderFacts,
  'training' | 'byFile' | 'mailbox'
> {
  readonly code: ProviderCode
  readonly training: boolean
  readonly byFile: boolean
  readonly mailbox: boolean
}

/** Its payouts are compared each night (payments.md 3.13); files and a mailbox are proven by statements. */
export function isComparedNightly(adapter: string): boolean {
  const { byFile, mailbox } = describeProvider(adapter)
  return !byFile && !mailbox
}

/** The description of a stored or an answered code; the database holds no other (`bank_adapter_check`). */
export function describeProvider(adapter: string): ProviderDescription {
  const code = providerCodes.find((each) => each === adapter)
  if (code === undefined) throw new Error(`no bank provider is called ${adapter}`)
  return { code, training: false, byFile: false, mailbox: false, ...providers[code] }
}
