import type { StoredTexts } from '../db/json-columns.ts'
import type { DocumentBody } from './body/blocks.ts'
import { drawHtml } from './body/draw-html.ts'
import { textWriter, type FormTexts, type TextWriter } from './texts/form-texts.ts'

/** Everything that the product must know of a printed form: what it is called, and how its facts become its body. */
export interface DocumentForm<Facts, T extends FormTexts = FormTexts> {
  /** The code under which settings and stored records name the form. */
  readonly kind: string
  readonly title: string
  /** What may be worded otherwise; left out where the form has no such text. */
  readonly texts?: T
  /** The same facts and texts always give the same body. */
  body(facts: Facts, text: TextWriter<T>): DocumentBody
}

export interface PrintedDocument<Facts> extends Pick<DocumentForm<Facts>, 'kind' | 'title'> {
  readonly texts: FormTexts
  /** With the texts of version 1 where no others are given. */
  body(facts: Facts, texts?: StoredTexts): DocumentBody
  /** The body as a page of the browser; its PDF is drawn of the same body (`pdf/draw-pdf.ts`). */
  page(facts: Facts, texts?: StoredTexts): string
}

/** Describes a document; what it is given and what it prints have one type. */
export function printedDocument<Facts, T extends FormTexts = FormTexts>(
  form: DocumentForm<Facts, T>,
): PrintedDocument<Facts> {
  const { kind, title } = form
  const texts = form.texts ?? ({} as T)
  const body = (facts: Facts, stored: StoredTexts = {}) =>
    form.body(facts, textWriter(texts, stored))
  return { kind, title, texts, body, page: (facts, stored) => drawHtml(body(facts, stored)) }
}
