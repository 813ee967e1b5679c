import { formPage, paragraph, type DocumentBody } from '../body/blocks.ts'

/** Stands for a form whose stored text is no longer what was stored. */
export const DAMAGED_FORM: DocumentBody = {
  page: formPage,
  blocks: [
    paragraph(
      'ФОРМА ПОВРЕЖДЕНА: сохранённый текст этого документа изменён или утрачен, поэтому не показан. Администраторам платформы сообщено.',
      { bold: true },
    ),
  ],
}
