import { formatPhone } from '#contract/requisites/phone.ts'
import { isPrivatePerson } from '#contract/supplier/supplier-kinds.ts'
import { formatMoney, formatPercent, formatTonnes } from '#contract/core/input-text.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { sumInWords } from '../../arithmetic/sum-in-words.ts'
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
  type Block,
  type Keep,
} from '../body/blocks.ts'
import { tableOf, type PrintedColumn } from '../body/table-of.ts'
import {
  documentLine,
  initials,
  longDay,
  markDivided,
  microsieverts,
  positionDescription,
  readingWords,
} from '../figures.ts'
import { printedDocument } from '../printed-document.ts'
import { plainText } from '../texts/form-texts.ts'
import { psaTexts, type PsaWriter } from './psa-texts.ts'

/** The form of the acceptance act, Постановление Правительства РФ № 980 (domain.md 9). */
export const psa = printedDocument<ActFacts, typeof psaTexts>({
  kind: 'psa',
  title: 'Приёмо-сдаточный акт',
  texts: psaTexts,
  body: (facts, text) => ({
    page: formPage,
    blocks: blocksOf(
      head(facts, text),
      receiver(facts),
      supplierBlock(facts.supplier),
      transport(facts),
      productsTable(facts),
      totals(facts, text),
      checks(facts),
      statement(facts, text),
      optionalParagraph(text('remark'), { after: 2 }),
      signatures(facts),
    ),
  }),
})

function head(facts: ActFacts, text: PsaWriter): Block[] {
  const time = facts.time ? `, время ${facts.time}` : ''
  return [
    side(
      { width: 24, blocks: [qr(facts.link)] },
      { blocks: [] },
      { width: 70, blocks: [paragraph(text('law'), { size: 7.5 })] },
    ),
    heading(1, `ПРИЁМО-СДАТОЧНЫЙ АКТ № ${facts.number ?? '_______________'}`),
    paragraph(`от ${longDay(facts.date)}${time}`, { align: 'center', after: 2 }),
    field('Место составления', [facts.site_name, facts.site_address].join(', ')),
  ]
}

function receiver({ company }: ActFacts): Block[] {
  const licence =
    company.licence_number &&
    [
      `№ ${company.licence_number}`,
      company.licence_date && `от ${russianDay(company.licence_date)}`,
      company.licence_authority,
    ]
      .filter(Boolean)
      .join(', ')
  return blocksOf(
    heading(2, 'Получатель лома и отходов'),
    field('Наименование', company.name),
    fieldPair(
      ['ИНН / КПП', [company.inn, company.kpp].filter(Boolean).join(' / ')],
      ['ОГРН', company.ogrn],
    ),
    fieldPair(['Адрес', company.legal_address], ['Телефон', formatPhone(company.phone)]),
    company.account && fieldPair(['Расчётный счёт', company.account], ['БИК', company.bik]),
    company.account && fieldPair(['Банк', company.bank_name], ['Корр. счёт', company.corr_account]),
    field('Лицензия', licence),
  )
}

function supplierBlock(supplier: SupplierFacts): Block[] {
  return [
    heading(2, 'Сдатчик лома и отходов'),
    ...(isPrivatePerson(supplier.type) ? personFields(supplier) : firmFields(supplier)),
    ...representative(supplier),
  ]
}

function personFields(supplier: SupplierFacts): Block[] {
  return [
    fieldPair(
      ['Фамилия, имя, отчество', supplier.name],
      ['Дата рождения', russianDay(supplier.birth_date)],
    ),
    field('Документ', supplier.document && documentLine(supplier.document)),
    field('Адрес регистрации', supplier.address),
    fieldPair(['ИНН', supplier.inn], ['Телефон', supplier.phone && formatPhone(supplier.phone)]),
    field('Реквизиты для перечисления', supplier.payout),
  ]
}

