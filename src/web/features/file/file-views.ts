/** What of one file came before the eyes of a person. */
export interface FileView {
  /** How many pages the file has; 0 until one was shown. */
  readonly pages: number
  readonly shown: ReadonlySet<number>
  /** The bytes came and are no picture. */
  readonly isBroken: boolean
  /** Opened in a window of its own. */
  readonly isApart: boolean
}

/** By the file's id. */
export type FileViews = ReadonlyMap<string, FileView>

/** One page was shown, the file turned out to be no picture, or it was opened apart. */
export type Viewing = { readonly file: string } & (
  | { readonly page: number; readonly pages: number }
  | { readonly isBroken: true }
  | { readonly isApart: true }
)

const UNSEEN: FileView = { pages: 0, shown: new Set(), isBroken: false, isApart: false }

export function seenOf(files: FileViews, file: string): FileView {
  return files.get(file) ?? UNSEEN
}

/** The same map where the viewing adds nothing, so that nothing is drawn again for it. */
export function noteViewing(files: FileViews, viewing: Viewing): FileViews {
  const before = seenOf(files, viewing.file)
  if ('page' in viewing) {
    if (before.shown.has(viewing.page)) return files
    const shown = new Set([...before.shown, viewing.page])
    return new Map(files).set(viewing.file, { ...before, pages: viewing.pages, shown })
  }
  const after = {
    ...before,
    isBroken: before.isBroken || 'isBroken' in viewing,
    isApart: before.isApart || 'isApart' in viewing,
  }
  const isSame = after.isBroken === before.isBroken && after.isApart === before.isApart
  return isSame ? files : new Map(files).set(viewing.file, after)
}

/** The first page that was not shown yet; undefined when all were. */
export function firstUnseen({ pages, shown }: FileView): number | undefined {
  for (let page = 1; page <= Math.max(1, pages); page++) if (!shown.has(page)) return page
  return undefined
}
