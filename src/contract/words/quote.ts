/** The whole text in one pair of quotes, with none inside. */
const QUOTED = /^«[^«»]*»$/

/**
 * A name in quotes, once: «Прайс», and «Весы „Автовесы“» where the name has quotes of its own: by Russian typography the inner pair is
 * another sign. A name that is nothing but a quoted word stays as it is.
 */
export function quote(name: string): string {
  const text = name.trim()
  if (QUOTED.test(text)) return text
  return `«${straight(text).replaceAll('«', '„').replaceAll('»', '“')}»`
}

/** Typewriter quotes as the pair that they stand for; an odd one is an inch, or a slip of the keyboard, and stays. */
function straight(text: string): string {
  const parts = text.split('"')
  if (parts.length % 2 === 0) return text
  return parts.reduce((joined, part, i) => `${joined}${i % 2 === 1 ? '«' : '»'}${part}`)
}
