import { formatPhone } from '#contract/requisites/phone.ts'
import { formatKg, formatMoney } from '#contract/core/input-text.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { divHalfUp, exact, safe } from '../../arithmetic/rounding.ts'
import { sumInWords } from '../../arithmetic/sum-in-words.ts'
import type { ActFacts, PositionFacts } from '../act-facts.ts'
import {
  blocksOf,
  field,
  fieldPair,
  formPage,
  heading,
  keepTogether,
  optionalParagraph,
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
import { initials, longDay, positionDescription } from '../figures.ts'
import { printedDocument } from '../printed-document.ts'
import { formText, remarkText, type TextWriter } from '../texts/form-texts.ts'

const texts = {
  law: formText(
    'Основание формы, вверху справа',
    'Унифицированная форма № ОП-5\nУтверждена постановлением Госкомстата России\nот 25.12.98 № 132',
    { max: 600 },
  ),
  remark: remarkText(),
}

/** Form № ОП-5, the purchase act of products that are not scrap (domain.md 9). */
export const op5 = printedDocument<ActFacts, typeof texts>({
  kind: 'op5',
  title: 'Закупочный акт',
  texts,
  body: (facts, text) => ({
    page: formPage,
    blocks: blocksOf(
      head(facts, text),
      title(facts),
      parties(facts),
      space(2),
      productsTable(facts),
      facts.weight_notes.map((note) => paragraph(note, { size: 8 })),
      reverse(facts, text),
    ),
  }),
})

function head({ company, site_name, link }: ActFacts, text: TextWriter<typeof texts>): Block[] {
  const buyer = `${company.name}, ${company.legal_address}, тел. ${formatPhone(company.phone)}`
  const codes = [
    ['', 'Код'],
    ['Форма по ОКУД', '0330505'],
    ['по ОКПО', company.okpo ?? '—'],
    ['ИНН', company.inn],
    ['Вид деятельности по ОКДП', '—'],
    ['Вид операции', 'закупка'],
  ] as const
  return [
    paragraph(text('law'), { size: 7.5, align: 'right' }),
    side(
      {
        blocks: [
          qr(link),
          field('Организация', buyer),
          field('Структурное подразделение', site_name),
        ],
      },
      { width: 70, blocks: [{ is: 'boxes', rows: codes }] },
    ),
    space(3),
  ]
}

function title({ number, date, company }: ActFacts): Block {
  const numbers = tableOf({
    columns: [
      { title: 'Номер документа', kind: 'center', value: () => number },
      { title: 'Дата составления', kind: 'center', value: () => russianDay(date) },
    ],
    rows: [number],
    size: 8.5,
  })
  return side(
    { blocks: [space(6), heading(1, 'ЗАКУПОЧНЫЙ АКТ')] },
    { width: 62, blocks: [numbers] },
    {
      width: 66,
      blocks: [
        paragraph('УТВЕРЖДАЮ'),
        ruledLine(company.director_position),
        hint('должность'),
        ruledLine(initials(company.director_name)),
        hint('подпись, расшифровка подписи'),
        paragraph(longDay(date)),
      ],
    },
  )
}

function ruledLine(text: string): Block {
  return paragraph(text, { ruled: true })
}

/** What belongs on the line above. */
function hint(text: string): Block {
  return paragraph(text, { size: 7, align: 'center' })
}

function parties({ accepted_by, supplier, site_address, marks }: ActFacts): Block[] {
  const buyer = [accepted_by.position, accepted_by.full_name].filter(Boolean).join(', ')
  return blocksOf(
    field('Место закупки', site_address),
    field('Мною,', buyer),
    hint('должность, фамилия, имя, отчество закупщика'),
    field('куплено у', supplier.name),
    hint('фамилия, имя, отчество продавца или наименование организации'),
    marks.length > 0 && paragraph(`Отметки: ${marks.join('; ')}.`, { size: 8, italic: true }),
  )
}

function productsTable({ positions, total_kop }: ActFacts): Table {
  return tableOf({ columns: columnsOf(total_kop), rows: positions, numbered: true })
}

/** One more column of the positions is one more line here: browser and PDF find its width by themselves. */
function columnsOf(total_kop: number): PrintedColumn<PositionFacts>[] {
  const product = 'Товар'
  const unit = 'Единица измерения'
  return [
    { title: 'Номер по порядку', kind: 'center', value: (_, index) => index + 1 },
    { title: 'наименование, характеристика', group: product, kind: 'text', value: nameOf },
    { title: 'код', group: product, kind: 'center', value: (row) => row.code },
    {
      title: 'наиме-\nнование',
      group: unit,
      kind: 'center',
      value: ({ qty }) => (qty === null ? 'кг' : 'шт'),
    },
    {
      title: 'код по ОКЕИ',
      group: unit,
      kind: 'center',
      value: ({ qty }) => (qty === null ? '166' : '796'),
    },
    {
      title: 'Количество (масса)',
      kind: 'number',
      value: ({ qty, net_g }) => qty ?? formatKg(net_g ?? 0),
    },
    { title: 'Цена, руб. коп.', kind: 'number', value: priceOf },
    {
      title: 'Сумма, руб. коп.',
      kind: 'number',
      value: ({ amount_kop }) => formatMoney(amount_kop),
      total: formatMoney(total_kop),
    },
  ]
}

function nameOf(position: PositionFacts): string {
  return [position.name, positionDescription(position)].filter(Boolean).join(', ')
}

/** A price by weight is shown for the kilogram of the row; where kopecks do not do, for the tonne. */
function priceOf({ qty, price_kop }: PositionFacts): string {
  if (price_kop === null) return ''
  if (qty !== null) return formatMoney(price_kop)
  if (price_kop % 1000 !== 0) return `${formatMoney(price_kop)} за т`
  return formatMoney(safe(divHalfUp(exact(price_kop), 1000n)))
}

function reverse(
  { total_kop, supplier, accepted_by }: ActFacts,
  text: TextWriter<typeof texts>,
): Keep {
  const doc = supplier.document
  const width = 22
  const seller = initials(supplier.representative?.full_name ?? supplier.name)
  return keepTogether(
    heading(2, 'Сведения о продавце и расчёте'),
    field('Сумма прописью', sumInWords(total_kop)),
    fieldPair(['Продавец', supplier.name], ['ИНН', supplier.inn]),
    doc && [
      fieldPair([`Документ: ${doc.title}, серия`, doc.series], ['№', doc.number]),
      fieldPair(['Выдан', russianDay(doc.issued_at)], ['кем', doc.issued_by]),
    ],
    field('Адрес', supplier.address),
    supplier.payout && field('Расчёт безналичный', supplier.payout),
    optionalParagraph(text('remark'), { after: 2 }),
    signature('Продавец', null, seller, { width }),
    signature('Закупщик', accepted_by.position ?? '', initials(accepted_by.full_name), { width }),
  )
}
