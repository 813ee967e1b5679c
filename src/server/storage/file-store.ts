import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** A whole file on this machine's disk; the disk store moves it, any other copies it. */
export interface HeldFile {
  readonly path: string
}

export type FileContent = Uint8Array | HeldFile

/** A stored file on its way out. */
export interface OpenedFile {
  readonly size: number
  readonly body: Readable
}

/** One place for the bytes of files, each under a name of `storage-key.ts`. */
export interface FileStore {
  /** Stores bytes whole or not at all, over those that the name had. */
  put(name: string, content: FileContent): Promise<void>
  /** Rejects with a missing file (`isMissing`) before the first byte. */
  open(name: string): Promise<OpenedFile>
  size(name: string): Promise<number>
  /** Also succeeds where there is nothing. */
  remove(name: string): Promise<void>
  /** Every stored name, for sweeps. */
  names(): AsyncIterable<string>
}

/** Whether the store answered that it has no such file; any other failure says nothing about that. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** What `isMissing` recognises, for stores that are no file system. */
export class MissingFile extends Error {
  readonly code = 'ENOENT'
}

/** SHA-256 of stored bytes in hex, read in pieces. */
export async function hashOfStored(store: Pick<FileStore, 'open'>, name: string): Promise<string> {
  const hash = createHash('sha256')
  const { body } = await store.open(name)
  for await (const piece of body) hash.update(piece as Buffer)
  return hash.digest('hex')
}
