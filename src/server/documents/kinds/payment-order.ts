import { russianDay } from '#contract/words/russian-day.ts'
import { sumInWords } from '../../arithmetic/sum-in-words.ts'
import { blocksOf, space, type Block, type FormCell, type Watermark } from '../body/blocks.ts'
import { printedDocument } from '../printed-document.ts'

/** A payer or a payee with the account at its bank. */
interface OrderSide {
  readonly name: string
  readonly inn: string | null
  readonly kpp: string | null
  readonly account: string
  readonly bik: string
  readonly bankName: string
  readonly bankPlace: string | null
  readonly corrAccount: string | null
}

export interface PaymentOrderFacts {
  /** Given when the payment is handed over; until then the form is a draft without number and day. */
  readonly number: number | null
  readonly date: string | null
  readonly amount_kop: number
  readonly payer: OrderSide
  readonly payee: OrderSide
  readonly purpose: string
  /** Код вида дохода of orders to people. */
  readonly income_code: string | null
  /** The day on which the bank's statement took it from the account. */
  readonly debited_on: string | null
  /** What the bank said about the order, in lines; empty where it said nothing yet. */
  readonly bank_marks: readonly string[]
  readonly watermark: Watermark | undefined
}

/**
 * Платёжное поручение, form 0401060 of Положение Банка России от 29.06.2021 № 762-П: fields and what is written in them are its
 * appendix 1, their places its appendix 2. Numbers in comments are the form's own.
 */
export const paymentOrder = printedDocument<PaymentOrderFacts>({
  kind: 'payment_order',
  title: 'Платёжное поручение',
  body: (facts) => ({
    page: { margins: [12, 10, 12, 20], size: 9, lineHeight: 1.2, family: 'serif' },
    watermark: facts.watermark,
    blocks: blocksOf(
      marksOfDays(facts),
      space(4),
      head(facts),
      space(4),
      words(facts),
      sides(facts),
      forBudget(),
      purpose(facts),
      space(2),
      signatures(facts),
    ),
  }),
})

const box = (text: string, rest: Partial<FormCell> = {}): FormCell => ({
  text,
  lines: ['top', 'right', 'bottom', 'left'],
  ...rest,
})
const line = (text: string, rest: Partial<FormCell> = {}): FormCell => ({
  text,
  lines: ['bottom'],
  align: 'center',
  ...rest,
})
const bare = (text: string, rest: Partial<FormCell> = {}): FormCell => ({
  text,
  lines: [],
  ...rest,
})
/** A label or a part of the table, which is open at both sides of the sheet: ruled to the right and below. */
const part = (text: string, rest: Partial<FormCell> = {}): FormCell => ({
  text,
  lines: ['right', 'bottom'],
  ...rest,
})
/** What is written at the right edge of the table; it goes on into the value below it unless a line ends it. */
const value = (text: string, rest: Partial<FormCell> = {}): FormCell => ({
  text,
  lines: [],
  size: 10,
  ...rest,
})
const LAST = { lines: ['bottom'] } satisfies Partial<FormCell>
const under = (text: string): FormCell => bare(text, { align: 'center', size: 7.5 })

/** 62 is filled by the bank that takes the paper in, 71 with the day of its statement. */
function marksOfDays({ debited_on }: PaymentOrderFacts): Block {
  return {
    is: 'cells',
    widths: [45, 15, 45, 50, 25],
    rows: [
      [
        line('', { height: 5 }),
        bare(''),
        line(russianDay(debited_on)),
        bare(''),
        box('0401060', { align: 'center' }),
      ],
      [under('Поступ. в банк плат.'), bare(''), under('Списано со сч. плат.'), bare(''), bare('')],
    ],
  }
}

/** 3, 4, 5; 101 is for payments to the budget. */
function head({ number, date }: PaymentOrderFacts): Block {
  const title = `ПЛАТЕЖНОЕ ПОРУЧЕНИЕ № ${number ?? ''}`.trimEnd()
  return {
    is: 'cells',
    widths: [85, 35, 5, 35, 10, 10],
    rows: [
      [
        bare(title, { bold: true, size: 11 }),
        line(russianDay(date)),
        bare(''),
        line('Электронно'),
        bare(''),
        box(''),
      ],
      [bare(''), under('Дата'), bare(''), under('Вид платежа'), bare(''), bare('')],
    ],
  }
}

