import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Tinos has the widths of Times, in which the forms are set, with Cyrillic and «₽»; its subset goes into each file. */
const FACES = {
  regular: '400Regular/Tinos_400Regular.ttf',
  bold: '700Bold/Tinos_700Bold.ttf',
  italic: '400Regular_Italic/Tinos_400Regular_Italic.ttf',
} as const

export type Face = keyof typeof FACES

const read = new Map<Face, Buffer>()

/** The bytes of a face, read once. */
export function fontOf(face: Face): Buffer {
  const stored = read.get(face)
  if (stored) return stored
  const require = createRequire(import.meta.url)
  const bytes = readFileSync(require.resolve(`@expo-google-fonts/tinos/${FACES[face]}`))
  read.set(face, bytes)
  return bytes
}

export const faces = Object.keys(FACES) as Face[]
