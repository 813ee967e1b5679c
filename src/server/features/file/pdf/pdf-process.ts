import { readFileSync } from 'node:fs'
import { Refusal } from '#http/refusal.ts'
import { serveReader } from '../../../unpack/serve-reader.ts'
import type { PdfOutcome } from './read-pdfs.ts'
import { assertPdf } from './pdf.ts'

/** The process of `readPdfs`: the files of one upload, one answer. */
serveReader((paths: readonly string[]): PdfOutcome => {
  try {
    for (const path of paths) assertPdf(readFileSync(path))
    return { ok: true }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, message: error.message }
  }
})
