import { formText, remarkText, type TextWriter } from '../texts/form-texts.ts'

/** What an acceptance act says in words that may change. */
export const psaTexts = {
  law: formText(
    'Основание формы, вверху справа',
    'Приложение № 1 к Правилам обращения с ломом и отходами чёрных и цветных металлов и их ' +
      'отчуждения, утверждённым постановлением Правительства Российской Федерации от 28 мая 2022 г. № 980',
    { max: 600 },
  ),
  vat_none: formText('О налоге: поставщик без НДС', 'НДС не облагается', { inline: true }),
  vat_agent: formText('О налоге: поставщик платит НДС', 'НДС исчисляется налоговым агентом', {
    inline: true,
  }),
  statement: formText(
    'Заявление сдатчика',
    '{seller}{transport}. Сдаю лом и отходы: {goods}. Подтверждаю, что они принадлежат мне на ' +
      'законном основании: {basis}; взрывоопасных предметов и источников излучения в них нет. ' +
      'С весом, засорённостью и ценой согласен.',
    {
      placeholders: {
        seller: '!сдатчик и его документ',
        transport: 'запятая и транспорт, если он есть',
        goods: '!что сдано',
        basis: '!основание права собственности',
      },
    },
  ),
  remark: remarkText(),
}

export type PsaWriter = TextWriter<typeof psaTexts>
