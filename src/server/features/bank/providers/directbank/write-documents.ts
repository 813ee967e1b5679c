import { randomUUID } from 'node:crypto'
import { write, writeText } from '../../../../text/write-xml.ts'
import { amountText } from '../bank-text.ts'
import type { Payer, PayoutOrder } from '../provider.ts'

/** Version 2.3.2 of the standard: `version` of its schemas in the public repository 1C-Company/DirectBank. */
export const FORMAT = '2.3.2'
const NAMESPACE = 'http://directbank.1c.ru/XMLSchema'
const AGENT = 'Priyomka'

/** Codes of the table «коды видов электронных документов». */
export const KINDS = {
  packetNotice: '01',
  docNotice: '02',
  statusRequest: '03',
  probe: '05',
  payDocRu: '10',
  statementRequest: '14',
  statement: '15',
} as const

/** Who writes to whom: `CustomerPartyType` and `BankPartyType` of 1C-Bank_Exch-Common.xsd. */
export interface Parties {
  /** 1 to 50 signs: `IDCustomerType`. */
  readonly customerId: string
  readonly payer: Payer
  readonly account: string
}

interface Document {
  readonly id: string
  readonly kind: string
  readonly xml: string
}

// Names of parties and banks: maxLength of the schema.
const NAME = 160

function customer({ customerId, payer }: Parties): Record<string, string | undefined> {
  return {
    id: customerId,
    name: payer.name.slice(0, NAME),
    inn: payer.inn,
    kpp: payer.kpp ?? undefined,
  }
}

function bank({ payer }: Parties): Record<string, string> {
  return { bic: payer.bik, name: payer.bankName.slice(0, NAME) }
}

function document(
  name: string,
  head: { readonly id: string; readonly at: string },
  parties: Parties,
  content: readonly (string | undefined)[],
): string {
  const attributes = {
    xmlns: NAMESPACE,
    id: head.id,
    formatVersion: FORMAT,
    creationDate: head.at,
    userAgent: AGENT,
  }
  return `${DECLARATION}${write(name, attributes, [
    write('Sender', customer(parties)),
    write('Recipient', bank(parties)),
    ...content,
  ])}`
}

// «XML-файл транспортного контейнера и файлы вложений всегда имеют BOM»: the transport API of the standard.
const DECLARATION = '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n'

/** A `Packet` with one document. Nothing in it is signed here: the payer confirms in the bank's own application. */
function packet(parties: Parties, at: string, { id, kind, xml }: Document): string {
  const attributes = {
    xmlns: NAMESPACE,
    id,
    formatVersion: FORMAT,
    creationDate: at,
    userAgent: AGENT,
  }
  const data = Buffer.from(xml).toString('base64')
  return `${DECLARATION}${write('Packet', attributes, [
    write('Sender', {}, [write('Customer', customer(parties))]),
    write('Recipient', {}, [write('Bank', bank(parties))]),
    write('Document', { id, dockind: kind, formatVersion: FORMAT }, [write('Data', {}, data)]),
  ])}`
}

/**
 * The pack of a payment order (`PayDocRu`, kind 10). Pack and document have the payment's id, by which the bank tells a repeat, and
 * the day of the order stands for the moment of writing: a repeat is the same bytes.
 */
export function orderPacket(parties: Parties, order: PayoutOrder): string {
  const { id, destination: to, documentNumber, documentDate } = order
  if (to.kind !== 'account') throw new Error('a payment order goes to an account')
  if (documentNumber === null || documentDate === null)
    throw new Error('a payment order has a number and a day')
  const { payer, account } = parties
  const at = `${documentDate}T00:00:00`
  // The order of `PaymentDataType` and of `CustomerDetailsType`: both are sequences.
  const data = write('Data', {}, [
    write('DocNo', {}, String(documentNumber)),
    write('DocDate', {}, documentDate),
    write('Sum', {}, amountText(order.amountKop)),
    write('Payer', {}, [
      write('Name', {}, payer.name),
      writeText('INN', payer.inn),
      writeText('KPP', payer.kpp),
      writeText('Account', account),
      write('Bank', {}, [
        write('BIC', {}, payer.bik),
        // One order gives a БИК one name, and the payee's is frozen.
        writeText('Name', (payer.bik === to.bik ? to.bank_name : payer.bankName).slice(0, NAME)),
      ]),
    ]),
    write('Payee', {}, [
      write('Name', {}, to.name),
      writeText('INN', to.inn === '0' ? '' : to.inn),
      writeText('KPP', to.kpp === '0' ? '' : to.kpp),
      writeText('Account', to.account),
      write('Bank', {}, [
        write('BIC', {}, to.bik),
        writeText('Name', to.bank_name.slice(0, NAME)),
        writeText('CorrespAcc', to.corr_account),
      ]),
    ]),
    // Field 18 and field 21 of the order: a payment order, and the queue of ordinary payments.
    write('TransitionKind', {}, '01'),
    write('Priority', {}, '5'),
    writeText('IncomeTypeCode', order.revenueTypeCode),
    write('Purpose', {}, order.purpose),
  ])
  const xml = document('PayDocRu', { id, at }, parties, [data])
  return packet(parties, at, { id, kind: KINDS.payDocRu, xml })
}

/** A question of its own, with an id by which its answer is known. */
interface Question {
  readonly id: string
  readonly body: string
}

function question(
  parties: Parties,
  name: string,
  kind: string,
  content: readonly (string | undefined)[],
): Question {
  const id = randomUUID()
  const at = `${new Date().toISOString().slice(0, 19)}Z`
  const xml = document(name, { id, at }, parties, content)
  return { id, body: packet(parties, at, { id, kind, xml }) }
}

/** `StatusRequest`, kind 03: what became of this document; the answer comes through the mailbox. */
export function statusRequest(parties: Parties, documentId: string): Question {
  return question(parties, 'StatusRequest', KINDS.statusRequest, [write('ExtID', {}, documentId)])
}

/** `Probe`, kind 05: moves nothing. */
export function probe(parties: Parties): Question {
  return question(parties, 'Probe', KINDS.probe, [])
}

/** `StatementRequest`, kind 14, of a final statement (type 0) of whole days. */
export function statementRequest(parties: Parties, from: string, to: string): Question {
  return question(parties, 'StatementRequest', KINDS.statementRequest, [
    write('Data', {}, [
      write('StatementType', {}, '0'),
      write('DateFrom', {}, `${from}T00:00:00`),
      write('DateTo', {}, `${to}T23:59:59`),
      write('Account', {}, parties.account),
      write('Bank', {}, [
        write('BIC', {}, parties.payer.bik),
        writeText('Name', parties.payer.bankName.slice(0, NAME)),
      ]),
    ]),
  ])
}
