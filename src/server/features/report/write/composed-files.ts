import { actArchive } from '../archive/act-archive.ts'
import { evidenceBundle } from '../bundle/evidence-bundle.ts'
import type { ComposedFile } from './composed-file.ts'

/** Files that are ordered at their own records and lists. */
export const composedFiles: readonly ComposedFile[] = [evidenceBundle, actArchive]

export function findComposedFile(type: string): ComposedFile | undefined {
  return composedFiles.find((file) => file.type === type)
}
