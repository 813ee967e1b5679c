/** The command that a refusal of the product tells an administrator to run: a line of its own, set in by two spaces. */
export function namedCommand(said: string): string | undefined {
  const lines = [...said.matchAll(/^ {2}((?:apt-get update && apt-get install|chmod o\+x) .+)$/gm)]
  return lines.at(-1)?.[1]
}