function firmFields(supplier: SupplierFacts): Block[] {
  return [
    field('Наименование', supplier.name),
    fieldPair(
      ['ИНН / КПП', [supplier.inn, supplier.kpp].filter(Boolean).join(' / ')],
      [supplier.type === 'ip' ? 'ОГРНИП' : 'ОГРН', supplier.ogrn],
    ),
    fieldPair(
      ['Адрес', supplier.address],
      ['Телефон', supplier.phone && formatPhone(supplier.phone)],
    ),
    field('Банковские реквизиты', supplier.payout),
  ]
}

function representative({ representative: one }: SupplierFacts): Block[] {
  if (!one) return []
  const authority = [
    one.authority,
    one.number && `№ ${one.number}`,
    one.date && `от ${russianDay(one.date)}`,
  ]
    .filter(Boolean)
    .join(' ')
  return blocksOf(
    fieldPair(['Представитель', one.full_name], ['Основание полномочий', authority]),
    one.document && field('Документ представителя', documentLine(one.document)),
  )
}

function transport({ vehicle, ...facts }: ActFacts): Block[] {
  const basis = [facts.ownership_basis, facts.ownership_document].filter(Boolean).join(', ')
  return blocksOf(
    field('Основание права собственности', basis),
    fieldPair(
      ['Транспорт: марка', vehicle.make],
      ['гос. номер', [vehicle.carnumber, vehicle.trailer].filter(Boolean).join(', прицеп ')],
    ),
    vehicle.driver && field('Водитель', vehicle.driver),
  )
}

function productsTable(facts: ActFacts): Block[] {
  const { positions } = facts
  return [
    heading(2, 'Лом и отходы'),
    tableOf({ columns: columnsOf(facts), rows: positions, numbered: true }),
    ...facts.weight_notes.map((note) => paragraph(note, { size: 8 })),
  ]
}

/** One more column of the positions is one more line here: browser and PDF find its width by themselves. */
function columnsOf({ net_g, total_kop, supplier }: ActFacts): PrintedColumn<PositionFacts>[] {
  const vat = supplier.vat_mode === 'vat_payer' ? 'агент' : 'без НДС'
  return [
    { title: '№ п/п', kind: 'center', value: (_, index) => index + 1 },
    { title: 'Вид и категория по ГОСТ', kind: 'text', value: nameOf },
    { title: 'Краткое описание', kind: 'text', value: positionDescription },
    { title: 'Код', kind: 'center', whole: true, value: (row) => row.waste_code ?? row.code },
    { title: 'Вес брутто, т', kind: 'number', value: grossOf },
    { title: 'Вес тары и упаковки, т', kind: 'number', value: tareOf },
    { title: 'Засорён-\nность, %', kind: 'number', value: contaminationOf },
    { title: 'Вес нетто, т', kind: 'number', value: netOf, total: formatTonnes(net_g) },
    { title: 'Цена, руб. за т', kind: 'number', value: priceOf, total: '×' },
    {
      title: 'Сумма, руб.',
      kind: 'number',
      value: (row) => formatMoney(row.amount_kop),
      total: formatMoney(total_kop),
    },
    { title: 'НДС', kind: 'center', value: () => vat, total: '—' },
  ]
}

function nameOf({ name, gost_category }: PositionFacts): string {
  const apart = gost_category && !name.includes(gost_category)
  return apart ? `${name}, категория ${gost_category}` : name
}

function grossOf({ gross_g, is_divided }: PositionFacts): string {
  return markDivided(tonnes(gross_g), is_divided)
}

function tareOf({ gross_g, tare_g, pack_g, is_divided }: PositionFacts): string {
  const tare = gross_g === null ? '' : formatTonnes((tare_g ?? 0) + (pack_g ?? 0))
  return markDivided(tare, is_divided)
}

function contaminationOf({ shown_zasor_bp }: PositionFacts): string {
  return shown_zasor_bp === null ? '' : formatPercent(shown_zasor_bp)
}

