/** A text for a person's eyes in so many signs; what is left out shows as «…». Never for a value that is kept. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
