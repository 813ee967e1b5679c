import { formatPhone } from '#contract/requisites/phone.ts'
import { formatKg, formatMoney } from '#contract/core/input-text.ts'
import { divHalfUp, exact, safe } from '../../arithmetic/rounding.ts'
import { sumInWords } from '../../arithmetic/sum-in-words.ts'
import type { ActFacts, PositionFacts } from '../act-facts.ts'
import { initials, longDay, ruDay } from '../figures.ts'
import { html, type Html } from '../html.ts'
import { field, fieldPair, printPage, qrCode, signature } from '../print-page.ts'
import { printedDocument } from '../printed-document.ts'

/** Form № ОП-5, the purchase act of goods that are no scrap (domain.md 9). */
export const op5 = printedDocument<ActFacts>({
  kind: 'op5',
  title: 'Закупочный акт',
  page: (facts) =>
    printPage(
      style,
      html`${head(facts)} ${parties(facts)} ${productsTable(facts)} ${reverse(facts)}`,
    ).markup,
})

const style = `
.law { font-size: 7.5pt; text-align: right; }
.codes { width: 66mm; }
.codes td { padding: .3mm 1mm; text-align: right; font-size: 8.5pt; }
.codes td.box { border: .3mm solid #000; width: 32mm; text-align: center; }
.top td { vertical-align: top; }
.top td.org { padding-right: 5mm; }
.mid-row { margin-top: 3mm; }
.mid-row td { vertical-align: top; }
.number td, .number th { border: .3mm solid #000; text-align: center; font-weight: normal; font-size: 8.5pt; padding: .8mm 2mm; }
.mid-row .left { padding-top: 6mm; }
.approve { width: 66mm; }
.approve p { margin: 0 0 2mm; }
.approve .rule { border-bottom: .2mm solid #000; height: 5mm; text-align: center; }
.who { width: 22mm; }
.sum { font-weight: bold; }
`

function head(facts: ActFacts): Html {
  const { company } = facts
  return html`<p class="law">
      Унифицированная форма № ОП-5<br />Утверждена постановлением Госкомстата России<br />от
      25.12.98 № 132
    </p>
    <table class="top">
      <tbody>
        <tr>
          <td class="org">
            ${qrCode(facts.link)}
            ${field('Организация', `${company.name}, ${company.legal_address}, тел. ${formatPhone(company.phone)}`)}
            ${field('Структурное подразделение', facts.site_name)}
          </td>
          <td class="codes">
            <table class="codes">
              <tbody>
                <tr>
                  <td></td>
                  <td class="box">Код</td>
                </tr>
                <tr>
                  <td>Форма по ОКУД</td>
                  <td class="box">0330505</td>
                </tr>
                <tr>
                  <td>по ОКПО</td>
                  <td class="box">${company.okpo ?? '—'}</td>
                </tr>
                <tr>
                  <td>ИНН</td>
                  <td class="box">${company.inn}</td>
                </tr>
                <tr>
                  <td>Вид деятельности по ОКДП</td>
                  <td class="box">—</td>
                </tr>
                <tr>
                  <td>Вид операции</td>
                  <td class="box">закупка</td>
                </tr>
              </tbody>
            </table>
          </td>
        </tr>
      </tbody>
    </table>
    ${title(facts)}`
}

function title(facts: ActFacts): Html {
  const { company } = facts
  return html`<table class="mid-row">
    <tbody>
      <tr>
        <td class="left"><h1>ЗАКУПОЧНЫЙ АКТ</h1></td>
        <td>
          <table class="number">
            <tbody>
              <tr>
                <th>Номер документа</th>
                <th>Дата составления</th>
              </tr>
              <tr>
                <td>${facts.number ?? '\u00a0'}</td>
                <td>${ruDay(facts.date) || '\u00a0'}</td>
              </tr>
            </tbody>
          </table>
        </td>
        <td class="approve">
          <p>УТВЕРЖДАЮ</p>
          <p class="rule">${company.director_position}</p>
          <p class="hint">должность</p>
          <p class="rule">${initials(company.director_name)}</p>
          <p class="hint">подпись, расшифровка подписи</p>
          <p>${longDay(facts.date)}</p>
        </td>
      </tr>
    </tbody>
  </table>`
}

