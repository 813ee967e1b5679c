import { formatPhone } from '#contract/requisites/phone.ts'
import { formatMoney } from '#contract/core/input-text.ts'
import {
  blocksOf,
  heading,
  optionalParagraph,
  paragraph,
  side,
  space,
  type Table,
} from '../body/blocks.ts'
import { tableOf, type PrintedColumn } from '../body/table-of.ts'
import { printedDocument } from '../printed-document.ts'
import { formText, plainText, remarkText } from '../texts/form-texts.ts'

/** A group has a name alone; a thing that is bought has a price and what it is for. */
export interface PriceLine {
  readonly depth: number
  readonly name: string
  readonly code?: string | null
  readonly kop?: number
  readonly unit?: 'т' | 'шт.'
}

export interface PriceSheetFacts {
  readonly company: { readonly name: string; readonly phone: string }
  /** Of the column. */
  readonly title: string
  readonly at: string
  readonly timeZone: string
  readonly lines: readonly PriceLine[]
}

const texts = {
  heading: formText('Заголовок', 'Прайс', { own: true, inline: true, max: 60 }),
  remark: remarkText(),
}

/** One column of the price list for the wall: read from two metres, so larger than a form. */
export const priceSheet = printedDocument<PriceSheetFacts, typeof texts>({
  kind: 'price_sheet',
  title: 'Прайс',
  texts,
  body: ({ company, title, at, timeZone, lines }, text) => ({
    page: { margins: [14, 14, 14, 14], size: 12, lineHeight: 1.25, family: 'sans' },
    blocks: blocksOf(
      side(
        { blocks: [paragraph(company.name, { size: 13 })] },
        {
          width: 70,
          blocks: [paragraph(formatPhone(company.phone), { size: 13, align: 'right', bold: true })],
        },
      ),
      space(4),
      heading(1, plainText(text('heading')), { size: 26 }),
      paragraph(`${title}, с ${longDate(at, timeZone)}`, { size: 13, align: 'center', after: 4 }),
      priceTable(lines),
      optionalParagraph(text('remark'), { size: 12 }),
    ),
  }),
})

const columns: PrintedColumn<PriceLine>[] = [
  { title: 'Код', kind: 'center', size: 10, value: ({ code }) => code },
  { title: 'Наименование', kind: 'text', value: ({ name }) => name },
  {
    title: 'Цена, ₽',
    kind: 'number',
    size: 14,
    bold: true,
    value: ({ kop }) => kop !== undefined && formatMoney(kop),
  },
  { title: 'За', kind: 'center', value: ({ unit }) => unit },
]

function priceTable(lines: readonly PriceLine[]): Table {
  const table = tableOf({ columns, rows: lines, size: 12 })
  const rows = table.rows.map((row, i) => {
    const { kop, name } = lines[i]!
    return kop === undefined ? { cells: [name], variant: 'group' as const } : row
  })
  const none = { cells: ['В этой колонке цен нет.'], variant: 'note' as const }
  return { ...table, variant: 'list', rows: rows.length > 0 ? rows : [none] }
}

function longDate(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('ru-RU', { timeZone, dateStyle: 'long' }).format(new Date(at))
}
