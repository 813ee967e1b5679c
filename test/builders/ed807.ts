import { readFileSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import iconv from 'iconv-lite'

/** The directory of banks as the Bank of Russia published it for 30.06.2022, zipped. */
export const ED807_ZIP = path.join(import.meta.dirname, '../fixtures/20220630_ED807_full.zip')

/** The published XML, windows-1251, 1725 participants. */
export function realEd807(): Buffer {
  return Buffer.from(unzipSync(readFileSync(ED807_ZIP))['20220630_ED807_full.xml']!)
}

interface Spoilt {
  day?: string
  version?: number
  type?: string
  encoding?: string
  bik?: string
  account?: string
  name?: string
  info?: string
  /** Accounts of the bank in place of the usual one. */
  accounts?: string
  /** All entries in place of the usual one. */
  entries?: string
  twice?: boolean
}

/** A small directory with one bank, and with the differences that a test needs. */
export function ed807(given: Spoilt): Buffer {
  const { day = '2022-07-20', version = 1, type = 'FIRR', encoding = 'windows-1251' } = given
  const entry = bikEntry(given)
  const entries = given.entries ?? (given.twice ? entry + entry : entry)
  const xml = `<?xml version="1.0" encoding="${encoding}"?><ED807 xmlns="urn:cbr-ru:ed:v2.0" BusinessDay="${day}" DirectoryVersion="${version}" InfoTypeCode="${type}">${entries}</ED807>`
  return iconv.encode(xml, encoding)
}

/** One participant of a directory; by default a bank with a correspondent account. */
export function bikEntry(given: Spoilt): string {
  const {
    bik = '044525225',
    account = '30101810400000000225',
    name = 'ПАО &quot;СБЕРБАНК&quot;',
  } = given
  const accounts =
    given.accounts ??
    `<Accounts Account="${account}" RegulationAccountType="CRSA" AccountCBRBIC="044525000" DateIn="1996-07-10" AccountStatus="ACAC"/>`
  return `<BICDirectoryEntry BIC="${bik}"><ParticipantInfo NameP="${name}" Rgn="45" Tnp="г" Nnp="Москва" DateIn="1996-07-10" PtType="20" ParticipantStatus="PSAC" ${given.info ?? ''}/>${accounts}</BICDirectoryEntry>`
}
