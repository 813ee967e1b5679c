/** Where tests are, except browser journeys. */
export const TEST_FILES = '{src,test,scripts}/**/*.test.ts'

/** Names the files of a group, one a line, to `load-group.ts`. */
export const TEST_GROUP = 'TEST_GROUP'

/** The first test of each file in a group: that the file loads. */
export const LOADED = 'the file is loaded'

/**
 * What every file in a process feels: changed globals and settings, clocks and methods that are replaced outside of a test, and
 * listeners and counts of the process itself.
 */
const NEEDS_OWN_PROCESS =
  /(?<!\bt\.)\bmock\.|\bglobalThis\b|\bprocess\.(?:on\(|cpuUsage|env\[[^\]]+\] =)|yard-day/
/** Where files reckon, or ask a server or a line of their own within the process, the longest first; elsewhere programs are started. */
const SHARING_ROOMS = [
  'test/bad-input/',
  'src/server/',
  'test/rules/',
  'src/contract/',
  'src/http/',
  'src/web/',
  'src/agent/',
  'src/simulators/',
]
/** More would save loading the server a few times more, and leave one process at work when the others have ended. */
const AT_MOST = 30

/** Files that mostly wait, for programs, lines and clocks, the longest first: they begin first, beside those that reckon. */
export const LONGEST: readonly string[] = [
  'src/agent/agent.test.ts',
  'test/failures/frozen-database.test.ts',
  'src/agent/plates/read-plates.test.ts',
  'test/site/yard-day.test.ts',
  'test/site/stale-weight.test.ts',
  'src/agent/killed-agent.test.ts',
  'src/agent/cameras/rtsp-camera.test.ts',
  'test/site/yard-cuts.test.ts',
  'src/agent/plates/worker-reader.test.ts',
  'test/site/direct-mode.test.ts',
  'test/build/launchers.test.ts',
  'test/devices/scale-old-frames.test.ts',
  'test/failures/dropped-packets.test.ts',
  'test/devices/scale-yard.test.ts',
  'test/devices/scale-protocols.test.ts',
  'test/devices/scale-lines.test.ts',
  'test/failures/restarted-database.test.ts',
  'test/uploads/upload-delay.test.ts',
  'test/devices/detect-scale.test.ts',
]

type Group = readonly string[]

/**
 * Which test files share a process, since loading the server again costs more than the tests of most files, and which have one
 * of their own.
 */
export function testGroups(
  files: readonly string[],
  sourceOf: (file: string) => string,
): { readonly shared: readonly Group[]; readonly alone: readonly Group[] } {
  const shares = (file: string) =>
    SHARING_ROOMS.some((room) => file.startsWith(room)) &&
    !LONGEST.includes(file) &&
    !NEEDS_OWN_PROCESS.test(sourceOf(file))
  const shared: string[][] = []
  for (const room of SHARING_ROOMS) {
    const inRoom = files.filter((file) => file.startsWith(room) && shares(file))
    const size = Math.ceil(inRoom.length / Math.ceil(inRoom.length / AT_MOST))
    for (let at = 0; at < inRoom.length; at += size) shared.push(inRoom.slice(at, at + size))
  }
  const place = (file: string) => (LONGEST.includes(file) ? LONGEST.indexOf(file) : LONGEST.length)
  const alone = files.filter((file) => !shares(file)).toSorted((a, b) => place(a) - place(b))
  return { shared, alone: alone.map((file) => [file]) }
}
