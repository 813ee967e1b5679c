import { readFileSync, writeFileSync } from 'node:fs'
import { Refusal, refuse } from '#http/refusal.ts'
import { readZip } from '../../../../../unpack/read-zip.ts'
import { serveReader } from '../../../../../unpack/serve-reader.ts'
import { otherArchive, TAKEN_FORMATS } from '../other-formats.ts'
import {
  archivedPath,
  MOST_ARCHIVED,
  type ArchivedFile,
  type UnpackOutcome,
  type UnpackQuestion,
} from './archived-file.ts'

const MOST_MB = 50
const BOUNDS = {
  // Directories of an archive and what its system leaves there stand beside its files.
  entries: MOST_ARCHIVED * 3,
  unpacked: MOST_MB * 1024 * 1024,
  // A statement of equal lines is packed forty times smaller.
  ratio: 200,
  bad: 'statement.bad-file',
  large: 'statement.bad-file',
  largeText: `Архив больше, чем принимается: внутри не больше ${MOST_ARCHIVED} файлов и ${MOST_MB} МБ`,
} as const

/** Directories, and what macOS and Windows put beside the files of a person. */
const NO_FILE = /\/$|^__MACOSX\/|(?:^|\/)(?:\.[^/]*|Thumbs\.db|desktop\.ini)$/i

/** The process of `unpackArchive`: one archive in, its files beside it. */
serveReader(({ path, maxFile }: UnpackQuestion): UnpackOutcome => {
  try {
    const unpacked = [...readZip(readFileSync(path), BOUNDS)].filter(
      ([name]) => !NO_FILE.test(name),
    )
    const other = otherArchive(unpacked.map(([name]) => name))
    if (other !== undefined) refuse('statement.bad-file', { message: `${other}. ${TAKEN_FORMATS}` })
    if (unpacked.length === 0) refuse('statement.bad-file', { message: 'В архиве нет файлов' })
    if (unpacked.length > MOST_ARCHIVED) refuse('statement.bad-file', { message: BOUNDS.largeText })
    const files = unpacked.map(([name, bytes], place): ArchivedFile => {
      if (bytes.length > maxFile) return { name, path: null }
      const written = archivedPath(path, place)
      writeFileSync(written, bytes, { flag: 'wx', mode: 0o600 })
      return { name, path: written }
    })
    return { files }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, message: error.message }
  }
})
