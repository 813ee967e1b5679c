import { formatPhone } from '#contract/requisites/phone.ts'
import { isPrivatePerson } from '#contract/supplier/supplier-entities.ts'
import { formatMoney, formatPercent, formatTonnes } from '#contract/core/input-text.ts'
import { sumInWords } from '../../arithmetic/sum-in-words.ts'
import { weightInWords } from '../../arithmetic/weight-in-words.ts'
import type { ActFacts, PositionFacts, SupplierFacts } from '../act-facts.ts'
import { documentLine, initials, longDay, microsieverts, ruDay } from '../figures.ts'
import { html, type Html } from '../html.ts'
import { field, fieldPair, printPage, qrCode, signature } from '../print-page.ts'
import { printedDocument } from '../printed-document.ts'

/** The form of the acceptance act, Постановление Правительства РФ № 980 (domain.md 9). */
export const psa = printedDocument<ActFacts>({
  kind: 'psa',
  title: 'Приёмо-сдаточный акт',
  page: drawPage,
})

function drawPage(facts: ActFacts): string {
  return printPage(
    style,
    html`${head(facts)} ${receiver(facts)} ${supplierBlock(facts.supplier)} ${transport(facts)}
    ${productsTable(facts)} ${totals(facts)} ${checks(facts)} ${statement(facts)}
    ${signatures(facts)}`,
  ).markup
}

const style = `
.top td { vertical-align: top; }
.top .law { width: 70mm; font-size: 7.5pt; text-align: left; }
.top .code { width: 24mm; }
.title { text-align: center; margin: 1.5mm 0 2mm; }
.who { width: 16mm; font-weight: bold; }
.sum { font-weight: bold; }
.statement { text-align: justify; }
`

function head(facts: ActFacts): Html {
  return html`<table class="top">
      <tbody>
        <tr>
          <td class="code">${qrCode(facts.link)}</td>
          <td></td>
          <td class="law">
            Приложение № 1 к Правилам обращения с ломом и отходами чёрных и цветных металлов и их
            отчуждения, утверждённым постановлением Правительства Российской Федерации от 28 мая
            2022 г. № 980
          </td>
        </tr>
      </tbody>
    </table>
    <h1>ПРИЁМО-СДАТОЧНЫЙ АКТ № ${facts.number ?? '_______________'}</h1>
    <p class="title">от ${longDay(facts.date)}${facts.time && html`, время ${facts.time}`}</p>
    ${field('Место составления', [facts.site_name, facts.site_address].join(', '))}`
}

function receiver({ company }: ActFacts): Html {
  const licence =
    company.licence_number &&
    [
      `№ ${company.licence_number}`,
      company.licence_date && `от ${ruDay(company.licence_date)}`,
      company.licence_authority,
    ]
      .filter(Boolean)
      .join(', ')
  return html`<h2>Получатель лома и отходов</h2>
    ${field('Наименование', company.name)}
    ${fieldPair(
      ['ИНН / КПП', [company.inn, company.kpp].filter(Boolean).join(' / ')],
      ['ОГРН', company.ogrn],
    )}
    ${fieldPair(['Адрес', company.legal_address], ['Телефон', formatPhone(company.phone)])}
    ${company.account && fieldPair(['Расчётный счёт', company.account], ['БИК', company.bik])}
    ${
      company.account &&
      fieldPair(['Банк', company.bank_name], ['Корр. счёт', company.corr_account])
    }
    ${field('Лицензия', licence)}`
}

function supplierBlock(supplier: SupplierFacts): Html {
  return html`<h2>Сдатчик лома и отходов</h2>
    ${isPrivatePerson(supplier.type) ? personFields(supplier) : firmFields(supplier)}${representative(supplier)}`
}

function personFields(supplier: SupplierFacts): Html {
  return html`${fieldPair(
    ['Фамилия, имя, отчество', supplier.name],
    ['Дата рождения', ruDay(supplier.birth_date)],
  )}
  ${field('Документ', supplier.document && documentLine(supplier.document))}
  ${field('Адрес регистрации', supplier.address)}
  ${fieldPair(['ИНН', supplier.inn], ['Телефон', supplier.phone && formatPhone(supplier.phone)])}
  ${field('Реквизиты для перечисления', supplier.payout)}`
}

function firmFields(supplier: SupplierFacts): Html {
  return html`${field('Наименование', supplier.name)}
  ${fieldPair(
    ['ИНН / КПП', [supplier.inn, supplier.kpp].filter(Boolean).join(' / ')],
    [supplier.type === 'ip' ? 'ОГРНИП' : 'ОГРН', supplier.ogrn],
  )}
  ${fieldPair(['Адрес', supplier.address], ['Телефон', supplier.phone && formatPhone(supplier.phone)])}
  ${field('Банковские реквизиты', supplier.payout)}`
}

function representative({ representative: one }: SupplierFacts): Html | null {
  if (!one) return null
  const authority = [
    one.authority,
    one.number && `№ ${one.number}`,
    one.date && `от ${ruDay(one.date)}`,
  ]
    .filter(Boolean)
    .join(' ')
  return html`${fieldPair(['Представитель', one.full_name], ['Основание полномочий', authority])}
  ${one.document && field('Документ представителя', documentLine(one.document))}`
}

function transport(facts: ActFacts): Html {
  const { vehicle } = facts
  const basis = [facts.ownership_basis, facts.ownership_document].filter(Boolean).join(', ')
  return html`${field('Основание права собственности', basis)}
  ${fieldPair(
    ['Транспорт: марка', vehicle.make],
    ['гос. номер', [vehicle.carnumber, vehicle.trailer].filter(Boolean).join(', прицеп ')],
  )}
  ${vehicle.driver && field('Водитель', vehicle.driver)}`
}

