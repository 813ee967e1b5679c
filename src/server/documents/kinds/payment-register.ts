import { formatMoney } from '#contract/core/input-text.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { numberInWords } from '../../arithmetic/number-in-words.ts'
import { sumInWords } from '../../arithmetic/sum-in-words.ts'
import {
  blocksOf,
  field,
  fieldPair,
  heading,
  keepTogether,
  paragraph,
  qr,
  side,
  signature,
  space,
  type Block,
  type Keep,
  type Table,
} from '../body/blocks.ts'
import { tableOf, type PrintedColumn } from '../body/table-of.ts'
import { initials, longDay } from '../figures.ts'
import { printedDocument } from '../printed-document.ts'

/** A payment as its register names it. */
export interface RegisterLine {
  /** Of the payment order; null where the bank was asked by a call without one. */
  readonly order_number: number | null
  readonly payee: string
  readonly inn: string | null
  /** Where the money goes: whole or masked, as the reader may see it. */
  readonly destination: string
  readonly purpose: string
  readonly acts: readonly { readonly number: string; readonly date: string }[]
  readonly amount_kop: number
  /** Taken back before or by the bank: listed, and not summed. */
  readonly is_cancelled: boolean
}

export interface PaymentRegisterFacts {
  readonly number: string
  readonly date: string
  readonly company: {
    readonly name: string
    readonly inn: string
    readonly kpp: string | null
    readonly director_position: string
    readonly director_name: string
  }
  /** Null where the agreement has none, as those with payout services. */
  readonly account: string | null
  readonly bank: { readonly name: string; readonly bik: string | null }
  readonly prepared_by: string | null
  readonly lines: readonly RegisterLine[]
  /** Where the QR code leads on this server: the way back to the record. */
  readonly link: string
}

/** Реестр выплат: what was handed over to one bank at one time, to be signed and put into the file of the day. */
export const paymentRegister = printedDocument<PaymentRegisterFacts>({
  kind: 'payment_register',
  title: 'Реестр выплат',
  body: (facts) => ({
    page: {
      landscape: true,
      margins: [10, 10, 14, 10],
      size: 9,
      lineHeight: 1.2,
      family: 'serif',
      numbered: true,
    },
    blocks: blocksOf(head(facts), space(2), table(facts), space(2), totals(facts), signs(facts)),
  }),
})

function head(facts: PaymentRegisterFacts): Block {
  const { company, bank } = facts
  return side(
    {
      blocks: [
        heading(1, `РЕЕСТР ВЫПЛАТ № ${facts.number}`, { align: 'left' }),
        paragraph(`от ${longDay(facts.date)}`, { after: 2 }),
        fieldPair(
          ['Плательщик', company.name],
          ['ИНН / КПП', [company.inn, company.kpp].filter(Boolean).join(' / ')],
        ),
        fieldPair(
          ['Банк', bank.bik ? `${bank.name}, БИК ${bank.bik}` : bank.name],
          ['Расчётный счёт', facts.account],
        ),
      ],
    },
    { width: 26, blocks: [qr(facts.link, 24)] },
  )
}

function columnsOf(total_kop: number): PrintedColumn<RegisterLine>[] {
  return [
    { title: '№ п/п', kind: 'center', value: (_, index) => index + 1 },
    { title: 'Номер поручения', kind: 'center', whole: true, value: (row) => row.order_number },
    { title: 'Получатель', kind: 'text', value: (row) => row.payee },
    { title: 'ИНН', kind: 'center', whole: true, value: (row) => row.inn },
    { title: 'Счёт, карта или телефон', kind: 'text', value: (row) => row.destination },
    { title: 'Назначение платежа', kind: 'text', value: (row) => row.purpose },
    { title: 'Акты', kind: 'text', value: actsOf },
    {
      title: 'Сумма, руб.',
      kind: 'number',
      value: (row) => formatMoney(row.amount_kop),
      total: formatMoney(total_kop),
    },
  ]
}

function actsOf({ acts }: RegisterLine): string {
  return acts.map(({ number, date }) => `№\u00a0${number} от\u00a0${russianDay(date)}`).join('; ')
}

function table({ lines }: PaymentRegisterFacts): Table {
  return tableOf({
    columns: columnsOf(sumOf(lines)),
    rows: lines,
    numbered: true,
    variant: ({ is_cancelled }) => (is_cancelled ? 'struck' : undefined),
  })
}

function totals({ lines }: PaymentRegisterFacts): Keep {
  const count = lines.filter(({ is_cancelled }) => !is_cancelled).length
  const cancelled = lines.length - count
  const total = sumOf(lines)
  return keepTogether(
    paragraph(`Всего платежей: ${count} (${numberInWords(count)}).`),
    paragraph(`На сумму: ${sumInWords(total)} (${formatMoney(total)} руб.).`, { bold: true }),
    cancelled > 0 &&
      paragraph(`Отменено и в сумму не вошло: ${cancelled}. Эти строки зачёркнуты.`, { size: 8 }),
  )
}

function signs({ company, prepared_by }: PaymentRegisterFacts): Keep {
  return keepTogether(
    field('Реестр подготовил', prepared_by),
    signature('Руководитель', company.director_position, initials(company.director_name), {
      width: 40,
      stamp: true,
    }),
    signature('Главный бухгалтер', null, '', { width: 40 }),
  )
}

function sumOf(lines: readonly RegisterLine[]): number {
  return lines.reduce(
    (sum, { amount_kop, is_cancelled }) => sum + (is_cancelled ? 0 : amount_kop),
    0,
  )
}
