import {
  blocksOf,
  heading,
  paragraph,
  qr,
  side,
  space,
  type Block,
  type Run,
} from '../body/blocks.ts'
import { printedDocument } from '../printed-document.ts'

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
  body: (facts) => ({
    page: { margins: [18, 15, 18, 15], size: 12, lineHeight: 1.4, family: 'serif' },
    blocks: blocksOf(
      head(facts),
      subject(facts),
      purposes.map(text),
      facts.processors.length > 0 &&
        text([bold('Обработка поручается:'), { text: ` ${facts.processors.join('; ')}.` }]),
      text(ending),
      space(12),
      { is: 'lines', hints: ['дата', 'подпись и расшифровка'] },
    ),
  }),
})

function bold(words: string): Run {
  return { text: words, bold: true }
}

function text(runs: readonly Run[]): Block {
  return paragraph(runs, { align: 'justify', after: 2.5 })
}

function head({ version, link }: ConsentFacts): Block[] {
  const title = [
    space(6),
    heading(1, 'Согласие на обработку персональных данных', { size: 15 }),
    paragraph(`Текст версии ${version}`, { size: 10, align: 'center' }),
  ]
  return [
    side({ width: 24, blocks: [] }, { blocks: title }, { width: 24, blocks: [qr(link, 24)] }),
    space(4),
  ]
}

function subject({ subject: who, operator }: ConsentFacts): Block {
  const address = who.address ? `, адрес регистрации: ${who.address}` : ''
  const document = who.document ? `, документ, удостоверяющий личность: ${who.document}` : ''
  return text([
    { text: 'Я, ' },
    bold(who.name),
    {
      text: `${address}${document}, свободно, своей волей и в своём интересе даю согласие оператору `,
    },
    bold(operator.name),
    {
      text: ` (ИНН ${operator.inn}, адрес: ${operator.address}) на обработку моих персональных данных.`,
    },
  ])
}

const purposes: readonly (readonly Run[])[] = [
  [
    bold('Цель:'),
    {
      text:
        ' заключение и исполнение сделок по приёму лома и других товаров, выплата денег за них и ' +
        'ведение учёта, которого требует закон.',
    },
  ],
  [
    bold('Перечень данных:'),
    {
      text:
        ' фамилия, имя, отчество; дата и место рождения; гражданство; данные документа, ' +
        'удостоверяющего личность; адреса регистрации и проживания; ИНН и СНИЛС; телефон и адрес ' +
        'электронной почты; реквизиты для выплат; государственные номера транспортных средств; ' +
        'изображения, сделанные при взвешивании.',
    },
  ],
  [
    bold('Действия:'),
    {
      text:
        ' сбор, запись, систематизация, хранение, уточнение, использование, передача названным ниже ' +
        'лицам, обезличивание, удаление и уничтожение; обработка ведётся с помощью средств ' +
        'автоматизации и без них.',
    },
  ],
]

const ending: readonly Run[] = [
  bold('Срок:'),
  { text: ' пять лет со дня подписания. ' },
  bold('Отзыв:'),
  {
    text:
      ' согласие отзывается письменным заявлением по адресу оператора. После отзыва оператор ' +
      'прекращает обработку, кроме хранения тех данных, которых требует закон или исполнение договора.',
  },
]
