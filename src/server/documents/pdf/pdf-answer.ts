import type { CopyCount } from '#contract/core/shapes.ts'
import { disposition } from '#http/disposition.ts'
import type { RawAnswer } from '#http/serve.ts'
import type { Db } from '../../db/handle.ts'
import type { DocumentBody } from '../body/blocks.ts'
import { drawPdfApart } from './pdf-thread.ts'

interface PdfFile {
  /** Names the file. */
  readonly title: string
  readonly body: DocumentBody
  readonly copies: CopyCount | undefined
}

/** A form as a file to be stored. */
export async function pdfAnswer(db: Db, file: PdfFile): Promise<RawAnswer> {
  const { title, body, copies = '1' } = file
  const at = new Date().toISOString()
  const { publicUrl } = db.services.config
  const bytes = await drawPdfApart({ title, body, at, copies: Number(copies), publicUrl })
  return pdfFile(title, Buffer.from(bytes))
}

/** A PDF that is answered as a file; the title names it. */
export function pdfFile(title: string, bytes: Buffer): RawAnswer {
  return {
    type: 'application/pdf',
    body: bytes,
    headers: {
      'content-disposition': disposition('attachment', `${title}.pdf`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    },
  }
}