function productsTable({ positions, net_g, total_kop, supplier }: ActFacts): Html {
  return html`<h2>Лом и отходы</h2>
    <table class="grid">
      <thead>
        <tr>
          <th>№ п/п</th>
          <th>Вид и категория по ГОСТ</th>
          <th>Краткое описание</th>
          <th>Код</th>
          <th>Вес брутто, т</th>
          <th>Вес тары и упаковки, т</th>
          <th>Засорён-<br />ность, %</th>
          <th>Вес нетто, т</th>
          <th>Цена, руб. за т</th>
          <th>Сумма, руб.</th>
          <th>НДС</th>
        </tr>
        <tr class="order">
          ${Array.from({ length: 11 }, (_, i) => html`<td>${i + 1}</td>`)}
        </tr>
      </thead>
      <tbody>
        ${positions.map((position, i) => row(position, i, supplier.vat_mode))}
        <tr class="total">
          <td colspan="7" class="num">Итого</td>
          <td class="num">${formatTonnes(net_g)}</td>
          <td class="mid">×</td>
          <td class="num">${formatMoney(total_kop)}</td>
          <td class="mid">—</td>
        </tr>
      </tbody>
    </table>`
}

function row(position: PositionFacts, index: number, vat: string): Html {
  const category = position.gost_category && !position.name.includes(position.gost_category)
  const tare = (position.tare_g ?? 0) + (position.pack_g ?? 0)
  return html`<tr>
    <td class="mid">${index + 1}</td>
    <td>${position.name}${category && html`, категория ${position.gost_category}`}</td>
    <td>${position.description}</td>
    <td class="mid">${position.waste_code ?? position.code}</td>
    <td class="num">${tonnes(position.gross_g)}</td>
    <td class="num">${position.gross_g === null ? '' : formatTonnes(tare)}</td>
    <td class="num">
      ${position.shown_zasor_bp !== null && formatPercent(position.shown_zasor_bp)}
    </td>
    <td class="num">${position.qty === null ? tonnes(position.net_g) : `${position.qty} шт.`}</td>
    <td class="num">${position.price_kop !== null && formatMoney(position.price_kop)}</td>
    <td class="num">${formatMoney(position.amount_kop)}</td>
    <td class="mid">${vat === 'vat_payer' ? 'агент' : 'без НДС'}</td>
  </tr>`
}

function tonnes(grams: number | null): string {
  return grams === null ? '' : formatTonnes(grams)
}

function totals(facts: ActFacts): Html {
  const vat =
    facts.supplier.vat_mode === 'vat_payer'
      ? 'НДС исчисляется налоговым агентом'
      : 'НДС не облагается'
  return html`<section class="keep">
    <p>Масса нетто: ${weightInWords(facts.net_g)} (${formatTonnes(facts.net_g)} т).</p>
    <p class="sum">
      На сумму: ${sumInWords(facts.total_kop)} (${formatMoney(facts.total_kop)} руб.). ${vat}.
    </p>
    ${facts.marks.length > 0 && html`<p class="marks">Отметки: ${facts.marks.join('; ')}.</p>`}
  </section>`
}

function checks({ radiation, explosion }: ActFacts): Html {
  const level =
    radiation.usv_h_milli === null ? '' : `${microsieverts(radiation.usv_h_milli)} мкЗв/ч`
  return html`<section class="keep">
    <h2>Радиационный контроль</h2>
    ${fieldPair(
      ['Проведён', radiation.done ? ['да', level].filter(Boolean).join(', ') : 'нет'],
      ['прибор', radiation.instrument],
    )}
    ${fieldPair(['Дата', ruDay(radiation.at)], ['кем проведён', radiation.by])}
    <h2>Проверка на взрывобезопасность</h2>
    ${fieldPair(
      [
        'Проведена',
        explosion.done
          ? ['да', explosion.certificate && `удостоверение ${explosion.certificate}`]
              .filter(Boolean)
              .join(', ')
          : 'нет',
      ],
      ['кем проведена', explosion.by],
    )}
  </section>`
}

function statement(facts: ActFacts): Html {
  const { supplier, vehicle } = facts
  const who = [supplier.name, supplier.document && documentLine(supplier.document)]
    .filter(Boolean)
    .join(', ')
  const car = [vehicle.make, vehicle.carnumber].filter(Boolean).join(' ')
  const what = [...new Set(facts.positions.map(({ name }) => name))].join(', ')
  return html`<section class="keep">
    <h2>Заявление сдатчика</h2>
    <p class="statement">
      ${who}${car && html`, транспорт ${car}`}. Сдаю лом и отходы: ${what}. Подтверждаю, что они
      принадлежат мне на законном основании:
      ${facts.ownership_basis ?? '____________________'}${
        facts.ownership_document && html` (${facts.ownership_document})`
      };
      взрывоопасных предметов и источников излучения в них нет. С весом, засорённостью и ценой
      согласен.
    </p>
  </section>`
}

function signatures({ supplier, accepted_by }: ActFacts): Html {
  const name = supplier.representative?.full_name ?? supplier.name
  const person = isPrivatePerson(supplier.type) || supplier.representative !== null
  return html`<section class="keep">
    ${signature('Сдал', null, person ? initials(name) : '', !isPrivatePerson(supplier.type))}
    ${signature('Принял', accepted_by.position ?? '', initials(accepted_by.full_name), true)}
  </section>`
}
