/** A piece of a sentence; one that names a record may lead to it. */
export interface SentencePart {
  readonly text: string
  readonly href: string | null
}

/** Where the words of a form come from. */
export interface FormWords {
  /** Of whoever did it; «Система» and programs are feminine in Russian. */
  readonly feminine: boolean
  /** The value of a placeholder such as `record`, `total_kop` or `status:step`; undefined where it is empty. */
  valueOf(placeholder: string): readonly SentencePart[] | undefined
}

/** The sentence of a form (`ActionForm.says`). */
export function fillForm(says: string, words: FormWords): SentencePart[] {
  const parts = [...says.matchAll(/\[([^\]]*)\]|[^[]+/g)].flatMap(([text, optional]) =>
    optional === undefined ? fill(text, words) : fillWhole(optional, words),
  )
  return tidy(parts)
}

const PLACEHOLDER = /(\{[^}]+\})/

/** What has no value is left out of the text around it. */
function fill(text: string, words: FormWords): SentencePart[] {
  return text.split(PLACEHOLDER).flatMap((piece) => valueOf(piece, words) ?? [])
}

/** Nothing at all when one of the values is empty. */
function fillWhole(text: string, words: FormWords): SentencePart[] {
  const values = text.split(PLACEHOLDER).map((piece) => valueOf(piece, words))
  return values.includes(undefined) ? [] : values.flatMap((value) => value!)
}

const plainPart = (text: string): SentencePart[] => [{ text, href: null }]

function valueOf(piece: string, words: FormWords): readonly SentencePart[] | undefined {
  if (!piece.startsWith('{')) return plainPart(piece)
  const name = piece.slice(1, -1)
  const ending = /^([а-яё]*)\|([а-яё]*)$|^[а-яё]+$/.exec(name)
  if (!ending) return words.valueOf(name)
  const [whole, his = '', hers = whole] = ending
  return plainPart(words.feminine ? hers : his)
}

/** Plain pieces become one; spaces that a left out value leaves behind are taken away. */
function tidy(parts: readonly SentencePart[]): SentencePart[] {
  const joined: SentencePart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.href === null && part.href === null)
      joined[joined.length - 1] = { text: last.text + part.text, href: null }
    else joined.push(part)
  }
  return joined
    .map(({ text, href }) => ({
      text: text.replace(/ {2,}/g, ' ').replace(/ +([,:])/g, '$1'),
      href,
    }))
    .map((part, i, all) => (i === all.length - 1 ? { ...part, text: part.text.trimEnd() } : part))
    .filter(({ text }) => text !== '')
}
