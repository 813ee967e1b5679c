import { statSync } from 'node:fs'
import path from 'node:path'

/** Others may pass through a folder, which is not to list it. */
const PASSAGE = 0o001

/**
 * Folders above these files, or they themselves, through which another user cannot pass; the outermost first. A folder that is
 * still to be made counts by those above it.
 */
export function closedFolders(
  files: readonly string[],
  modeOf: (dir: string) => number | undefined = folderMode,
): string[] {
  const chains = files.flatMap((file) => {
    const chain = [path.resolve(file)]
    while (path.dirname(chain[0]!) !== chain[0]) chain.unshift(path.dirname(chain[0]!))
    return chain
  })
  return [...new Set(chains)].filter((dir) => {
    const mode = modeOf(dir)
    return mode !== undefined && (mode & PASSAGE) === 0
  })
}

const folderMode = (dir: string) => statSync(dir, { throwIfNoEntry: false })?.mode

/**
 * Started by root, PostgreSQL runs as the user `postgres`, who must reach its programs and its data: root's own home is closed
 * to all others. It is not opened without being asked, because other files in it would be within reach too.
 */
export function refuseClosedFolders(files: readonly string[]): void {
  const closed = closedFolders(files)
  if (closed.length === 0) return
  throw new Error(
    [
      `PostgreSQL, запущенный от root, работает под пользователем postgres, а тот не может пройти в ${closed.join(' и ')}.`,
      'Откройте проход (содержимое папки он не покажет) и повторите:',
      `  chmod o+x ${closed.join(' ')}`,
      'или перенесите папку проекта туда, где проход открыт, например в /srv, либо запустите от обычного пользователя.',
    ].join('\n'),
  )
}
