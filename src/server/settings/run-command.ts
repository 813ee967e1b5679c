import { BadSettings } from '../config.ts'

/**
 * Runs a command of the console. Wrong arguments are answered by its usage and what its person can mend by the words of the error, both
 * with exit code 2; a bug keeps its stack. `told` are the errors of this command that speak to that person.
 */
export async function runCommand(
  usage: string,
  told: readonly (abstract new (...args: never) => Error)[],
  main: () => Promise<void>,
): Promise<void> {
  try {
    await main()
  } catch (error) {
    const isUsage = String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
    const isTold = [BadSettings, ...told].some((kind) => error instanceof kind)
    if (!isUsage && !isTold) throw error
    console.error(isUsage ? usage : (error as Error).message)
    process.exitCode = 2
  }
}
