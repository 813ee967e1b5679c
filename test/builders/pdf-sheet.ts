/** A PDF of one A4 page that shows a JPEG from edge to edge, as scanners write it. */
export function pdfOf(jpeg: Buffer): Buffer {
  const { width, height } = sidesOf(jpeg)
  const draw = 'q 595 0 0 842 0 0 cm /P Do Q'
  const image = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`
  return Buffer.concat([
    Buffer.from(`%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Count 1 /Kids [3 0 R] >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>
endobj
4 0 obj
<< /Length ${draw.length} >>
stream
${draw}
endstream
endobj
5 0 obj
${image}
stream
`),
    jpeg,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ])
}

/** From the frame header of a JPEG. */
function sidesOf(jpeg: Buffer): { width: number; height: number } {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2))
    if ([0xc0, 0xc1, 0xc2].includes(jpeg[at + 1]!))
      return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
  throw new Error('not a JPEG')
}
