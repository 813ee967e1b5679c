import { spawn, spawnSync, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'

/** Installs a package of Debian for the tests, through sudo where the user is not root; false when it did not work. */
export function installPackage(name: string): boolean {
  console.log(`Устанавливается пакет ${name}…`)
  return commandsFor([name]).every(
    ([program, ...args]) => spawnSync(program!, args, options()).status === 0,
  )
}

/** The same for several at once while other work goes on; who needs one of them looks whether it came. */
export async function installPackages(names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  console.log(`Устанавливаются пакеты ${names.join(', ')}…`)
  for (const [program, ...args] of commandsFor(names)) {
    const child = spawn(program!, args, options())
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) return
  }
}

function commandsFor(names: readonly string[]): string[][] {
  const root = process.getuid?.() === 0 ? [] : ['sudo']
  return [
    [...root, 'apt-get', 'update', '-qq'],
    [...root, 'apt-get', 'install', '-y', '-qq', ...names],
  ]
}

const options = () => ({
  stdio: ['ignore', 'ignore', 'inherit'] satisfies StdioOptions,
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
})
