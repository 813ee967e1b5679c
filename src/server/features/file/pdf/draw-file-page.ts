import { refuse } from '#http/refusal.ts'
import { readInProcess, type ReadLimits } from '../../../unpack/in-process.ts'

export interface PageQuestion {
  readonly bytes: Uint8Array
  /** From 1. */
  readonly page: number
}

/** The message of the reader's process; without a picture the file has no such page or is broken. */
export interface DrawnPage {
  readonly pages: number
  readonly jpeg?: Uint8Array
}

// A scanned page takes half a second on a slow machine; what takes longer was made to take long.
const LIMITS: ReadLimits = { heapMb: 256, deadlineMs: 10_000 }
const PROGRAM = new URL('./draw-file-page-process.ts', import.meta.url)
// Each holds its file in memory while it waits for one of the two processes.
const MAX_WAITING = 8

let drawing = 0

/** One page of a PDF as JPEG, drawn in a process that can be ended. */
export async function drawFilePage(
  question: PageQuestion,
  limits: ReadLimits = LIMITS,
): Promise<Required<DrawnPage>> {
  if (drawing >= MAX_WAITING) refuse('common.overloaded')
  drawing++
  try {
    const drawn = await readInProcess<DrawnPage>(PROGRAM, question, limits)
    if (!drawn || drawn.pages === 0)
      return refuse('file.bad-type', { message: 'Страницы этого PDF не показать. Скачайте файл' })
    const { pages, jpeg } = drawn
    if (question.page > pages) refuse('file.no-page')
    if (!jpeg) return refuse('file.bad-type', { message: 'Страница PDF повреждена. Скачайте файл' })
    return { pages, jpeg }
  } finally {
    drawing--
  }
}
