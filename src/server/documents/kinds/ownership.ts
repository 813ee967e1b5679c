import { formatTonnes } from '#contract/core/input-text.ts'
import { isPrivatePerson } from '#contract/supplier/supplier-kinds.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { capital, numberInWords } from '../../arithmetic/number-in-words.ts'
import { weightInWords } from '../../arithmetic/weight-in-words.ts'
import type { ActFacts, PositionFacts, SupplierFacts } from '../act-facts.ts'
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
} from '../body/blocks.ts'
import { tableOf, type PrintedColumn } from '../body/table-of.ts'
import { documentLine, initials, longDay, positionDescription } from '../figures.ts'
import { printedDocument } from '../printed-document.ts'
import { formText, remarkText, type TextWriter } from '../texts/form-texts.ts'

const texts = {
  statement: formText(
    'Заявление',
    'Я, **{seller}**, заявляю, что лом и отходы, которые сдаю и которые названы ниже, принадлежат ' +
      '{owner} на праве собственности. Основание: {basis}.',
    {
      placeholders: {
        seller: '!кто подписывает',
        owner: '!«мне» или название организации',
        basis: '!основание права собственности',
      },
    },
  ),
  ending: formText(
    'Заверения',
    'Лом и отходы не похищены, не заложены и не арестованы, права на них никем не оспариваются. ' +
      'Взрывоопасных предметов и источников излучения в них нет. Сведения в этом заявлении верны.',
  ),
  remark: remarkText(),
}

type Writer = TextWriter<typeof texts>

/** Заявление о принадлежности лома: on what ground the supplier owns what an act takes in. */
export const ownership = printedDocument<ActFacts, typeof texts>({
  kind: 'ownership',
  title: 'Заявление о принадлежности лома',
  texts,
  body: (facts, text) => ({
    page: { ...formPage, margins: [12, 12, 14, 18], size: 10.5, lineHeight: 1.3 },
    blocks: blocksOf(
      head(facts),
      statement(facts, text),
      table(facts),
      space(2),
      // A signature alone on a sheet would sign nothing.
      keepTogether(
        totals(facts),
        transport(facts),
        space(2),
        paragraph(text('ending'), { align: 'justify', after: 2 }),
        optionalParagraph(text('remark'), { align: 'justify', after: 2 }),
        sign(facts),
      ),
    ),
  }),
})

function head({ company, supplier, link, ...facts }: ActFacts): Block[] {
  const act = facts.number === null ? 'к акту закупки' : `к акту закупки № ${facts.number}`
  return blocksOf(
    side(
      { width: 26, blocks: [qr(link, 24)] },
      { blocks: [] },
      {
        width: 95,
        blocks: [
          paragraph(`Кому: ${company.name}, ИНН ${company.inn}, ${company.legal_address}`),
          paragraph(`От кого: ${supplier.name}`),
        ],
      },
    ),
    space(3),
    heading(1, 'ЗАЯВЛЕНИЕ\nо принадлежности лома и отходов'),
    paragraph(`${act} от ${longDay(facts.date)}`, { align: 'center', after: 3 }),
    isPrivatePerson(supplier.type)
      ? fieldPair(['Дата рождения', russianDay(supplier.birth_date)], ['ИНН', supplier.inn])
      : fieldPair(
          ['ИНН / КПП', [supplier.inn, supplier.kpp].filter(Boolean).join(' / ')],
          [supplier.type === 'ip' ? 'ОГРНИП' : 'ОГРН', supplier.ogrn],
        ),
    supplier.document && field('Документ', documentLine(supplier.document)),
    field('Адрес', supplier.address),
    ...representative(supplier),
    space(2),
  )
}

function representative({ representative: one }: SupplierFacts): Block[] {
  if (!one) return []
  const number = one.number && `№ ${one.number}`
  const day = one.date && `от ${russianDay(one.date)}`
  return blocksOf(
    fieldPair(
      ['Представитель', one.full_name],
      ['действует на основании', [one.authority, number, day].filter(Boolean).join(' ')],
    ),
    one.document && field('Документ представителя', documentLine(one.document)),
  )
}

/** A firm speaks by its representative, or by who signs for it. */
function statement({ supplier, ...facts }: ActFacts, text: Writer): Block {
  const isPerson = isPrivatePerson(supplier.type)
  const signer = supplier.representative?.full_name
  const basis = [facts.ownership_basis, facts.ownership_document].filter(Boolean).join(', ')
  return paragraph(
    text('statement', {
      seller: isPerson ? (signer ?? supplier.name) : (signer ?? BLANK),
      owner: isPerson && !signer ? 'мне' : supplier.name,
      basis: basis || BLANK,
    }),
    { align: 'justify', after: 2 },
  )
}

const BLANK = '____________________'

const columns: PrintedColumn<PositionFacts>[] = [
  { title: '№ п/п', kind: 'center', value: (_, index) => index + 1 },
  { title: 'Вид лома и отходов', kind: 'text', value: ({ name }) => name },
  { title: 'Описание', kind: 'text', value: positionDescription },
  { title: 'Масса нетто, т', kind: 'number', value: amountOf },
  { title: 'Прописью', kind: 'text', value: amountInWords },
]

function table({ positions, net_g }: ActFacts): Block {
  const [number, name, description, weight, words] = columns
  const summed = [
    number!,
    name!,
    description!,
    { ...weight!, total: formatTonnes(net_g) },
    { ...words!, total: '' },
  ]
  return tableOf({ columns: summed, rows: positions, size: 9 })
}

function amountOf({ qty, net_g }: PositionFacts): string {
  if (qty !== null) return `${qty} шт.`
  return net_g === null ? '' : formatTonnes(net_g)
}

function amountInWords({ qty, net_g }: PositionFacts): string {
  if (qty !== null) return `${capital(numberInWords(qty))} шт.`
  return net_g === null ? '' : weightInWords(net_g)
}

function totals({ net_g }: ActFacts): Block {
  return paragraph(`Масса нетто всего: ${weightInWords(net_g)} (${formatTonnes(net_g)} т).`, {
    bold: true,
    after: 2,
  })
}

function transport({ vehicle }: ActFacts): Block {
  return fieldPair(
    ['Транспорт: марка', vehicle.make],
    ['гос. номер', [vehicle.carnumber, vehicle.trailer].filter(Boolean).join(', прицеп ')],
  )
}

function sign({ supplier, date }: ActFacts): Keep {
  const isPerson = isPrivatePerson(supplier.type)
  const signer = supplier.representative?.full_name ?? (isPerson ? supplier.name : '')
  return keepTogether(
    space(3),
    paragraph(longDay(date)),
    signature('Сдатчик', null, initials(signer), { width: 20, stamp: !isPerson }),
  )
}
