import type { DocumentFacts } from '../../../documents/act-facts.ts'
import type { DocumentBody } from '../../../documents/body/blocks.ts'
import { documentLine } from '../../../documents/figures.ts'
import { maskDocument } from '../../supplier/record/identity.ts'

/** A form as it was described, with identity documents as lists show them: `паспорт, 45** ***456`. */
export function maskDocuments(
  body: DocumentBody,
  documents: readonly DocumentFacts[],
): DocumentBody {
  if (documents.length === 0) return body
  return replaceTexts(body, (text) =>
    documents.reduce((rest, document) => maskOne(rest, document), text),
  )
}

/** The whole line of the document; elsewhere its number alone, which no form prints today. */
function maskOne(text: string, document: DocumentFacts): string {
  const masked = maskDocument({ ...document, series: document.series ?? '' })
  return text
    .replaceAll(documentLine(document), `${document.title}, ${masked}`)
    .replaceAll(document.number, maskDocument({ series: '', number: document.number }))
}

/** Plain data with each of its texts replaced. */
function replaceTexts<T>(value: T, replace: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === 'string' ? replace(part) : part,
  ) as T
}
