/** Everything that the product must know of a printed form: what it is called, and how its facts become a page. */
export interface PrintedDocument<Facts> {
  /** The code under which settings and stored records name the form. */
  readonly kind: string
  readonly title: string
  /** The same facts always give the same bytes. */
  page(facts: Facts): string
}

/** Describes a document; what it is given and what it prints have one type. */
export function printedDocument<Facts>(document: PrintedDocument<Facts>): PrintedDocument<Facts> {
  return document
}
