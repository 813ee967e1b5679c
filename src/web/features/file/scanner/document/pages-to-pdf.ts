/** A page as JPEG and its size in pixels. */
export interface JpegPage {
  readonly jpeg: Uint8Array<ArrayBuffer>
  readonly width: number
  readonly height: number
}

/** A4 across, in points of PDF: a sheet keeps its proportions. */
const SHEET_WIDTH = 595

/** One PDF of pages that are pictures, byte for byte as they were (ISO 32000-1, 7.5 and 8.9: DCTDecode). */
export function pagesToPdf(pages: readonly JpegPage[]): Uint8Array<ArrayBuffer> {
  const file = openFile()
  const placeOf = (page: number) => 3 + page * 3
  file.add('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = pages.map((_, page) => `${placeOf(page)} 0 R`).join(' ')
  file.add(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`)
  for (const [page, { jpeg, width, height }] of pages.entries()) {
    const own = placeOf(page)
    const high = Math.round((SHEET_WIDTH * height) / width)
    file.add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${SHEET_WIDTH} ${high}] /Contents ${own + 1} 0 R ` +
        `/Resources << /XObject << /Sheet ${own + 2} 0 R >> >> >>`,
    )
    const drawing = new TextEncoder().encode(`${SHEET_WIDTH} 0 0 ${high} 0 0 cm /Sheet Do`)
    file.add(`<< /Length ${drawing.length} >>`, drawing)
    file.add(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    )
  }
  return file.end()
}

/** Collects the objects of a file, numbered from 1, and the places where they begin. */
function openFile() {
  const parts: Uint8Array[] = []
  const starts: number[] = []
  let length = 0
  const write = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  write('%PDF-1.4\n')
  // Signs above 127 tell programs that the file is not text (ISO 32000-1, 7.5.2).
  write(new Uint8Array([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]))
  return {
    add(dictionary: string, stream?: Uint8Array) {
      starts.push(length)
      write(`${starts.length} 0 obj\n${dictionary}\n`)
      if (stream) {
        write('stream\n')
        write(stream)
        write('\nendstream\n')
      }
      write('endobj\n')
    },
    end(): Uint8Array<ArrayBuffer> {
      const table = length
      write(`xref\n0 ${starts.length + 1}\n0000000000 65535 f \n`)
      for (const start of starts) write(`${String(start).padStart(10, '0')} 00000 n \n`)
      write(`trailer\n<< /Size ${starts.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
      const file = new Uint8Array(length)
      let at = 0
      for (const part of parts) {
        file.set(part, at)
        at += part.length
      }
      return file
    },
  }
}
