/** Where tests are, browsers' walks apart. */
export const TEST_FILES = '{src,test,scripts}/**/*.test.ts'

/**
 * What one process feels of another file's tests: hooks for each test reach the tests of every file in it, programs and
 * changed globals are seen by all.
 */
const NEEDS_OWN_PROCESS =
  /^(?:before|after)Each\(|\bmock\.|\bglobalThis\b|\bprocess\.|child_process|worker_threads|yard-day/m
/** Where files only reckon, or ask a server of their own within the process; elsewhere clocks and lines are tested. */
const SHARING_ROOMS = ['src/contract/', 'src/http/', 'src/server/', 'src/web/', 'test/bad-input/']
/** Each file of the server keeps a pool and a database open until its process ends. */
const AT_MOST = 12

/**
 * Which test files share a process: loading the server anew costs more than the tests of most files. Files alone come
 * last: clocks and lines are tested there, best when one of the browsers has done. Those of them that give themselves the
 * most time go first, so that no row ends with a long one while the others have nothing left.
 */
export function testGroups(
  files: readonly string[],
  sourceOf: (file: string) => string,
): readonly (readonly string[])[] {
  const shares = (file: string) =>
    SHARING_ROOMS.some((room) => file.startsWith(room)) && !NEEDS_OWN_PROCESS.test(sourceOf(file))
  const groups: string[][] = []
  for (const room of SHARING_ROOMS) {
    const inRoom = files.filter((file) => file.startsWith(room) && shares(file))
    const size = Math.ceil(inRoom.length / Math.ceil(inRoom.length / AT_MOST))
    for (let at = 0; at < inRoom.length; at += size) groups.push(inRoom.slice(at, at + size))
  }
  const allowed = new Map(files.map((file) => [file, mostTime(sourceOf(file))]))
  const alone = files
    .filter((file) => !shares(file))
    .toSorted((a, b) => allowed.get(b)! - allowed.get(a)!)
  return [...groups, ...alone.map((file) => [file])]
}

/** Milliseconds of the longest timeout in a source. */
function mostTime(source: string): number {
  const times = [...source.matchAll(/\btimeout: ([\d_]+)/g)]
  return Math.max(0, ...times.map(([, text]) => Number(text!.replaceAll('_', ''))))
}
