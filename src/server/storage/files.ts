import { openDiskStore, type DiskRoom, type DiskStore } from './disk-store.ts'
import { isMissing, type FileContent, type FileStore, type OpenedFile } from './file-store.ts'
import { openS3Store, type S3Store } from './s3/s3-store.ts'
import type { FileSettings } from './s3/s3-settings.ts'
import { StoreAway } from './store-away.ts'
import { keyOf, makeName, parseKey, type PlaceName } from './storage-key.ts'

/**
 * The bytes of all files. New ones go to the place of the settings; each is read from the place that its key names, and from
 * the other one where it was moved since its key was read.
 */
export interface Files {
  /** Stores bytes whole or not at all; answers the key under which they are read. */
  put(companyId: string, content: FileContent): Promise<string>
  open(key: string): Promise<OpenedFile>
  /** Removes the bytes wherever they are: a move may have copied them and not yet changed their key. */
  remove(key: string): Promise<void>
  sweepUnfinished(): Promise<number>
  room(): Promise<DiskRoom>
  readonly disk: DiskStore
  readonly s3: S3Store | undefined
  close(): void
}

export function openFiles(root: string, settings: FileSettings, silenceMs: number): Files {
  const disk = openDiskStore(root)
  const s3 = settings.s3 && openS3Store(settings.s3, silenceMs)
  const storeOf = (place: PlaceName): FileStore => {
    const store = place === 'disk' ? disk : s3
    if (!store) throw new StoreAway('a file lies in S3, which the settings do not name')
    return store
  }
  return {
    disk,
    s3,
    async put(companyId, content) {
      const name = makeName(companyId)
      await storeOf(settings.place).put(name, content)
      return keyOf(settings.place, name)
    },
    async open(key) {
      const { place, name } = parseKey(key)
      try {
        return await storeOf(place).open(name)
      } catch (error) {
        const other = place === 'disk' ? s3 : disk
        if (!other || !isMissing(error)) throw error
        return other.open(name)
      }
    },
    async remove(key) {
      const { place, name } = parseKey(key)
      await storeOf(place).remove(name)
      await (place === 'disk' ? s3 : disk)?.remove(name)
    },
    sweepUnfinished: disk.sweepUnfinished,
    room: disk.room,
    close: () => s3?.close(),
  }
}
