import { ownValue } from '#contract/core/own-value.ts'
/** Markup that is already safe: only `html` makes it, so a bare string can never pass for one. */
export interface Html {
  readonly markup: string
}

type Part = string | number | null | undefined | false | Html | readonly Part[]

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Joins markup and values; every value that is not markup is escaped, an absent value is empty. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = strings
    .map((text, i) => (i === 0 ? text : writePart(parts[i - 1]) + text))
    .join('')
  return { markup }
}

function writePart(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(writePart).join('')
  if (typeof part === 'object') return (part as Html).markup
  return String(part).replaceAll(/[&<>"']/g, (c) => ownValue(ESCAPES, c)!)
}
