import { readXml, type XmlBounds, type XmlReader } from '../unpack/read-xml.ts'

export const isOn = (value: string | undefined) => value === '1' || value === 'true'

/** Collects the text of a string with all its runs; how its signs are pronounced is not part of it. */
export class TextCollector implements XmlReader {
  private collected = ''
  private inText = false
  private inReading = false

  open(name: string): void {
    if (name === 't') this.inText = true
    if (name === 'rPh') this.inReading = true
  }

  text(part: string): void {
    if (this.inText && !this.inReading) this.collected += part
  }

  close(name: string): void {
    if (name === 't') this.inText = false
    if (name === 'rPh') this.inReading = false
  }

  /** The text that was collected since the last call. */
  take(): string {
    const text = unescapeText(this.collected)
    this.collected = ''
    return text
  }
}

/** ECMA-376 22.9.2.19: signs that XML cannot hold are written `_x000D_`, and an underscore before such a word likewise. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** The shared strings of a workbook in their order. */
export function readTexts(xml: string, bounds: XmlBounds): string[] {
  const texts: string[] = []
  const collector = new TextCollector()
  readXml(
    xml,
    {
      open: (name) => collector.open(name),
      text: (part) => collector.text(part),
      close(name) {
        collector.close(name)
        if (name === 'si') texts.push(collector.take())
      },
    },
    bounds,
  )
  return texts
}
