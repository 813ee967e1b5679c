import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A small JPEG of one colour, with a position in its EXIF as phones write it. */
export async function jpeg(colour = '#406080', width = 64, height = 48): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '55/1 45/1 0/1' } })
    .toBuffer()
}

export async function png(colour = '#406080', width = 64, height = 48): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: colour } })
    .png()
    .toBuffer()
}

/** A PDF with so many empty pages of a size in points, whole enough for a reader. */
export function pdf(pages = 1, size = '595 842'): Buffer {
  const kids = Array.from({ length: pages }, (_, i) => `${i + 3} 0 R`).join(' ')
  const objects = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj',
    `2 0 obj\n<< /Type /Pages /Count ${pages} /Kids [${kids}] >>\nendobj`,
    ...Array.from(
      { length: pages },
      (_, i) => `${i + 3} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] >>\nendobj`,
    ),
  ]
  return Buffer.from(
    `%PDF-1.4\n${objects.join('\n')}\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`,
    'latin1',
  )
}

/** Object streams that inflate to all that is allowed and then prove broken, so that none is ever counted. */
export function slowPdf(size: number): Buffer {
  const sound = deflateSync(Buffer.alloc(8_000_000))
  const broken = Buffer.concat([sound.subarray(0, -4), Buffer.alloc(4)])
  const stream = Buffer.concat([
    Buffer.from('1 0 obj\n<< /Type /ObjStm >>\nstream\n'),
    broken,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  const pages = Buffer.from('%PDF-1.5\n2 0 obj\n<< /Type /Page >>\nendobj\n')
  const count = Math.floor(size / stream.length)
  return Buffer.concat([pages, ...Array<Buffer>(count).fill(stream), Buffer.from('%%EOF\n')])
}

/** A picture of some scene, the same for one number: dark and light places that another scene has elsewhere. */
export async function jpegScene(n: number, brightness = 1): Promise<Buffer> {
  const [width, height] = [16, 9]
  const raw = Buffer.from(
    Array.from(
      { length: width * height },
      (_, i) => 40 + ((i * i * 31 + n * (i % 7) * 57 + n * 13) % 160),
    ),
  )
  return sharp(raw, { raw: { width, height, channels: 1 } })
    .resize(320, 180, { kernel: 'cubic' })
    .linear(brightness, 0)
    .jpeg({ quality: brightness === 1 ? 90 : 60 })
    .toBuffer()
}
