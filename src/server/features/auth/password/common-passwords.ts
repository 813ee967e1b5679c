import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const SHIPPED = path.resolve(import.meta.dirname, 'common-passwords.txt.br')

let known: Map<string, number> | undefined

/**
 * 49 thousand breached passwords of four signs and more, lower case, the commonest first, each with its rank from 1: the list of
 * `@zxcvbn-ts/language-common` 4.1.3 (NOTICE). Unpacked at the first new password.
 */
export function commonPasswords(): ReadonlyMap<string, number> {
  known ??= new Map(
    brotliDecompressSync(readFileSync(SHIPPED))
      .toString('utf8')
      .split('\n')
      .map((password, at) => [password, at + 1]),
  )
  return known
}
