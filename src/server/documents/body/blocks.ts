/** The neutral description of a printed form: plain data, drawn as a page and as PDF, and stored with an issued act. */
export interface DocumentBody {
  readonly page: PageLayout
  readonly blocks: readonly Block[]
  /** Why it is no document: a word across each sheet. */
  readonly watermark?: Watermark | undefined
}

export type Watermark = 'ЧЕРНОВИК' | 'АННУЛИРОВАН'

export interface PageLayout {
  readonly landscape?: boolean
  /** Millimetres: top, right, bottom, left. */
  readonly margins: readonly [number, number, number, number]
  /** Points. */
  readonly size: number
  readonly lineHeight: number
  readonly family: 'serif' | 'sans'
  /** Whether the sheets of the page are numbered too; those of the PDF always are. */
  readonly numbered?: boolean
}

export type Align = 'left' | 'center' | 'right' | 'justify'

export interface Run {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
}

/** A heading of the form or of a part; a line feed breaks the line. */
export interface Heading {
  readonly is: 'heading'
  readonly level: 1 | 2
  readonly text: string
  /** Points, where it is not that of its level. */
  readonly size?: number
  readonly align?: Align
}

export interface Paragraph {
  readonly is: 'paragraph'
  readonly runs: readonly Run[]
  readonly size?: number
  readonly align?: Align
  /** Millimetres below it. */
  readonly after?: number
  /** Written on a ruled line. */
  readonly ruled?: boolean
}

/** Ruled fields in one line: names, and what is written behind them. */
export interface Fields {
  readonly is: 'fields'
  readonly pairs: readonly (readonly [name: string, value: string])[]
}

export interface TableColumn {
  readonly title: string
  /** Columns side by side with one group have a common head. */
  readonly group?: string
  readonly kind: 'text' | 'number' | 'center'
  readonly size?: number
  readonly bold?: boolean
  /** A number or a code, which no line break parts. */
  readonly whole?: boolean
  /** Stays legible in a line that is struck out. */
  readonly neverStruck?: boolean
}

export interface TableRow {
  readonly cells: readonly string[]
  /** A `group` has one cell, which spans the table. */
  readonly variant?: 'group' | 'struck' | 'note'
  /** Goes on with the record of the line before: both stand on one sheet where it has room for the whole record. */
  readonly joined?: boolean
}

/** A table whose head is repeated on each sheet. */
export interface Table {
  readonly is: 'table'
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  /** Columns have their numbers under the head. */
  readonly numbered?: boolean
  readonly total?: { readonly span: number; readonly cells: readonly string[] }
  readonly size: number
  readonly variant: 'grid' | 'list'
}

/** A line to sign on: the signer, the place of the signature, the name in letters, the stamp if one is due. */
export interface Signature {
  readonly is: 'signature'
  readonly role: string
  /** Millimetres of the role's column. */
  readonly width: number
  readonly position: string | null
  readonly name: string
  readonly stamp: boolean
}

/** Ruled places side by side, each with a word below. */
export interface Lines {
  readonly is: 'lines'
  readonly hints: readonly string[]
}

/** Blocks beside each other; without a width the cells share what is left. */
export interface Side {
  readonly is: 'side'
  readonly cells: readonly { readonly width?: number; readonly blocks: readonly Block[] }[]
}

/** Small boxes with their names, as statistical forms carry their codes. */
export interface Boxes {
  readonly is: 'boxes'
  readonly rows: readonly (readonly [name: string, code: string])[]
}

export interface Qr {
  readonly is: 'qr'
  /** The way back to the record on this server. */
  readonly link: string
  /** Millimetres. */
  readonly size: number
}

/** Blocks that stay on one sheet. */
export interface Keep {
  readonly is: 'keep'
  readonly blocks: readonly Block[]
}

/** A cell of a ruled form: what is written, and the printed word below it. */
export interface FormCell {
  readonly text: string
  readonly caption?: string
  /** How many columns and rows it takes; one where nothing is named. */
  readonly columns?: number
  readonly rows?: number
  /** Millimetres that it takes at least. */
  readonly height?: number
  readonly align?: Align
  readonly size?: number
  readonly bold?: boolean
  /** The sides on which it is ruled. */
  readonly lines: readonly CellSide[]
}

