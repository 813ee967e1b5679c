import type { Paragraph } from './blocks.ts'

/** Classes for the sizes that a form asks for: a page carries no style in its elements. */
export class SheetStyle {
  readonly #rules = new Map<string, string>()

  width(mm: number): string {
    return this.#add(`w${mm}`, `width: ${mm}mm;`)
  }

  height(mm: number): string {
    return this.#add(`space${mm}`, `height: ${mm}mm; margin: 0;`)
  }

  square(mm: number): string {
    return this.#add(`square${mm}`, `width: ${mm}mm; height: ${mm}mm;`)
  }

  /** Of a table: its heads and cells. */
  cells(size: number): string {
    const name = `cells${size}`.replace('.', '-')
    this.#rules.set(`${name} :is(th, td)`, `font-size: ${size}pt;`)
    return name
  }

  text({ size, align, after }: Partial<Pick<Paragraph, 'size' | 'align' | 'after'>>): string {
    const names = [
      size !== undefined && this.#add(`size${size}`, `font-size: ${size}pt;`),
      align !== undefined && this.#add(align, `text-align: ${align};`),
      after !== undefined && this.#add(`after${after}`, `margin-bottom: ${after}mm;`),
    ]
    return names.filter(Boolean).join(' ')
  }

  /** The rules of all classes that were asked for. */
  rules(): string {
    return [...this.#rules].map(([name, rule]) => `.sheet .${name} { ${rule} }\n`).join('')
  }

  #add(name: string, rule: string): string {
    const safe = name.replace('.', '-')
    this.#rules.set(safe, rule)
    return safe
  }
}
