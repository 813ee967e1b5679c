/**
 * The value under a word that came from outside; undefined for what the object only inherits, such as `constructor`. Every
 * table that is asked by a word of a client, a bank or a template is asked by this.
 */
export function ownValue<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
