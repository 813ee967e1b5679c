import type { DocumentBody } from './body/blocks.ts'
import { drawHtml } from './body/draw-html.ts'

/** Everything that the product must know of a printed form: what it is called, and how its facts become its body. */
export interface DocumentForm<Facts> {
  /** The code under which settings and stored records name the form. */
  readonly kind: string
  readonly title: string
  /** The same facts always give the same body. */
  body(facts: Facts): DocumentBody
}

export interface PrintedDocument<Facts> extends DocumentForm<Facts> {
  /** The body as a page of the browser; its PDF is drawn of the same body (`pdf/draw-pdf.ts`). */
  page(facts: Facts): string
}

/** Describes a document; what it is given and what it prints have one type. */
export function printedDocument<Facts>(form: DocumentForm<Facts>): PrintedDocument<Facts> {
  return { ...form, page: (facts) => drawHtml(form.body(facts)) }
}