export type CellSide = 'top' | 'right' | 'bottom' | 'left'

/** A ruled form whose rows are divided in different ways, as the forms of banks are. */
export interface CellForm {
  readonly is: 'cells'
  /** Millimetres of its columns, in proportion to the width of the place. */
  readonly widths: readonly number[]
  readonly rows: readonly (readonly FormCell[])[]
}

/** Pictures with their words, on sheets of their own where nothing else is said. */
export interface Pictures {
  readonly is: 'pictures'
  readonly title: string
  /** `inline` goes on below what stands above, `sheet` gives a sheet to each. */
  readonly placed?: 'inline' | 'sheet'
  /** `src` is a `data:` address. */
  readonly pictures: readonly {
    readonly src: string
    readonly alt: string
    readonly text: string
  }[]
}

/** Values as bars, the longest as wide as its place. */
export interface Bars {
  readonly is: 'bars'
  readonly title: string
  readonly bars: readonly { readonly name: string; readonly text: string; readonly value: number }[]
}

export interface Space {
  readonly is: 'space'
  /** Millimetres. */
  readonly height: number
}

export type Block =
  | Heading
  | Paragraph
  | Fields
  | Table
  | Signature
  | Lines
  | Side
  | Boxes
  | CellForm
  | Qr
  | Bars
  | Keep
  | Pictures
  | Space

/** What stands for absent in a list of blocks. */
type Maybe = Block | null | undefined | false | ''

export function blocksOf(...parts: readonly (Maybe | readonly Maybe[])[]): Block[] {
  return parts.flat().filter((part): part is Block => Boolean(part))
}

/** The pages of forms: A4 with narrow margins. */
export const formPage: PageLayout = {
  margins: [10, 10, 12, 10],
  size: 9,
  lineHeight: 1.2,
  family: 'serif',
}

export function heading(level: 1 | 2, text: string, rest: Partial<Heading> = {}): Heading {
  return { is: 'heading', level, text, ...rest }
}

export function paragraph(
  text: string | readonly Run[],
  { bold, italic, ...rest }: Partial<Paragraph> & Partial<Run> = {},
): Paragraph {
  const runs =
    typeof text === 'string' ? [{ text, ...(bold && { bold }), ...(italic && { italic }) }] : text
  return { is: 'paragraph', runs, ...rest }
}

/** A paragraph that is left out where nothing was written for it. */
export function optionalParagraph(
  runs: readonly Run[],
  shape: Partial<Paragraph> = {},
): Paragraph | false {
  return runs.length > 0 && paragraph(runs, shape)
}

type Value = string | null | undefined | false

export function field(name: string, value: Value): Fields {
  return { is: 'fields', pairs: [[name, value || '']] }
}

/** Two ruled fields in one line. */
export function fieldPair(
  [first, one]: readonly [string, Value],
  [second, two]: readonly [string, Value],
): Fields {
  return {
    is: 'fields',
    pairs: [
      [first, one || ''],
      [second, two || ''],
    ],
  }
}

export function signature(
  role: string,
  position: string | null,
  name: string,
  { stamp = false, width = 16 }: { stamp?: boolean; width?: number } = {},
): Signature {
  return { is: 'signature', role, width, position, name, stamp }
}

export function side(...cells: Side['cells']): Side {
  return { is: 'side', cells }
}

export function keepTogether(...blocks: readonly (Maybe | readonly Maybe[])[]): Keep {
  return { is: 'keep', blocks: blocksOf(...blocks) }
}

export function qr(link: string, size = 20): Qr {
  return { is: 'qr', link, size }
}

export function space(height: number): Space {
  return { is: 'space', height }
}

export function pictures(
  title: string,
  shown: Pictures['pictures'],
  placed?: Pictures['placed'],
): Pictures {
  return { is: 'pictures', title, pictures: shown, ...(placed && { placed }) }
}
