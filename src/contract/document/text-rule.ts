import { ofSigns } from '../words/plural.ts'
import { signProblem } from './printed-signs.ts'

/** What may stand in braces: its name, and what the program puts there. */
export interface Placeholder {
  readonly name: string
  readonly title: string
  /** Without it the document would not say what it must. */
  readonly required: boolean
}

/** What a text of a form may be. */
export interface TextRule {
  readonly placeholders: readonly Placeholder[]
  readonly required: boolean
  readonly max: number
  /** Stands within a sentence of the form: one line, without emphasis. */
  readonly inline: boolean
}

/** A piece of a text: words, or the name of what replaces it. */
export interface TextPiece {
  readonly text?: string
  readonly placeholder?: string
  readonly bold: boolean
  readonly italic: boolean
}

const TOKEN = /\*\*|\*|\{[a-z_]+\}|[^*{]+|\{/g

/** A text by its marks: `**bold**`, `*italic*` and `{placeholder}`; anything else is printed as it is written. */
export function splitText(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let bold = false
  let italic = false
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '**') bold = !bold
    else if (token === '*') italic = !italic
    else if (/^\{[a-z_]+\}$/.test(token))
      pieces.push({ placeholder: token.slice(1, -1), bold, italic })
    else pieces.push({ text: token, bold, italic })
  }
  return pieces
}

/** What is wrong with a text, in a sentence; undefined where it can be printed. */
export function textProblem(text: string, rule: TextRule): string | undefined {
  if (text.trim() === '') return rule.required ? 'Этот текст не может быть пустым' : undefined
  if (text.length > rule.max) return `Не длиннее ${ofSigns(rule.max)}, сейчас ${text.length}`
  return signProblem(text) ?? bracesProblem(text, rule) ?? emphasisProblem(text, rule)
}

function bracesProblem(text: string, { placeholders }: TextRule): string | undefined {
  if (/[{}]/.test(text.replaceAll(/\{[^{}]*\}/g, ''))) return 'Скобки { и } расставлены не парами'
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!)
  const unknown = used.find((name) => !placeholders.some((one) => one.name === name))
  if (unknown !== undefined) return `Подстановки {${unknown}} в этом тексте нет`
  const missing = placeholders.find((one) => one.required && !used.includes(one.name))
  return missing && `Нужна подстановка {${missing.name}} (${missing.title})`
}

function emphasisProblem(text: string, { inline }: TextRule): string | undefined {
  if (inline && text.includes('\n')) return 'Этот текст пишется в одну строку'
  const marks = text.match(/\*+/g) ?? []
  if (marks.length === 0) return undefined
  if (inline) return 'Этот текст печатается без выделения: уберите звёздочки'
  if (marks.some((mark) => mark.length > 2)) return 'Больше двух звёздочек подряд не бывает'
  const isPaired = ['*', '**'].every((mark) => marks.filter((one) => one === mark).length % 2 === 0)
  return isPaired ? undefined : 'Звёздочки выделения расставлены не парами'
}
