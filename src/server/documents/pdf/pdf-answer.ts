import { disposition } from '#http/disposition.ts'
import type { RawAnswer } from '#http/serve.ts'
import type { PdfJob } from './draw-pdf.ts'
import { drawPdfApart } from './pdf-thread.ts'

/** A form as a file to be stored, named by its title. */
export async function pdfAnswer(job: PdfJob): Promise<RawAnswer> {
  return {
    type: 'application/pdf',
    body: await drawPdfApart(job),
    headers: {
      'content-disposition': disposition('attachment', `${job.title}.pdf`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    },
  }
}
