import { readInProcess, type ReadLimits } from '../../../unpack/in-process.ts'

export interface PagesQuestion {
  /** Base64. */
  readonly pdf: string
  readonly most: number
}

const LIMITS: ReadLimits = { heapMb: 512, deadlineMs: 60_000 }
const PROGRAM = new URL('./draw-pages-process.ts', import.meta.url)

/**
 * The pages of a PDF as pictures, drawn in a process that can be ended, since the file decides how long its drawing takes. None where
 * it cannot be drawn.
 */
export async function drawPdfPages(bytes: Buffer, most: number): Promise<Buffer[]> {
  if (most === 0) return []
  const question: PagesQuestion = { pdf: bytes.toString('base64'), most }
  const pages = await readInProcess<string[]>(PROGRAM, question, LIMITS)
  return (pages ?? []).map((page) => Buffer.from(page, 'base64'))
}
