const EXCEPTION = 0x80
const WRITE_COIL = 5
const WRITE_COILS = 15
const WRITE_REGISTERS = 16
/** Transaction, protocol 0 and length before the unit of a Modbus/TCP frame. */
const TCP_HEADER = 6

/** The content at a place of the input; `DataView` holds the data of a read, `done` confirms a write. */
export type ModbusSeen =
  | 'none'
  | 'unfinished'
  | { length: number; answer: DataView | 'done' | 'exception' | 'checksum' }

/** Function 1: states of coils. */
export const readCoils = (start: number, count: number) => [1, ...word(start), ...word(count)]
/** Function 2: discrete inputs. */
export const readInputs = (start: number, count: number) => [2, ...word(start), ...word(count)]
/** Functions 3 and 4: holding and input registers. */
export const readRegisters = (fc: 3 | 4, start: number, count: number) => [
  fc,
  ...word(start),
  ...word(count),
]
export const writeCoil = (coil: number, on: boolean) => [
  WRITE_COIL,
  ...word(coil),
  on ? 0xff : 0,
  0,
]
/** Function 16 with one register. */
export const writeRegister = (register: number, value: number) => [
  WRITE_REGISTERS,
  ...word(register),
  ...word(1),
  2,
  ...word(value),
]

/**
 * Requests and answers of one slave. The end of an answer is known from its expected length, not from a
 * pause on the line, which serial device servers do not keep; over TCP only the last transaction counts.
 */
export function modbusFrames(framing: 'rtu' | 'tcp', address: number) {
  let transaction = 0

  function request(body: readonly number[]): Uint8Array {
    const unit = [address, ...body]
    if (framing === 'rtu') return Uint8Array.from([...unit, ...checksum(unit)])
    transaction = (transaction + 1) & 0xffff
    return Uint8Array.from([...word(transaction), 0, 0, ...word(unit.length), ...unit])
  }

  /** `fc` and `size` are the function and the data bytes of the read that was asked for. */
  function match(bytes: Uint8Array, at: number, fc: number, size: number): ModbusSeen {
    const head = framing === 'tcp' ? TCP_HEADER : 0
    const tail = framing === 'tcp' ? 0 : 2
    if (at + head + 3 > bytes.length) return 'unfinished'
    const body = answerLength(bytes, at + head, address, fc, size)
    if (body === undefined) return 'none'
    if (framing === 'tcp' && !isHeader(bytes, at, transaction, body)) return 'none'
    const length = head + body + tail
    if (at + length > bytes.length) return 'unfinished'
    const unit = bytes.slice(at + head, at + head + body)
    if (tail) {
      const [low, high] = checksum(unit)
      if (bytes[at + body] !== low || bytes[at + body + 1] !== high)
        return { length, answer: 'checksum' }
    }
    if (unit[1] === fc) return { length, answer: new DataView(unit.buffer, unit.byteOffset + 3) }
    return { length, answer: unit[1]! & EXCEPTION ? 'exception' : 'done' }
  }

  return { request, look: match }
}

/** Length of the answer that begins here, its checksum left out; undefined when it is none of ours. */
function answerLength(bytes: Uint8Array, at: number, address: number, fc: number, size: number) {
  if (bytes[at] !== address) return undefined
  const operation = bytes[at + 1]!
  if (operation === fc) return bytes[at + 2] === size ? 3 + size : undefined
  if ((operation & EXCEPTION) !== 0 && isKnown(operation & ~EXCEPTION, fc))
    return bytes[at + 2]! >= 1 && bytes[at + 2]! <= 11 ? 3 : undefined
  return isKnown(operation, fc) ? 6 : undefined
}

function isKnown(operation: number, fc: number): boolean {
  return [fc, WRITE_COIL, WRITE_COILS, WRITE_REGISTERS].includes(operation)
}

function isHeader(bytes: Uint8Array, at: number, transaction: number, length: number): boolean {
  const expected = [...word(transaction), 0, 0, ...word(length)]
  return expected.every((byte, i) => bytes[at + i] === byte)
}

function word(value: number): [number, number] {
  return [value >> 8, value & 0xff]
}

/** CRC-16 of Modbus: 0xA001, start FFFF, low byte first. */
function checksum(bytes: Iterable<number>): [number, number] {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return [crc & 0xff, crc >> 8]
}
