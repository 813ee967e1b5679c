/** One line of the server's log, as a program reads it. */
export type LogLine = Record<string, unknown>

/** Takes what the server logs; a line that is not JSON fails the reader. */
export function logReader() {
  let text = ''
  const lines = () =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LogLine)
  return {
    write: (chunk: string) => void (text += chunk),
    text: () => text,
    lines,
    of: (kind: 'access' | 'security' | 'failure') => lines().filter(({ log }) => log === kind),
    clear: () => void (text = ''),
  }
}
