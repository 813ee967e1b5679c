import { sumInWords } from '../../arithmetic/sum-in-words.ts'
import { blocksOf, space, type Block, type FormCell, type Watermark } from '../body/blocks.ts'
import { ruDay } from '../figures.ts'
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
  lines: 'box',
  ...rest,
})
const line = (text: string, rest: Partial<FormCell> = {}): FormCell => ({
  text,
  lines: 'below',
  align: 'center',
  ...rest,
})
const bare = (text: string, rest: Partial<FormCell> = {}): FormCell => ({
  text,
  lines: 'none',
  ...rest,
})
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
        line(ruDay(debited_on)),
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
        line(ruDay(date)),
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
        box('Сумма прописью'),
        box(whole ? text.replace(/ 00 копеек$/, '') : text, { height: 12, size: 10 }),
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
  const left = (text: string, caption: string, height: number, rows = 2) =>
    box(text, { caption, columns: 2, rows, height })
  const value = (text: string, rows = 1) => box(text, { columns: 3, rows, size: 10 })
  return {
    is: 'cells',
    widths: [50, 50, 17, 20, 21, 22],
    rows: [
      // 60, 102, 7; 8, 9
      [
        box(`ИНН ${payer.inn ?? ''}`.trimEnd()),
        box(`КПП ${payer.kpp ?? ''}`.trimEnd()),
        box('Сумма', { rows: 2 }),
        value(figures(amount_kop), 2),
      ],
      [left(payer.name, 'Плательщик', 20)],
      [box('Сч. №', { height: 10 }), value(payer.account)],
      // 10, 11, 12
      [left(bankLine(payer), 'Банк плательщика', 12), box('БИК'), value(payer.bik)],
      [box('Сч. №'), value(payer.corrAccount ?? '')],
      // 13, 14, 15
      [left(bankLine(payee), 'Банк получателя', 12), box('БИК'), value(payee.bik)],
      [box('Сч. №'), value(payee.corrAccount ?? '')],
      // 61, 103, 17
      [
        box(`ИНН ${payee.inn ?? ''}`.trimEnd()),
        box(`КПП ${payee.kpp ?? ''}`.trimEnd()),
        box('Сч. №', { rows: 2 }),
        value(payee.account, 2),
      ],
      // 16; 18 is the code of payment orders, 21 the turn of what no law puts before others
      [left(payee.name, 'Получатель', 25, 4)],
      [box('Вид оп.'), box('01'), box('Срок плат.'), box('')],
      [box('Наз. пл.'), box(income_code ?? ''), box('Очер. плат.'), box('5')],
      // 22 carries a number that the payee gave for the payment: ours have none
      [box('Код'), box(''), box('Рез. поле'), box('')],
    ],
  }
}

function bankLine({ bankName, bankPlace }: OrderSide): string {
  return [bankName, bankPlace].filter(Boolean).join(' ')
}

/** 104 to 110 are for payments to the budget: ours leave them empty. */
function forBudget(): Block {
  const widths = [40, 25, 15, 25, 30, 25, 20]
  return { is: 'cells', widths, rows: [widths.map(() => box('', { height: 5 }))] }
}

/** 24. */
function purpose(facts: PaymentOrderFacts): Block {
  const cell = box(facts.purpose, { caption: 'Назначение платежа', height: 28 })
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
