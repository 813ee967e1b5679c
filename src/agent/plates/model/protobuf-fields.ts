/** One field of a message: its number and, of whole numbers, the number; of all else the bytes. */
export interface Field {
  id: number
  value: number | Uint8Array
  /** Fixed 4 or 8 bytes, which are written back as they were. */
  fixed?: 4 | 8
}

const VARINT = 0
const FIXED_8 = 1
const BYTES = 2
const FIXED_4 = 5

/** The fields of one protobuf message in their order; throws where the bytes are none. */
export function readFields(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let weight = 1; ; weight *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('A protobuf message ends within a number')
      value += (byte & 127) * weight
      if (byte < 128) return value
    }
  }
  const take = (length: number) => {
    if (at + length > bytes.length) throw new Error('A protobuf message ends within a field')
    return bytes.subarray(at, (at += length))
  }
  while (at < bytes.length) {
    const tag = varint()
    const id = Math.floor(tag / 8)
    const wire = tag & 7
    if (wire === VARINT) fields.push({ id, value: varint() })
    else if (wire === BYTES) fields.push({ id, value: take(varint()) })
    else if (wire === FIXED_4) fields.push({ id, value: take(4), fixed: 4 })
    else if (wire === FIXED_8) fields.push({ id, value: take(8), fixed: 8 })
    else throw new Error(`A protobuf field has the unknown type ${wire}`)
  }
  return fields
}

/** The message of these fields; a field that was not changed comes out as it was read. */
export function writeFields(fields: readonly Field[]): Uint8Array {
  const parts: Uint8Array[] = []
  for (const { id, value, fixed } of fields) {
    if (typeof value === 'number') parts.push(varintOf(id * 8 + VARINT), varintOf(value))
    else if (fixed) parts.push(varintOf(id * 8 + (fixed === 4 ? FIXED_4 : FIXED_8)), value)
    else parts.push(varintOf(id * 8 + BYTES), varintOf(value.length), value)
  }
  return Buffer.concat(parts)
}

function varintOf(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}
