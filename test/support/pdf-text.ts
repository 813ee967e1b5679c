import { readFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'

/** The text of each page of a PDF as another program reads it, without spaces and marks of broken words. */
export async function pdfTexts(pdf: Uint8Array): Promise<string[]> {
  return (await pdfPages(pdf)).map(lettersOf)
}

let library: Promise<PDFiumLibrary> | undefined

/** Compiled once a process. */
async function openLibrary(): Promise<PDFiumLibrary> {
  const wasm = await readFile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
  return PDFiumLibrary.init({ wasmBinary: wasm.buffer as ArrayBuffer })
}

/** The text of each page as another program reads it. */
export async function pdfPages(pdf: Uint8Array): Promise<string[]> {
  const document = await (await (library ??= openLibrary())).loadDocument(pdf)
  const texts = [...document.pages()].map((page) => page.getText())
  document.destroy()
  return texts
}

/** The text of a page of HTML in the same form. */
export function pageText(html: string): string {
  return lettersOf(
    html
      .replace(/<style>[\s\S]*?<\/style>/, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  )
}

/** PDFium writes a hyphen at the end of a line as U+0002 or U+FFFE. */
function lettersOf(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\ufffe\u00ad-]+/gu, '')
}
