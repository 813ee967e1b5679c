import type { Columns } from '#agent/plates/vote/columns.ts'

/** What a recogniser of plates in tests can tell apart. */
export const DICTIONARY = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.-:']

/** Columns that show a text, as clear as `sure`, with blanks after each sign. */
export function columnsOf(text: string, blanks = 1, sure = 0.98): Columns {
  const classes = DICTIONARY.length + 2
  const each = 1 + blanks
  const steps = text.length * each
  const data = new Float32Array(steps * classes)
  for (const [i, sign] of [...text].entries()) {
    data[i * each * classes + DICTIONARY.indexOf(sign) + 1] = sure
    for (let blank = 1; blank < each; blank++) data[(i * each + blank) * classes] = sure
  }
  return { data, steps, classes }
}
