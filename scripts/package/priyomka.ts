import { COMMANDS, packagedName } from './commands.mjs'
import { runCommand } from './run-command.ts'

/** The one command of the package: finds the program in the table that `npm run` uses too. */
async function main(): Promise<number> {
  const [asked = '', ...words] = process.argv.slice(2)
  const command = COMMANDS.find(({ name }) => packagedName(name) === asked)
  const code = command && (await runCommand(command.name, words))
  if (code !== undefined) return code
  const width = Math.max(...COMMANDS.map(({ name }) => name.length))
  const lines = COMMANDS.map(
    ({ name, about }) => `  priyomka ${packagedName(name).padEnd(width)}  ${about}`,
  )
  console.error(['Команды:', ...lines].join('\n'))
  return 2
}

process.exitCode = await main()
