import { Refusal } from '#http/refusal.ts'
import { serveReader } from '../../../unpack/serve-reader.ts'
import type { ReadOutcome } from './read-apart.ts'
import { readEd807 } from './read-ed807.ts'
import { unpackUpload } from './unpack-upload.ts'

/** The process of `readApart`: one upload, one answer. */
serveReader((bytes: Uint8Array): ReadOutcome => {
  try {
    return { directory: readEd807(unpackUpload(Buffer.from(bytes))) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, message: error.message }
  }
})