function parties({ accepted_by, supplier, site_address, marks }: ActFacts): Html {
  const buyer = [accepted_by.position, accepted_by.full_name].filter(Boolean).join(', ')
  return html`${field('Место закупки', site_address)} ${field('Мною,', buyer)}
    <p class="hint">должность, фамилия, имя, отчество закупщика</p>
    ${field('куплено у', supplier.name)}
    <p class="hint">фамилия, имя, отчество продавца или наименование организации</p>
    ${marks.length > 0 && html`<p class="marks">Отметки: ${marks.join('; ')}.</p>`}`
}

function productsTable({ positions, total_kop }: ActFacts): Html {
  return html`<table class="grid">
    <thead>
      <tr>
        <th rowspan="2">Номер по порядку</th>
        <th colspan="2">Товар</th>
        <th colspan="2">Единица измерения</th>
        <th rowspan="2">Количество (масса)</th>
        <th rowspan="2">Цена, руб. коп.</th>
        <th rowspan="2">Сумма, руб. коп.</th>
      </tr>
      <tr>
        <th>наименование, характеристика</th>
        <th>код</th>
        <th>наиме-<br />нование</th>
        <th>код по ОКЕИ</th>
      </tr>
      <tr class="order">
        ${Array.from({ length: 8 }, (_, i) => html`<td>${i + 1}</td>`)}
      </tr>
    </thead>
    <tbody>
      ${positions.map(row)}
      <tr class="total">
        <td colspan="7" class="num">Итого</td>
        <td class="num">${formatMoney(total_kop)}</td>
      </tr>
    </tbody>
  </table>`
}

function row(position: PositionFacts, index: number): Html {
  const pieces = position.qty !== null
  return html`<tr>
    <td class="mid">${index + 1}</td>
    <td>${[position.name, position.description].filter(Boolean).join(', ')}</td>
    <td class="mid">${position.code}</td>
    <td class="mid">${pieces ? 'шт' : 'кг'}</td>
    <td class="mid">${pieces ? '796' : '166'}</td>
    <td class="num">${pieces ? position.qty : formatKg(position.net_g ?? 0)}</td>
    <td class="num">${priceOf(position)}</td>
    <td class="num">${formatMoney(position.amount_kop)}</td>
  </tr>`
}

/** A price by weight is shown for the kilogram of the row; where kopecks do not do, for the tonne. */
function priceOf({ qty, price_kop }: PositionFacts): string {
  if (price_kop === null) return ''
  if (qty !== null) return formatMoney(price_kop)
  if (price_kop % 1000 !== 0) return `${formatMoney(price_kop)} за т`
  return formatMoney(safe(divHalfUp(exact(price_kop), 1000n)))
}

function reverse({ total_kop, supplier, accepted_by }: ActFacts): Html {
  const doc = supplier.document
  return html`<section class="keep">
    <h2>Сведения о продавце и расчёте</h2>
    ${field('Сумма прописью', sumInWords(total_kop))}
    ${fieldPair(['Продавец', supplier.name], ['ИНН', supplier.inn])}
    ${
      doc &&
      html`${fieldPair(
        [`Документ: ${doc.title}, серия`, doc.series],
        ['№', doc.number],
      )}${fieldPair(['Выдан', ruDay(doc.issued_at)], ['кем', doc.issued_by])}`
    }
    ${field('Адрес', supplier.address)}
    ${supplier.payout && field('Расчёт безналичный', supplier.payout)}
    ${signature('Продавец', null, initials(supplier.representative?.full_name ?? supplier.name))}
    ${signature('Закупщик', accepted_by.position ?? '', initials(accepted_by.full_name))}
  </section>`
}