function netOf({ qty, net_g }: PositionFacts): string {
  return qty === null ? tonnes(net_g) : `${qty} шт.`
}

function priceOf({ price_kop }: PositionFacts): string {
  return price_kop === null ? '' : formatMoney(price_kop)
}

function tonnes(grams: number | null): string {
  return grams === null ? '' : formatTonnes(grams)
}

function totals(facts: ActFacts, text: PsaWriter): Keep {
  const vat = plainText(text(facts.supplier.vat_mode === 'vat_payer' ? 'vat_agent' : 'vat_none'))
  const sum = `${sumInWords(facts.total_kop)} (${formatMoney(facts.total_kop)} руб.)`
  return keepTogether(
    paragraph(`Масса нетто: ${weightInWords(facts.net_g)} (${formatTonnes(facts.net_g)} т).`),
    paragraph(`На сумму: ${sum}. ${vat}.`, { bold: true }),
    facts.marks.length > 0 &&
      paragraph(`Отметки: ${facts.marks.join('; ')}.`, { size: 8, italic: true }),
  )
}

function checks({ radiation, explosion }: ActFacts): Keep {
  const { usv_h_milli: reading, background_usv_h_milli: background, verified_on } = radiation
  const level = reading === null ? '' : `${microsieverts(reading)} мкЗв/ч`
  const dates = `от ${russianDay(verified_on)}, действует до ${russianDay(radiation.valid_until)}`
  const moment = [russianDay(radiation.at), radiation.time].filter(Boolean).join(', ')
  const { certificate: typed } = explosion
  // Many type the word themselves.
  const certificate =
    typed && (typed.toLowerCase().startsWith('удостоверени') ? typed : `удостоверение ${typed}`)
  const answer = (done: boolean, detail: string | null) =>
    done ? ['да', detail].filter(Boolean).join(', ') : 'нет'
  return keepTogether(
    heading(2, 'Радиационный контроль'),
    fieldPair(['Проведён', answer(radiation.done, level)], ['прибор', radiation.instrument]),
    fieldPair(['Дата', moment], ['кем проведён', radiation.by]),
    verified_on &&
      field(
        'Поверка прибора',
        [dates, radiation.instrument_certificate].filter(Boolean).join(', '),
      ),
    background !== null && field('Результат', readingWords(reading ?? 0, background)),
    heading(2, 'Проверка на взрывобезопасность'),
    fieldPair(['Проведена', answer(explosion.done, certificate)], ['кем проведена', explosion.by]),
    explosion.at &&
      fieldPair(
        ['Дата', russianDay(explosion.at)],
        ['результат', 'взрывоопасных предметов не найдено'],
      ),
  )
}

function statement(facts: ActFacts, text: PsaWriter): Keep {
  const { supplier, vehicle } = facts
  const seller = [supplier.name, supplier.document && documentLine(supplier.document)]
    .filter(Boolean)
    .join(', ')
  const car = [vehicle.make, vehicle.carnumber].filter(Boolean).join(' ')
  const productNames = [...new Set(facts.positions.map(({ name }) => name))].join(', ')
  const basis = facts.ownership_basis ?? '____________________'
  const proof = facts.ownership_document ? ` (${facts.ownership_document})` : ''
  return keepTogether(
    heading(2, 'Заявление сдатчика'),
    paragraph(
      text('statement', {
        seller,
        transport: car && `, транспорт ${car}`,
        goods: productNames,
        basis: basis + proof,
      }),
      { align: 'justify' },
    ),
  )
}

function signatures({ supplier, accepted_by }: ActFacts): Keep {
  const name = supplier.representative?.full_name ?? supplier.name
  const person = isPrivatePerson(supplier.type) || supplier.representative !== null
  return keepTogether(
    signature('Сдал', null, person ? initials(name) : '', {
      stamp: !isPrivatePerson(supplier.type),
    }),
    signature('Принял', accepted_by.position ?? '', initials(accepted_by.full_name), {
      stamp: true,
    }),
  )
}
