import { rm } from 'node:fs/promises'
import { Refusal, refuse } from '#http/refusal.ts'
import { MAX_FILE } from '../../../../../body/raw-body.ts'
import { readInProcess } from '../../../../../unpack/in-process.ts'
import {
  archivedPath,
  MOST_ARCHIVED,
  type ArchivedFile,
  type UnpackOutcome,
  type UnpackQuestion,
} from './archived-file.ts'

const LIMITS = { heapMb: 128, deadlineMs: 30_000 }
const PROGRAM = new URL('unpack-archive-process.ts', import.meta.url)

/**
 * The files of an uploaded archive, unpacked in a process of its own; they are removed when the last one was taken. Refuses the whole
 * archive when it is damaged, ambiguous, encrypted or beyond the bounds: then no file of it is taken.
 */
export async function* unpackArchive(path: string): AsyncGenerator<ArchivedFile> {
  try {
    const question: UnpackQuestion = { path, maxFile: MAX_FILE }
    const outcome = await readInProcess<UnpackOutcome>(PROGRAM, question, LIMITS)
    if (!outcome)
      return refuse('statement.bad-file', { message: 'Архив слишком сложен для выписок банка' })
    if ('code' in outcome) throw new Refusal(outcome.code, { message: outcome.message })
    yield* outcome.files
  } finally {
    for (let place = 0; place < MOST_ARCHIVED; place++)
      await rm(archivedPath(path, place), { force: true })
  }
}
