import {
  blocksOf,
  heading,
  optionalParagraph,
  paragraph,
  qr,
  side,
  space,
  type Block,
  type Run,
} from '../body/blocks.ts'
import { printedDocument } from '../printed-document.ts'
import { formText, plainText, remarkText, type TextWriter } from '../texts/form-texts.ts'

/** To whom the company entrusts personal data; the law wants the address too. */
export interface Processor {
  readonly name: string
  readonly address: string | null
}

/** Everything printed in a consent to the processing of personal data (domain.md 9). */
export interface ConsentFacts {
  readonly version: string
  readonly subject: {
    readonly name: string
    readonly address: string | null
    /** Kind, number, day and place of issue in one line; masked for those without the right. */
    readonly document: string | null
  }
  readonly operator: { readonly name: string; readonly inn: string; readonly address: string }
  /** Who else handles the data: payout banks, and whom the company names itself. */
  readonly processors: readonly Processor[]
  /** Where the QR code leads on this server: the way back to the record. */
  readonly link: string
}

const texts = {
  heading: formText('Заголовок', 'Согласие на обработку персональных данных', {
    own: true,
    inline: true,
    max: 120,
  }),
  subject: formText(
    'Кто даёт согласие и кому',
    'Я, **{subject}**{address}{document}, свободно, своей волей и в своём интересе даю согласие ' +
      'оператору **{operator}** (ИНН {inn}, адрес: {operator_address}) на обработку моих персональных данных.',
    {
      own: true,
      placeholders: {
        subject: '!поставщик',
        address: '!запятая и адрес регистрации, если он есть',
        document: '!запятая и документ, если он есть',
        operator: '!название компании',
        inn: '!ИНН компании',
        operator_address: '!адрес компании',
      },
    },
  ),
  purpose: formText(
    'Цель',
    '**Цель:** заключение и исполнение сделок по приёму лома и других товаров, выплата денег за них и ' +
      'ведение учёта, которого требует закон.',
    { own: true },
  ),
  data: formText(
    'Перечень данных',
    '**Перечень данных:** фамилия, имя, отчество; дата и место рождения; гражданство; данные документа, ' +
      'удостоверяющего личность; адреса регистрации и проживания; ИНН и СНИЛС; телефон и адрес ' +
      'электронной почты; реквизиты для выплат; государственные номера транспортных средств; ' +
      'изображения, сделанные при взвешивании.',
    { own: true },
  ),
  actions: formText(
    'Действия с данными',
    '**Действия:** сбор, запись, систематизация, хранение, уточнение, использование, передача названным ниже ' +
      'лицам, обезличивание, удаление и уничтожение; обработка ведётся с помощью средств ' +
      'автоматизации и без них.',
    { own: true },
  ),
  processors: formText('Кому поручается обработка', '**Обработка поручается:** {processors}.', {
    own: true,
    placeholders: { processors: '!кому поручена обработка: название и адрес каждого' },
  }),
  ending: formText(
    'Срок и отзыв',
    '**Срок:** пять лет со дня подписания. **Отзыв:** согласие отзывается письменным заявлением по ' +
      'адресу оператора. После отзыва оператор прекращает обработку, кроме хранения тех данных, ' +
      'которых требует закон или исполнение договора.',
    { own: true },
  ),
  remark: remarkText(),
}

/** The paper to sign (domain.md 9). */
export const consent = printedDocument<ConsentFacts, typeof texts>({
  kind: 'consent',
  title: 'Согласие на обработку персональных данных',
  texts,
  body: (facts, text) => ({
    page: { margins: [18, 15, 18, 15], size: 12, lineHeight: 1.4, family: 'serif' },
    blocks: blocksOf(
      head(facts, plainText(text('heading'))),
      subject(facts, text),
      words(text('purpose')),
      words(text('data')),
      words(text('actions')),
      facts.processors.length > 0 &&
        words(text('processors', { processors: facts.processors.map(processorWords).join('; ') })),
      words(text('ending')),
      optionalParagraph(text('remark'), { align: 'justify', after: 2.5 }),
      space(12),
      { is: 'lines', hints: ['дата', 'подпись и расшифровка'] },
    ),
  }),
})

function words(runs: readonly Run[]): Block {
  return paragraph(runs, { align: 'justify', after: 2.5 })
}

/** A missing address stays to be written by hand: without it the consent names nobody. */
function processorWords({ name, address }: Processor): string {
  return `${name}, адрес: ${address ?? '____________________________'}`
}

function head({ version, link }: ConsentFacts, title: string): Block[] {
  const lines = [
    space(6),
    heading(1, title, { size: 15 }),
    paragraph(`Текст версии ${version}`, { size: 10, align: 'center' }),
  ]
  return [
    side({ width: 24, blocks: [] }, { blocks: lines }, { width: 24, blocks: [qr(link, 24)] }),
    space(4),
  ]
}

function subject({ subject: who, operator }: ConsentFacts, text: TextWriter<typeof texts>): Block {
  return words(
    text('subject', {
      subject: who.name,
      address: who.address ? `, адрес регистрации: ${who.address}` : '',
      document: who.document ? `, документ, удостоверяющий личность: ${who.document}` : '',
      operator: operator.name,
      inn: operator.inn,
      operator_address: operator.address,
    }),
  )
}
