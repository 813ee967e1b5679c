import { html, type Html } from '../html.ts'
import { printedDocument } from '../printed-document.ts'

/** Everything that stands in a consent to the processing of personal data (domain.md 9). */
export interface ConsentFacts {
  readonly version: string
  readonly subject: {
    readonly name: string
    readonly address: string | null
    /** Kind, number, day and place of issue in one line; masked for those without the right. */
    readonly document: string | null
  }
  readonly operator: { readonly name: string; readonly inn: string; readonly address: string }
  /** Who else handles the data: payout banks and the platform's owner. */
  readonly processors: readonly string[]
  /** Where the QR code leads on this server: the way back to the record. */
  readonly link: string
}

/** The versions of the text that this product can print and recognise on a scan. */
export const consentVersions: readonly string[] = ['1']

/** The paper to sign (domain.md 9). */
export const consent = printedDocument<ConsentFacts>({
  kind: 'consent',
  title: 'Согласие на обработку персональных данных',
  page: drawPage,
})

function drawPage(facts: ConsentFacts): string {
  return html`${styles}
    <article class="page">
      <img
        class="qr"
        alt="QR"
        src="/api/v1/utils/get_qrcode_img?text=${encodeURIComponent(facts.link)}"
      />
      <h1>Согласие на обработку персональных данных</h1>
      <p class="version">Текст версии ${facts.version}</p>
      ${subject(facts)} ${purpose(facts)} ${ending} ${signature}
    </article>`.markup
}

const styles = html`<style>
  @page {
    size: A4;
    margin: 18mm 15mm;
  }
  .page {
    font-family: 'PT Serif', 'Times New Roman', serif;
    font-size: 12pt;
    line-height: 1.4;
    color: #000;
    background: #fff;
  }
  .page h1 {
    font-size: 15pt;
    text-align: center;
    margin: 6mm 0 1mm;
  }
  .page p {
    margin: 0 0 2.5mm;
    text-align: justify;
  }
  .page .version {
    text-align: center;
    font-size: 10pt;
    margin-bottom: 6mm;
  }
  .page .qr {
    float: right;
    width: 24mm;
    height: 24mm;
  }
  .page .signs {
    width: 100%;
    margin-top: 12mm;
    border-collapse: collapse;
  }
  .page .signs td {
    width: 50%;
    padding-top: 8mm;
    vertical-align: top;
  }
  .page .line {
    border-bottom: 1px solid #000;
    width: 60mm;
    height: 6mm;
  }
  .page .hint {
    font-size: 9pt;
  }
</style>`

function subject({ subject, operator }: ConsentFacts): Html {
  return html`<p>
    Я, <b>${subject.name}</b>${subject.address && html`, адрес регистрации: ${subject.address}`}${
      subject.document && html`, документ, удостоверяющий личность: ${subject.document}`
    },
    свободно, своей волей и в своём интересе даю согласие оператору <b>${operator.name}</b> (ИНН
    ${operator.inn}, адрес: ${operator.address}) на обработку моих персональных данных.
  </p>`
}

function purpose({ processors }: ConsentFacts): Html {
  return html`<p>
      <b>Цель:</b> заключение и исполнение сделок по приёму лома и других товаров, выплата денег за
      них и ведение учёта, которого требует закон.
    </p>
    <p>
      <b>Перечень данных:</b> фамилия, имя, отчество; дата и место рождения; гражданство; данные
      документа, удостоверяющего личность; адреса регистрации и проживания; ИНН и СНИЛС; телефон и
      адрес электронной почты; реквизиты для выплат; государственные номера транспортных средств;
      изображения, сделанные при взвешивании.
    </p>
    <p>
      <b>Действия:</b> сбор, запись, систематизация, хранение, уточнение, использование, передача
      названным ниже лицам, обезличивание, удаление и уничтожение; обработка ведётся с помощью
      средств автоматизации и без них.
    </p>
    ${processors.length > 0 && html`<p><b>Обработка поручается:</b> ${processors.join('; ')}.</p>`}`
}

const ending = html`<p>
  <b>Срок:</b> пять лет со дня подписания. <b>Отзыв:</b> согласие отзывается письменным заявлением
  по адресу оператора. После отзыва оператор прекращает обработку, кроме хранения тех данных,
  которых требует закон или исполнение договора.
</p>`

const signature = html`<table class="signs">
  <tbody>
    <tr>
      <td>
        <div class="line"></div>
        <div class="hint">дата</div>
      </td>
      <td>
        <div class="line"></div>
        <div class="hint">подпись и расшифровка</div>
      </td>
    </tr>
  </tbody>
</table>`
