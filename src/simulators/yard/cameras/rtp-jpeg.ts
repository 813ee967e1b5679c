/** What a receiver needs besides the packets to put a picture together again. */
export interface RtpStream {
  ssrc: number
  sequence: number
}

/** Under a usual network's 1500 bytes with all headers. */
const MOST_PAYLOAD = 1300
const PAYLOAD_JPEG = 26
/** 4:2:0 with standard Huffman tables; quantisation travels inside the first packet. */
const TYPE_420 = 1
const Q_INSIDE = 255

/** The packets of one baseline JPEG 4:2:0 by RFC 2435; both sides must be multiples of 8 and at most 2040. */
export function packJpeg(jpeg: Buffer, stream: RtpStream, timestamp: number): Buffer[] {
  const { width, height, tables, scan } = readJpeg(jpeg)
  const packets: Buffer[] = []
  for (let offset = 0; offset < scan.length; offset += MOST_PAYLOAD) {
    const piece = scan.subarray(offset, offset + MOST_PAYLOAD)
    const last = offset + piece.length === scan.length
    const rtp = Buffer.alloc(12)
    rtp.writeUInt8(0x80, 0)
    rtp.writeUInt8(PAYLOAD_JPEG | (last ? 0x80 : 0), 1)
    rtp.writeUInt16BE(stream.sequence, 2)
    rtp.writeUInt32BE(timestamp >>> 0, 4)
    rtp.writeUInt32BE(stream.ssrc, 8)
    stream.sequence = (stream.sequence + 1) & 0xffff
    const head = Buffer.alloc(8)
    head.writeUInt32BE(offset, 0)
    head.writeUInt8(TYPE_420, 4)
    head.writeUInt8(Q_INSIDE, 5)
    head.writeUInt8(width / 8, 6)
    head.writeUInt8(height / 8, 7)
    packets.push(Buffer.concat([rtp, head, ...(offset === 0 ? [quantisation(tables)] : []), piece]))
  }
  return packets
}

function quantisation(tables: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(tables.length, 2)
  return Buffer.concat([head, tables])
}

/** Walks the segments of our own encoder's JPEG; throws on anything that RFC 2435 cannot carry. */
function readJpeg(jpeg: Buffer) {
  const tables: Buffer[] = []
  let size = { width: 0, height: 0 }
  for (let at = 2; at < jpeg.length;) {
    const marker = jpeg[at + 1]!
    const length = jpeg.readUInt16BE(at + 2)
    const body = jpeg.subarray(at + 4, at + 2 + length)
    if (marker === 0xdb)
      for (let i = 0; i < body.length; i += 65) tables[body[i]! & 15] = body.subarray(i + 1, i + 65)
    if (marker === 0xc0) {
      size = { height: body.readUInt16BE(1), width: body.readUInt16BE(3) }
      if (body[7] !== 0x22) throw new Error('Only 4:2:0 travels here')
    }
    if (marker > 0xc0 && marker < 0xc4) throw new Error('Only a baseline JPEG travels here')
    at += 2 + length
    if (marker === 0xda)
      return { ...size, tables: Buffer.concat(tables), scan: jpeg.subarray(at, -2) }
  }
  throw new Error('No picture')
}
