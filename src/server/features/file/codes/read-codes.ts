import { readInProcess } from '../../../unpack/in-process.ts'
import type { SheetFile } from './find-codes.ts'

// Twenty photos take ten seconds on a slow machine. The heap holds no picture: those lie outside of it.
const LIMITS = { heapMb: 256, deadlineMs: 45_000 }
const PROGRAM = new URL('find-codes-process.ts', import.meta.url)

/**
 * Texts of the QR codes in each file of an upload, read apart from the server; a file that was made to hold its reader
 * leaves all of them unread, which is the same as no code found: a person then compares paper and screen.
 */
export async function readCodes(
  files: readonly SheetFile[] | Promise<readonly SheetFile[]>,
): Promise<string[][]> {
  const sent = toSend(files)
  return (await readInProcess<string[][]>(PROGRAM, sent, LIMITS)) ?? (await sent).map(() => [])
}

const toSend = async (files: Parameters<typeof readCodes>[0]): Promise<SheetFile[]> =>
  (await files).map(({ path, mime }) => ({ path, mime }))