/** 6. Kopecks of whole roubles may be left out; «=» stands for them in 7. */
function words({ amount_kop }: PaymentOrderFacts): Block {
  const text = sumInWords(amount_kop)
  const whole = amount_kop % 100 === 0
  return {
    is: 'cells',
    widths: [22, 158],
    rows: [
      [
        part('Сумма прописью'),
        value(whole ? text.replace(/ 00 копеек$/, '') : text, { ...LAST, height: 12 }),
      ],
    ],
  }
}

function figures(kop: number): string {
  const kopecks = kop % 100
  const roubles = (kop - kopecks) / 100
  return kopecks === 0 ? `${roubles}=` : `${roubles}-${String(kopecks).padStart(2, '0')}`
}

function sides({ payer, payee, amount_kop, income_code }: PaymentOrderFacts): Block {
  const leftCell = (text: string, caption: string, height: number, rows = 2) =>
    part(text, { caption, columns: 2, rows, height })
  const wide = (text: string, rest: Partial<FormCell> = {}) => value(text, { columns: 3, ...rest })
  const low = { height: 6 }
  return {
    is: 'cells',
    widths: [50, 50, 17, 18, 24, 21],
    rows: [
      // 60, 102, 7; 8, 9
      [
        part(`ИНН ${payer.inn ?? ''}`.trimEnd(), { height: 5 }),
        part(`КПП ${payer.kpp ?? ''}`.trimEnd()),
        part('Сумма', { rows: 2, height: 14 }),
        wide(figures(amount_kop), { ...LAST, rows: 2 }),
      ],
      [leftCell(payer.name, 'Плательщик', 20)],
      [part('Сч. №', { height: 10 }), wide(payer.account)],
      // 10, 11, 12
      [
        leftCell(bankLine(payer), 'Банк плательщика', 12),
        part('БИК', { height: 5 }),
        wide(payer.bik),
      ],
      [part('Сч. №', { height: 8 }), wide(payer.corrAccount ?? '', LAST)],
      // 13, 14, 15
      [
        leftCell(bankLine(payee), 'Банк получателя', 12),
        part('БИК', { height: 5 }),
        wide(payee.bik),
      ],
      [part('Сч. №', { height: 8 }), wide(payee.corrAccount ?? '')],
      // 61, 103, 17
      [
        part(`ИНН ${payee.inn ?? ''}`.trimEnd(), { height: 5 }),
        part(`КПП ${payee.kpp ?? ''}`.trimEnd()),
        part('Сч. №', { rows: 2, height: 12 }),
        wide(payee.account, { ...LAST, rows: 2 }),
      ],
      // 16; 18 is the code of payment orders, 21 the turn of what no law puts before others
      [leftCell(payee.name, 'Получатель', 25, 4)],
      [part('Вид оп.', low), value('01', { lines: ['right'] }), part('Срок плат.'), value('')],
      [
        part('Наз. пл.', low),
        value(income_code ?? '', { lines: ['right'] }),
        part('Очер. плат.'),
        value('5'),
      ],
      // 22 carries a number that the payee gave for the payment: ours have none
      [
        part('Код', low),
        value('', { lines: ['right', 'bottom'] }),
        part('Рез. поле'),
        value('', LAST),
      ],
    ],
  }
}

function bankLine({ bankName, bankPlace }: OrderSide): string {
  return [bankName, bankPlace].filter(Boolean).join(' ')
}

/** 104 to 110 are for payments to the budget: ours leave them empty. */
function forBudget(): Block {
  const widths = [40, 25, 15, 25, 30, 25, 20]
  const cells = widths.map((_, i) => part('', { height: 5, ...(i === widths.length - 1 && LAST) }))
  return { is: 'cells', widths, rows: [cells] }
}

/** 24. */
function purpose(facts: PaymentOrderFacts): Block {
  const cell = value(facts.purpose, {
    ...LAST,
    caption: 'Назначение платежа',
    height: 28,
    size: 9,
  })
  return { is: 'cells', widths: [180], rows: [[cell]] }
}

/** 43, 44, and 45 with what the bank said. */
function signatures({ bank_marks }: PaymentOrderFacts): Block {
  return {
    is: 'cells',
    widths: [50, 70, 60],
    rows: [
      [bare(''), under('Подписи'), under('Отметки банка')],
      [
        bare('М.П.', { rows: 2, align: 'center', height: 26 }),
        line('', { height: 11 }),
        bare(bank_marks.join('\n'), { rows: 2 }),
      ],
      [line('', { height: 11 })],
    ],
  }
}
