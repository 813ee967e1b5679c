/** The accepted kinds of files, for the refusal of another kind. */
export const TAKEN_FORMATS =
  'Принимаются выписка 1С (kl_to_1c.txt), camt.053, выписка ДиректБанка, ответ банка pain.002 и архив ZIP с ними: выгрузите из банка один из этих видов'

/** What a person has who brought something else, by what it begins with. */
const OTHERS: readonly (readonly [begins: RegExp, name: string])[] = [
  [/^%PDF/, 'Это документ PDF'],
  [/^\u00d0\u00cf.\u00e0/, 'Это документ Microsoft Office старого вида (XLS или DOC)'],
  [/^\{\\rtf/, 'Это документ RTF'],
  [/^\s*(?:\{1:|:20:|:25:|:940:)/, 'Это выписка MT940'],
  [/^\s*<(?:!doctype\s+html|html|head|body|table)\b/i, 'Это страница HTML'],
  [/^\s*<\?xml[^>]*>\s*<(?:!doctype\s+html|html)\b/i, 'Это страница HTML'],
  [/^\s*[[{]/, 'Это файл JSON'],
  [/^[^\n\r<]*(?:;[^\n\r]*;|,[^\n\r]*,|\t[^\n\r]*\t)/, 'Это таблица CSV'],
]

/** A sentence without its full stop; undefined where nothing is recognised. */
export function otherFormat(head: Buffer): string | undefined {
  const text = head
    .subarray(0, 4096)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
  return OTHERS.find(([begins]) => begins.test(text))?.[1]
}

/** The same for an archive, by the names in it: tables and texts of an office are archives too. */
export function otherArchive(names: readonly string[]): string | undefined {
  if (names.includes('xl/workbook.xml') || names.includes('xl/workbook.bin'))
    return 'Это таблица Excel (XLSX)'
  if (names.includes('word/document.xml')) return 'Это документ Word (DOCX)'
  return names.includes('mimetype') && names.includes('content.xml')
    ? 'Это документ OpenDocument (ODS или ODT)'
    : undefined
}
