import { createHash } from 'node:crypto'
import { ownValue } from '#contract/core/own-value.ts'

/** The values of a row as the text form of COPY has them; null where there is none. */
export type Cells = (string | null)[]

/** Lines of the text form of COPY, without their ends. A value has no line break of its own there. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer[] = []
  for await (const piece of bytes) {
    let from = 0
    const buffer = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    for (let at = buffer.indexOf(10); at >= 0; at = buffer.indexOf(10, from)) {
      yield Buffer.concat([...rest, buffer.subarray(from, at)]).toString('utf8')
      rest = []
      from = at + 1
    }
    if (from < buffer.length) rest.push(Buffer.from(buffer.subarray(from)))
  }
  if (rest.length > 0) throw new Error('the last line has no end')
}

const SIGNS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const ESCAPES: Record<string, string> = {
  '\b': String.raw`\b`,
  '\f': String.raw`\f`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
  '\v': String.raw`\v`,
  '\\': '\\\\',
}

export const cellsOf = (line: string): Cells =>
  line
    .split('\t')
    .map((text) =>
      text === String.raw`\N`
        ? null
        : text.replaceAll(/\\(.)/gs, (_, sign: string) => ownValue(SIGNS, sign) ?? sign),
    )

export const lineOf = (cells: Cells): string =>
  cells
    .map((cell) =>
      cell === null
        ? String.raw`\N`
        : cell.replaceAll(/[\b\f\n\r\t\v\\]/g, (sign) => ownValue(ESCAPES, sign)!),
    )
    .join('\t')

export interface RowsHash {
  readonly rows: number
  readonly sha256: string
}

const WIDTH = 1n << 256n

/** Rows in any order, by the sum of their hashes: two databases keep one table in two orders. */
export function hashRows() {
  let sum = 0n
  let rows = 0
  return {
    add(line: string): void {
      const hash = createHash('sha256').update(line).digest('hex')
      sum = (sum + BigInt(`0x${hash}`)) % WIDTH
      rows++
    },
    end: (): RowsHash => ({ rows, sha256: sum.toString(16).padStart(64, '0') }),
  }
}
