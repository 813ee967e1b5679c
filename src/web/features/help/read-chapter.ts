/** Words of a line: plain, as they stand on a screen, a key, or a link to a chapter or a screen. */
export type Inline =
  | string
  | { readonly label: string }
  | { readonly key: string }
  | { readonly to: string; readonly text: string }

export type Line = readonly Inline[]

export type Block =
  | { readonly kind: 'paragraph' | 'heading' | 'note'; readonly line: Line }
  | { readonly kind: 'steps' | 'list'; readonly items: readonly Line[] }
  | { readonly kind: 'picture'; readonly file: string; readonly alt: string }
  | { readonly kind: 'keys'; readonly place: string }

/** One chapter of the guide, as its file says it. */
export interface Chapter {
  /** In the address: `/help/weighing`. */
  readonly id: string
  readonly title: string
  readonly group: string
  /** Roles whose people see it first. */
  readonly roles: readonly string[]
  /** Names of the addresses at which F1 opens it. */
  readonly screens: readonly string[]
  /** Beginnings of the titles of the windows over which F1 opens it. */
  readonly windows: readonly string[]
  readonly blocks: readonly Block[]
}

const HEAD = /^---\n([\s\S]*?)\n---\n/
const HEAD_KEYS = ['title', 'group', 'roles', 'screens', 'windows']

/**
 * Reads a file of the guide. Of Markdown it knows the forms that a manual needs and refuses every other one, so that the build stops at a
 * slip; the result is data and not HTML, which the policy of the page forbids to set (security.md 8.1).
 */
export function readChapter(file: string, source: string): Chapter {
  const text = source.replaceAll('\r\n', '\n')
  const head = HEAD.exec(text)
  if (!head) throw new Error(`${file}: no head between two lines of ---`)
  const facts = readHead(file, head[1]!)
  const listOf = (key: string) =>
    (facts.get(key) ?? '')
      .split(';')
      .map((one) => one.trim())
      .filter((one) => one !== '')
  const [title = '', group = ''] = [facts.get('title'), facts.get('group')]
  if (!title || !group) throw new Error(`${file}: a chapter needs title and group`)
  const blocks = text
    .slice(head[0].length)
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => readBlock(file, part.replaceAll(/^\n+|\n+$/g, '')))
  const id = /(?:^|\/)(?:\d+-)?([a-z-]+)\.md$/.exec(file)?.[1]
  if (!id) throw new Error(`${file}: the name is not 01-words-of-latin-letters.md`)
  return {
    id,
    title,
    group,
    roles: listOf('roles'),
    screens: listOf('screens'),
    windows: listOf('windows'),
    blocks,
  }
}

function readHead(file: string, head: string): Map<string, string> {
  const facts = new Map<string, string>()
  for (const line of head.split('\n')) {
    const [, key, value] = /^(\w+): (.+)$/.exec(line) ?? []
    if (!key || !HEAD_KEYS.includes(key))
      throw new Error(`${file}: unknown line of the head: ${line}`)
    facts.set(key, value!.trim())
  }
  return facts
}

const STEP = /^\d+\. /
const ITEM = /^- /
const PICTURE = /^!\[([^\]]+)\]\(([a-z-]+\.webp)\)$/
const KEYS = /^\[\[keys ([a-z]+)\]\]$/

function readBlock(file: string, text: string): Block {
  const [, alt, picture] = PICTURE.exec(text) ?? []
  if (alt && picture) return { kind: 'picture', file: picture, alt }
  const [, place] = KEYS.exec(text) ?? []
  if (place) return { kind: 'keys', place }
  if (STEP.test(text)) return { kind: 'steps', items: itemsOf(file, text, STEP) }
  if (ITEM.test(text)) return { kind: 'list', items: itemsOf(file, text, ITEM) }
  if (text.startsWith('## ')) return { kind: 'heading', line: readLine(file, text.slice(3)) }
  if (text.startsWith('> '))
    return { kind: 'note', line: readLine(file, text.replaceAll(/^> ?/gm, '')) }
  if (/^[#|<!>[\]*`~+=]/.test(text.replace(/^(\*\*|`|\[[^[])/, '')))
    throw new Error(`${file}: a form that the guide does not have: ${text}`)
  return { kind: 'paragraph', line: readLine(file, text) }
}

/** The lines of a list; one that goes on in the next row of the file is joined. */
function itemsOf(file: string, text: string, begin: RegExp): Line[] {
  const items: string[] = []
  for (const row of text.split('\n')) {
    if (begin.test(row)) items.push(row.replace(begin, ''))
    else if (/^ +\S/.test(row)) items.push(`${items.pop()!} ${row.trim()}`)
    else throw new Error(`${file}: a row that belongs to no item: ${row}`)
  }
  return items.map((item) => readLine(file, item))
}

const INLINE = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g

function readLine(file: string, text: string): Line {
  const line: Inline[] = []
  const words = text.replaceAll(/\s*\n\s*/g, ' ')
  let end = 0
  for (const match of words.matchAll(INLINE)) {
    if (match.index > end) line.push(words.slice(end, match.index))
    end = match.index + match[0].length
    const [, label, key, linked, to] = match
    if (label) line.push({ label })
    else if (key) line.push({ key })
    else line.push({ to: to!, text: linked! })
  }
  if (end < words.length) line.push(words.slice(end))
  const plain = line.find((one) => typeof one === 'string' && /[*`\\<>]|\]\(/.test(one))
  if (plain !== undefined) throw new Error(`${file}: a sign without its pair: ${String(plain)}`)
  return line
}

/** The words of a line without their form. */
export const wordsOfLine = (line: Line): string =>
  line
    .map((one) => {
      if (typeof one === 'string') return one
      if ('label' in one) return one.label
      return 'key' in one ? one.key : one.text
    })
    .join('')

/** The lines of a block that have words. */
export function linesOf(block: Block): readonly Line[] {
  if (block.kind === 'picture') return [[block.alt]]
  if (block.kind === 'keys') return []
  return 'items' in block ? block.items : [block.line]
}
