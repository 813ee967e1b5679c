import { uuidv7 } from '../db/uuid.ts'

export type PlaceName = 'disk' | 's3'

// Names are made here and only read back from the database; the pattern keeps any other text off the disk and out of addresses.
const NAME = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/
/** Keys of the bucket begin so; on the disk the key is the name alone. */
export const S3_MARK = 's3:'

export function makeName(companyId: string): string {
  const id = uuidv7()
  return `${companyId}/${id.slice(-2)}/${id}`
}

export function isName(text: string): boolean {
  return NAME.test(text)
}

/** The company whose file has the name. */
export function companyOfName(name: string): string {
  return name.slice(0, 36)
}

/** When a name was made, in ms since 1970: its last part is a uuid v7. */
export function madeAt(name: string): number {
  const id = name.slice(name.lastIndexOf('/') + 1)
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The key of a row (`file.storage_key`): the name and the place that it is read from. */
export function keyOf(place: PlaceName, name: string): string {
  return place === 's3' ? S3_MARK + name : name
}

export function parseKey(key: string): { place: PlaceName; name: string } {
  const isS3 = key.startsWith(S3_MARK)
  const name = isS3 ? key.slice(S3_MARK.length) : key
  if (!isName(name)) throw new Error('not a storage key')
  return { place: isS3 ? 's3' : 'disk', name }
}
