/** Where tests are, except browser journeys. */
export const TEST_FILES = '{src,test,scripts}/**/*.test.ts'

/** Names the files of a group, one a line, to `load-group.ts`. */
export const TEST_GROUP = 'TEST_GROUP'

/** The first test of each file in a group: that the file loads. */
export const LOADED = 'the file is loaded'

/**
 * Where files reckon, or ask a server or a line of their own within the process, the longest first: they share processes. A file there
 * puts back what every file of a process feels, such as globals, settings and replaced methods. In all other folders files start
 * programs, or stop clocks and databases, and each has a process.
 */
const SHARING_FOLDERS = [
  'test/bad-input/',
  'src/server/',
  'test/rules/',
  'test/devices/',
  'src/contract/',
  'src/http/',
  'src/web/',
  'src/agent/',
  'src/simulators/',
]
/** Loading the server costs as much as the tests of two files; more would leave one process at work when the others have ended. */
const AT_MOST = 60

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
  'test/failures/standby/standby.test.ts',
  'test/uploads/upload-delay.test.ts',
  'test/devices/detect-scale.test.ts',
]

type Group = readonly string[]

/**
 * Which test files share a process, since loading the server again costs more than the tests of most files, and which have one
 * of their own.
 */
export function testGroups(files: readonly string[]): {
  readonly shared: readonly Group[]
  readonly alone: readonly Group[]
} {
  const shares = (file: string) =>
    SHARING_FOLDERS.some((folder) => file.startsWith(folder)) && !LONGEST.includes(file)
  const shared: string[][] = []
  for (const folder of SHARING_FOLDERS) {
    const within = files.filter((file) => file.startsWith(folder) && shares(file))
    const size = Math.ceil(within.length / Math.ceil(within.length / AT_MOST))
    for (let at = 0; at < within.length; at += size) shared.push(within.slice(at, at + size))
  }
  const place = (file: string) => (LONGEST.includes(file) ? LONGEST.indexOf(file) : LONGEST.length)
  const alone = files.filter((file) => !shares(file)).toSorted((a, b) => place(a) - place(b))
  return { shared, alone: alone.map((file) => [file]) }
}
