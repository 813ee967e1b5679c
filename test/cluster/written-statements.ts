import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const SQL = /\bsql(?:<[^`;]*?>)?`/g
const IS_WHOLE = /^\s*(?:select|with|insert|update|delete)\b/i

/** Every statement that the server has written out, whoever sends it; what is put into it at run time is a parameter here. */
export function writtenStatements(): string[] {
  return globSync('src/server/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => templatesOf(readFileSync(path.join(root, file), 'utf8')))
    .filter((text) => IS_WHOLE.test(text))
}

function templatesOf(source: string): string[] {
  return [...source.matchAll(SQL)].map(
    ({ index, 0: head }) => readTemplate(source, index + head.length).text,
  )
}

/** The template that begins here, and where it ends. */
function readTemplate(source: string, start: number): { text: string; end: number } {
  let text = ''
  let values = 0
  for (let at = start; at < source.length; at++) {
    if (source[at] === '`') return { text, end: at }
    if (source.startsWith('${', at)) {
      text += `$${++values}`
      at = endOfValue(source, at + 2)
    } else text += source[at]
  }
  throw new Error(`a template has no end: ${text.slice(0, 100)}`)
}

function endOfValue(source: string, start: number): number {
  let depth = 1
  for (let at = start; at < source.length; at++) {
    if (source[at] === '`') at = readTemplate(source, at + 1).end
    else if (source[at] === '{') depth++
    else if (source[at] === '}' && --depth === 0) return at
  }
  throw new Error('a value has no end')
}
