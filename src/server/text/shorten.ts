/** A text for display, at most so many characters; the omitted part is shown as «…». Never for a stored value. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
